package io.moraine.commit;

import io.moraine.keyspace.Key;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.model.Cursor;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.read.OpenLake;
import io.moraine.staged.StagedRows;
import io.moraine.table.RecordSource;
import io.moraine.table.RowIterator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What the work of a commit reads: the state that it runs on under what it staged so far. Ends with
 * the run. It needs no lease: who has the writer role keeps the state's tables.
 */
final class WorkScope implements ReadScope {
  private final OpenLake lake;
  private final RecordSource records;
  private final CommitPosition position;
  private final StagedRows rows;
  private final LongAdder decoded = new LongAdder();
  private volatile boolean closed;

  /**
   * @param records the state
   * @param position its commit position
   * @param rows what is staged over it
   */
  WorkScope(OpenLake lake, RecordSource records, CommitPosition position, StagedRows rows) {
    this.lake = lake;
    this.records = records;
    this.position = position;
    this.rows = rows;
  }

  @Override
  public CommitPosition position() {
    return position;
  }

  @Override
  public long snapshotId() {
    return position.snapshotId();
  }

  @Override
  public Cursor open(TableScan scan) {
    checkOpen();
    return lake.translating(
        () -> {
          scan.asOf().ifPresent(this::checkShown);
          return new WorkCursor(rows.open(records, scan, decoded::increment));
        });
  }

  private void checkShown(long snapshotId) {
    if (snapshotId > position.snapshotId()) {
      throw new CatalogException(
          Kind.NOT_FOUND,
          "There is no snapshot " + snapshotId + "; the newest is " + position.snapshotId());
    }
    if (records.find(new Key.Snapshot(snapshotId).encode()) == null) {
      throw new CatalogException(
          Kind.SNAPSHOT_EXPIRED, "Snapshot " + snapshotId + " was expired and cannot be shown");
    }
  }

  @Override
  public long recordsDecoded() {
    return decoded.sum();
  }

  private void checkOpen() {
    if (closed) {
      throw new CatalogException(Kind.CLOSED, "The work of the commit is over");
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  private final class WorkCursor implements Cursor {
    private final RowIterator target;
    private @Nullable Object @Nullable [] row;
    private volatile boolean cancelled;

    private WorkCursor(RowIterator target) {
      this.target = target;
    }

    @Override
    public boolean next() {
      checkOpen();
      if (cancelled) {
        throw new CatalogException(Kind.CANCELLED, "The cursor was cancelled");
      }
      boolean there = lake.translating(target::next);
      row = there ? target.row() : null;
      return there;
    }

    @Override
    public @Nullable Object[] row() {
      @Nullable Object[] current = row;
      if (current == null) {
        throw new IllegalStateException("the cursor is not on a row");
      }
      return current;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    @Override
    public void close() {
      target.close();
    }
  }
}
