package io.moraine.verbs;

import io.moraine.model.ColumnStatistics;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewDataFile;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a table while files are added to it or taken from it: how many rows and bytes
 * there are, the next row id, and what is known of the columns.
 */
final class TableStatistics {
  private static final MetadataTable TABLE = MetadataTable.TABLE_STATS;
  private static final int RECORDS = TABLE.ordinalOf("record_count");
  private static final int NEXT_ROW = TABLE.ordinalOf("next_row_id");
  private static final int BYTES = TABLE.ordinalOf("file_size_bytes");
  private static final int COLUMN = MetadataTable.TABLE_COLUMN_STATS.ordinalOf("column_id");

  private final Draft draft;
  private final long tableId;
  private final Map<Long, @Nullable Object[]> stored = new HashMap<>();
  private final Map<Long, ColumnWidening> columns = new LinkedHashMap<>();
  private final boolean neverAnyRow;
  private long records;
  private long nextRow;
  private long bytes;

  private TableStatistics(Draft draft, long tableId, long records, long nextRow, long bytes) {
    this.draft = draft;
    this.tableId = tableId;
    this.records = records;
    this.nextRow = nextRow;
    this.bytes = bytes;
    this.neverAnyRow = records == 0 && nextRow == 0;
  }

  /**
   * Those of a live table. A table that DuckLake created has none before its first row: they begin
   * with zeros then.
   */
  static TableStatistics of(Draft draft, UnshownRecords unshown, long tableId) {
    List<@Nullable Object[]> rows = draft.live(TABLE, tableId);
    if (rows.isEmpty()) {
      LostCounts counts = LostCounts.of(draft, unshown, tableId);
      return new TableStatistics(
          draft, tableId, counts.records(), counts.nextRow(), counts.bytes());
    }
    @Nullable Object[] row = rows.get(0);
    return new TableStatistics(
        draft, tableId, number(row, RECORDS), number(row, NEXT_ROW), number(row, BYTES));
  }

  private static long number(@Nullable Object[] row, int ordinal) {
    return row[ordinal] instanceof Long number ? number : 0;
  }

  /** The row id that the next row gets. */
  long nextRow() {
    return nextRow;
  }

  /** Takes in files that are added, all of whose columns are among {@code live}. */
  void add(List<NewDataFile> files, MeasuredColumns live) {
    begin(files, live);
    for (NewDataFile file : files) {
      records = sum(records, file.recordCount());
      nextRow = sum(nextRow, file.recordCount());
      bytes = sum(bytes, file.fileSizeBytes());
      Map<Long, ColumnStatistics> statistics = file.columns();
      columns.forEach((id, known) -> known.add(statistics.get(id), file.recordCount()));
    }
  }

  /** Columns that something is known of, or told by one of the files. */
  private void begin(List<NewDataFile> files, MeasuredColumns live) {
    for (@Nullable Object[] row : draft.live(MetadataTable.TABLE_COLUMN_STATS, tableId)) {
      stored.put(number(row, COLUMN), row);
    }
    for (MeasuredColumns.Column column : live.all()) {
      @Nullable Object @Nullable [] row = stored.get(column.id());
      if (row != null) {
        columns.put(column.id(), ColumnWidening.of(column, row));
      } else if (files.stream().anyMatch(file -> file.columns().containsKey(column.id()))) {
        columns.put(
            column.id(),
            neverAnyRow ? ColumnWidening.ofNothing(column) : ColumnWidening.ofUnknown(column));
      }
    }
  }

  private static long sum(long total, long more) {
    if (total > Long.MAX_VALUE - more) {
      throw Refusals.constraint(
          "The rows or bytes of the table would be more than a number can count");
    }
    return total + more;
  }

  /** Takes away a file that ends. What is known of the columns stays: bounds may be too wide. */
  void remove(long recordCount, long fileSizeBytes) {
    records = Math.max(0, records - recordCount);
    bytes = Math.max(0, bytes - fileSizeBytes);
  }

  /** Stages what has changed. */
  void stage() {
    draft.insert(TABLE, tableId, records, nextRow, bytes);
    columns.forEach(
        (id, known) -> {
          @Nullable Object[] row = known.row(tableId);
          if (!Arrays.equals(row, stored.get(id))) {
            draft.insert(MetadataTable.TABLE_COLUMN_STATS, row);
          }
        });
  }
}
