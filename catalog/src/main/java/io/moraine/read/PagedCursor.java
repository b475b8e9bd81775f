package io.moraine.read;

import io.moraine.base.Call;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.Cursor;
import io.moraine.model.TableScan;
import io.moraine.read.MemoryBudget.Reservation;
import io.moraine.table.RowIterator;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Rows in pages, whose memory is reserved while they are held. Its owner and its scope may close it
 * at the same time, so moving and closing exclude each other; {@link #cancel} does not wait.
 */
final class PagedCursor implements Cursor {
  private final FixedReadScope scope;
  private final Call call = Call.current();
  private final StopFlag stop;
  private final RowIterator rows;
  private final DecodedRecords decoded;
  private final Reservation memory;
  private final Queue<@Nullable Object[]> page = new ArrayDeque<>(ReadOptions.PAGE_ROWS);
  private @Nullable Object @Nullable [] row;
  private boolean ended;

  private PagedCursor(
      FixedReadScope scope,
      StopFlag stop,
      RowIterator rows,
      DecodedRecords decoded,
      Reservation memory) {
    this.scope = scope;
    this.stop = stop;
    this.rows = rows;
    this.decoded = decoded;
    this.memory = memory;
  }

  static PagedCursor open(
      FixedReadScope scope, TableScan scan, RowOpener opener, Reservation memory) {
    StopFlag stop = new StopFlag();
    StoreRecords records =
        new StoreRecords(
            scope.generation().reader(),
            scan.limit(),
            () -> {
              stop.check();
              scope.checkValid();
            });
    DecodedRecords decoded = new DecodedRecords(scope);
    RowIterator rows = opener.open(records, scan, scope.position().snapshotId(), decoded);
    return new PagedCursor(scope, stop, rows, decoded, memory);
  }

  @Override
  public synchronized boolean next() {
    boolean done = false;
    try {
      stop.check();
      scope.checkValid();
      if (page.isEmpty() && !ended) {
        ended = !call.run(() -> scope.parts().failures().translate(scope.generation(), this::fill));
      }
      row = page.poll();
      done = true;
      return row != null;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  /** Reads the next page; false if it is the last. */
  private boolean fill() {
    memory.release();
    try {
      while (page.size() < ReadOptions.PAGE_ROWS) {
        if (!rows.next()) {
          return false;
        }
        @Nullable Object[] next = rows.row();
        memory.grow(sizeBytes(next), "A page of rows");
        page.add(next);
      }
      return true;
    } finally {
      decoded.countPage();
    }
  }

  private static long sizeBytes(@Nullable Object[] values) {
    long payload = 0;
    for (Object value : values) {
      payload += value instanceof String text ? text.length() : Long.BYTES;
    }
    return 2 * payload + ReadOptions.ROW_OVERHEAD_BYTES;
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
    stop.stop(Kind.CANCELLED);
    call.cancel();
  }

  /** Closes it; a page being read in another thread ends first, soon. */
  @Override
  public void close() {
    stop.stop(Kind.CLOSED);
    closeOnce();
  }

  private synchronized void closeOnce() {
    row = null;
    page.clear();
    memory.release();
    if (scope.remove(this)) {
      rows.close();
    }
  }
}
