package io.moraine.table;

import io.moraine.model.MetadataTable;
import io.moraine.model.TableScan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which rows of a table a scan wants, judged on whole rows that lie in no record. Immutable. */
public final class RowSelection {
  private final TableScan scan;
  private final Visibility visibility;

  /** What {@code scan} wants; its order and limit are left to the caller. */
  public RowSelection(TableScan scan) {
    MetadataTable table = scan.table();
    this.scan = scan;
    this.visibility =
        isOfSnapshots(table)
            ? new Visibility(scan.asOf(), table.ordinalOf("snapshot_id"), -1)
            : new Visibility(scan.asOf(), table.beginSnapshotOrdinal(), table.endSnapshotOrdinal());
  }

  private static boolean isOfSnapshots(MetadataTable table) {
    return table == MetadataTable.SNAPSHOT || table == MetadataTable.SNAPSHOT_CHANGES;
  }

  /** Whether a row meets the key condition and is visible. */
  public boolean selects(@Nullable Object[] row) {
    return isVisible(row) && KeyConditions.matches(scan.key(), ids(row));
  }

  /** Whether a row is visible at the scan's snapshot. */
  public boolean isVisible(@Nullable Object[] row) {
    return visibility.sees(row);
  }

  private Long[] ids(@Nullable Object[] row) {
    List<Integer> keys = scan.table().keyColumns();
    Long[] ids = new Long[keys.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = id(row, keys.get(i));
    }
    return ids;
  }

  private static long id(@Nullable Object[] row, int ordinal) {
    return row[ordinal] instanceof Long id ? id : 0; // ids are never NULL
  }

  /** The columns that the scan wants, in its order, as a fresh array. */
  public @Nullable Object[] project(@Nullable Object[] row) {
    @Nullable Object[] output = new @Nullable Object[scan.projection().size()];
    for (int i = 0; i < output.length; i++) {
      output[i] = row[scan.projection().get(i)];
    }
    return output;
  }

  /** Compares two rows by the key columns, as records sort. */
  public int compareKeys(@Nullable Object[] one, @Nullable Object[] other) {
    for (int ordinal : scan.table().keyColumns()) {
      int order = Long.compareUnsigned(id(one, ordinal), id(other, ordinal));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
