package io.moraine.table;

import io.moraine.model.MetadataTable;
import io.moraine.model.TableScan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns and the number of rows that a scan wants of full rows. */
final class FullRowScan implements RowIterator {
  private final FullRows rows;
  private final List<Integer> projection;
  private final Visibility visibility;
  private long remaining;
  private @Nullable Object @Nullable [] row;

  FullRowScan(FullRows rows, TableScan scan) {
    MetadataTable table = scan.table();
    this.rows = rows;
    this.projection = scan.projection();
    this.visibility =
        new Visibility(scan.asOf(), table.beginSnapshotOrdinal(), table.endSnapshotOrdinal());
    this.remaining = scan.limit();
  }

  @Override
  public boolean next() {
    while (remaining > 0) {
      @Nullable Object @Nullable [] full = rows.next();
      if (full == null) {
        return false;
      }
      if (visibility.sees(full)) {
        remaining--;
        row = output(full);
        return true;
      }
    }
    return false;
  }

  private @Nullable Object[] output(@Nullable Object[] full) {
    @Nullable Object[] output = new @Nullable Object[projection.size()];
    for (int i = 0; i < output.length; i++) {
      output[i] = full[projection.get(i)];
    }
    return output;
  }

  @Override
  public @Nullable Object[] row() {
    if (row == null) {
      throw new IllegalStateException("before the first row");
    }
    return row;
  }

  @Override
  public void close() {
    rows.close();
  }
}
