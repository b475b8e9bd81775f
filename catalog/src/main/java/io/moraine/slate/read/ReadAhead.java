package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.format.SlateFormatException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a scan asks for before it is due. Not thread-safe.
 *
 * <pre>
 * rows given | blocks asked for: the window | indexes asked for: as far again | not looked at
 * -----------+------------------------------+---------------------------------+--------------> keys
 * </pre>
 *
 * <p>All tables of the scan, of all runs and segments, share one window, which moves on with every
 * read that is taken. Rows are given in the order of keys, so blocks are asked for in the order of
 * their first keys, whatever table they are in; and the index of a table is there by the time that
 * the window reaches the table. Of a local store only tables that are open are read ahead.
 */
final class ReadAhead {
  /** A read is a small part of the window at first, and a larger one once the scan proves long. */
  private static final int MOST_READS = 32;

  private static final int FEWEST_READS = 8;

  private final ReadContext context;
  private final ScanShape shape;
  private final boolean ascending;

  /** Adds the next parts of the scan; false if there are none. */
  private final BooleanSupplier parts;

  /** Sources whose index was not asked for, by position. */
  private final Deque<Upcoming> later = new ArrayDeque<>();

  /** Sources beyond the window whose index was asked for, by position. */
  private final Deque<Upcoming> upcoming = new ArrayDeque<>();

  /** Tables that are open and have blocks not asked for. */
  private final List<BlockFeed> feeds = new ArrayList<>();

  /** What was asked for and not taken. */
  private int reads;

  private long bytes;
  private long bytesTaken;

  ReadAhead(ReadContext context, Direction direction, ScanShape shape, BooleanSupplier parts) {
    this.context = context;
    this.shape = shape;
    this.ascending = direction == Direction.ASCENDING;
    this.parts = parts;
  }

  ScanShape shape() {
    return shape;
  }

  boolean isAscending() {
    return ascending;
  }

  /** Adds sources, in any order, that are needed after all that were added before. */
  void addAll(List<? extends Upcoming> sources) {
    if (context.isFar()) {
      List<Upcoming> sorted = new ArrayList<>(sources);
      sorted.sort((a, b) -> compare(a.position(), b.position()));
      later.addAll(sorted);
    }
  }

  /** Adds a table that is open. */
  void add(BlockFeed feed) {
    feeds.add(feed);
  }

  /** How much one read should carry. */
  long readBytes() {
    int fewest = context.isFar() ? Math.min(shape.tasks(), FEWEST_READS) : shape.tasks();
    long most = shape.readAheadBytes() / fewest;
    return Math.max(shape.readAheadBytes() / MOST_READS, Math.min(bytesTaken / 4, most));
  }

  /** Counts a read that was asked for. */
  void asked(long readBytes) {
    reads++;
    bytes += readBytes;
  }

  /** Counts a read whose result is being used, or is not wanted any more. */
  void taken(long readBytes) {
    reads--;
    bytes -= readBytes;
    bytesTaken += readBytes;
  }

  /** Asks for everything that is needed to give a row at {@code position}, room or not. */
  void begin(@Nullable Bytes position) {
    if (!context.isFar()) {
      return;
    }
    while (isNeeded(later.peek(), position)) {
      askIndex();
    }
    while (isNeeded(upcoming.peek(), position)) {
      upcoming.remove().begin();
    }
    for (BlockFeed feed : feeds) {
      if (!feed.isBegun() && compare(feed.position(), position) <= 0) {
        feed.askAhead();
      }
    }
  }

  /** Asks for what comes next, as far as there is room. */
  void fill() {
    if (context.executor().isEmpty() || shape.readAheadBytes() == 0) {
      return;
    }
    askIndexes();
    while (reads < shape.tasks() && bytes < shape.readAheadBytes() && askNext()) {
      askIndexes();
    }
  }

  private boolean askNext() {
    BlockFeed feed = firstFeed();
    Upcoming next = upcoming.peek();
    if (next != null && (feed == null || compare(next.position(), feed.position()) <= 0)) {
      return beginAhead(upcoming.remove());
    }
    if (feed != null) {
      feed.askAhead();
    }
    return feed != null;
  }

  private boolean beginAhead(Upcoming next) {
    try {
      next.begin();
      return true;
    } catch (SlateFormatException | ObjectStoreException e) {
      // Not yet: the error is for who needs this very table, and meets it then.
      later.clear();
      upcoming.clear();
      return false;
    }
  }

  private void askIndexes() {
    while (context.isFar() && upcoming.size() < 2 * shape.tasks() && hasLater()) {
      Upcoming next = later.peek();
      if (next != null && bytesBefore(next) > 2L * shape.readAheadBytes()) {
        return;
      }
      askIndex();
    }
  }

  private boolean hasLater() {
    return !later.isEmpty() || parts.getAsBoolean();
  }

  private void askIndex() {
    Upcoming next = later.poll();
    if (next != null) {
      next.askIndex();
      upcoming.add(next);
    }
  }

  private long bytesBefore(Upcoming next) {
    long before = bytes;
    for (BlockFeed feed : feeds) {
      before += feed.bytesBefore(next.position());
    }
    for (Upcoming each : upcoming) {
      before += each.sizeBytes();
    }
    return before;
  }

  private @Nullable BlockFeed firstFeed() {
    feeds.removeIf(BlockFeed::isAskedFor);
    BlockFeed first = null;
    for (BlockFeed each : feeds) {
      if (first == null || compare(each.position(), first.position()) < 0) {
        first = each;
      }
    }
    return first;
  }

  private boolean isNeeded(@Nullable Upcoming next, @Nullable Bytes position) {
    return next != null && compare(next.position(), position) <= 0;
  }

  /** Which position the scan comes to first. */
  private int compare(@Nullable Bytes a, @Nullable Bytes b) {
    int order = a == null || b == null ? Boolean.compare(a == null, b == null) : a.compareTo(b);
    return ascending ? order : -order;
  }
}
