package io.moraine.slate.read;

import io.moraine.base.Bytes;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A scan over parts, each opened when the one before is done. Not thread-safe. */
final class PartedScan implements RowIterator {
  /**
   * A stretch of a scan that has one source, or one merge of sources.
   *
   * @param position where in the scan it begins
   * @param rows its rows; nothing is read before their first move, but ahead
   */
  record Part(@Nullable Bytes position, RowIterator rows) {}

  private final StoreReader reader;
  private final ReadAhead ahead;
  private Iterator<Scan> scans;

  /** Parts that have not been opened, the first of them perhaps read ahead. */
  private final Queue<Part> upcoming = new ArrayDeque<>();

  private @Nullable RowIterator current;

  /** Asking for the first part, by another thread. */
  private @Nullable AheadRead<Boolean> beginning;

  private boolean closed;

  /**
   * A scan of some ranges, all in the same direction and shape.
   *
   * @param scans what is asked of each range, in the order of the scan
   */
  PartedScan(StoreReader reader, Direction direction, ScanShape shape, List<Scan> scans) {
    this.reader = reader;
    this.ahead = new ReadAhead(reader.context(), direction, shape, this::addParts);
    this.scans = scans.iterator();
  }

  @Override
  public void begin() {
    ReadContext context = reader.context();
    if (context.isFar() && current == null) {
      Part first = nextPart();
      if (first != null) {
        current = first.rows;
        String where = context.store().location();
        beginning = new AheadRead<>(where, () -> begin(first)).begin(context);
      }
    }
  }

  /** Holds the lock while it waits for the store, so that nobody closes what it opens. */
  private synchronized boolean begin(Part part) {
    if (!closed) {
      ahead.begin(part.position);
    }
    return closed;
  }

  @Override
  public boolean next() {
    if (beginning != null) {
      beginning.await();
      beginning = null;
    }
    while (current == null || !current.next()) {
      closeCurrent();
      Part part = nextPart();
      if (part == null) {
        return false;
      }
      current = part.rows;
      ahead.begin(part.position);
      ahead.fill();
    }
    return true;
  }

  private @Nullable Part nextPart() {
    return upcoming.isEmpty() && !addParts() ? null : upcoming.remove();
  }

  /** Adds the parts of the next range that has any; false if there is none. */
  private boolean addParts() {
    int before = upcoming.size();
    while (upcoming.size() == before && scans.hasNext()) {
      upcoming.addAll(reader.parts(scans.next(), ahead));
    }
    return upcoming.size() > before;
  }

  @Override
  public Bytes key() {
    return current().key();
  }

  @Override
  public Bytes value() {
    return current().value();
  }

  @Override
  public long seq() {
    return current().seq();
  }

  @Override
  public OptionalLong createMillis() {
    return current().createMillis();
  }

  @Override
  public OptionalLong expireMillis() {
    return current().expireMillis();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (beginning != null) {
      beginning.cancel();
    }
    scans = List.<Scan>of().iterator();
    closeCurrent();
    upcoming.forEach(part -> part.rows.close());
    upcoming.clear();
  }

  private void closeCurrent() {
    if (current != null) {
      current.close();
      current = null;
    }
  }

  private RowIterator current() {
    if (current == null) {
      throw new IllegalStateException("no current row");
    }
    return current;
  }
}
