package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.RowView;
import io.moraine.slate.manifest.SsTableTree;
import org.jspecify.annotations.Nullable;

/**
 * Every stored version of every row of some tables, ascending by key, versions of one key newest
 * first; rows that views do not show are left out. Nothing is resolved. Not thread-safe.
 */
public final class VersionScan implements AutoCloseable {
  private final ReadAhead ahead;
  private final RowHeap rows;
  private boolean begun;

  /**
   * A scan before its first row.
   *
   * @param tables the sources; each is newer than those that follow it
   * @param shape how far it reads ahead
   */
  public VersionScan(ReadContext context, SsTableTree tables, ScanShape shape) {
    this.ahead = new ReadAhead(context, Direction.ASCENDING, shape, () -> false);
    Scan all = new Scan(ScanRange.of(BytesRange.ALL), Direction.ASCENDING, shape, null);
    this.rows =
        new RowHeap(TreeReader.of(context, tables).cursors(all, ahead), Direction.ASCENDING);
  }

  /** The next row, to be read before the next move; null at the end. */
  public @Nullable RowView next() {
    if (!begun) {
      begun = true;
      ahead.begin(Bytes.EMPTY);
      ahead.fill();
      rows.begin();
    } else if (rows.top() != null) {
      rows.advance();
    }
    return rows.top();
  }

  @Override
  public void close() {
    rows.close();
  }
}
