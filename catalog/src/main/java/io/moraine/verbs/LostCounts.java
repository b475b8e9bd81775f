package io.moraine.verbs;

import io.moraine.model.CatalogException;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.TableScan;
import io.moraine.table.RowIterator;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a table that has no row in {@code ducklake_table_stats}. Usually it has no rows
 * either; if it has, they are counted in its files, so that no row id is given out twice.
 *
 * @param records rows of live files
 * @param nextRow the row id behind all of them and of ended files
 * @param bytes size of live files
 */
record LostCounts(long records, long nextRow, long bytes) {
  private static final MetadataTable FILE = MetadataTable.DATA_FILE;

  /**
   * Counts. Reads all files of the table, live and ended.
   *
   * @throws CatalogException of kind UNSUPPORTED if the table has inlined rows, whose row ids this
   *     version does not read
   */
  static LostCounts of(Draft draft, UnshownRecords unshown, long tableId) {
    if (unshown.hasInlinedRows(tableId)) {
      throw Refusals.unsupported(
          "Table "
              + tableId
              + " has inlined rows but no row in ducklake_table_stats, so the next row id cannot"
              + " be told; have DuckDB flush its inlined rows first");
    }
    long records = 0;
    long nextRow = 0;
    long bytes = 0;
    TableScan scan = TableScan.of(FILE).where(KeyCondition.equalTo(tableId));
    try (RowIterator files = draft.rows().open(draft.records(), scan, () -> {})) {
      while (files.next()) {
        @Nullable Object[] row = files.row();
        long count = number(row, "record_count");
        nextRow = Math.max(nextRow, number(row, "row_id_start") + count);
        if (row[FILE.endSnapshotOrdinal()] == null) {
          records += count;
          bytes += number(row, "file_size_bytes");
        }
      }
    }
    return new LostCounts(records, nextRow, bytes);
  }

  private static long number(@Nullable Object[] row, String column) {
    return row[FILE.ordinalOf(column)] instanceof Long number ? number : 0;
  }
}
