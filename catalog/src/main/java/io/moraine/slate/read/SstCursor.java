package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Block;
import io.moraine.slate.format.BlockCursor;
import io.moraine.slate.format.RowView;
import io.moraine.slate.format.SsTableIndex;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one table within a range. Nothing is read before the first move, unless the scan
 * reads ahead.
 */
final class SstCursor implements RowCursor, Upcoming {
  private static final long MOST_BYTES = 1L << 40;

  private final SstReader table;
  private final Scan scan;
  private final ReadAhead ahead;
  private final @Nullable Bytes position;
  private final long sizeBytes;
  private final boolean ascending;

  private @Nullable AheadRead<OpenTable> opening;

  /** What {@link #opening} counts for among the blocks asked for. */
  private long openingBytes;

  private @Nullable SsTableIndex index;
  private @Nullable BlockFeed feed;
  private @Nullable BlockCursor rows;

  /** The block under the cursor; the one before the first that is handed out at the start. */
  private int block;

  /** Whether a row of the current block may lie beyond the end of the range. */
  private boolean checked;

  private boolean finished;

  /**
   * A cursor before the first row.
   *
   * @param scan what is asked of the view
   * @param position where in the scan the first row is needed
   */
  SstCursor(SstView view, Scan scan, ReadAhead ahead, @Nullable Bytes position) {
    this.table = view.table();
    this.scan = scan.within(view.range());
    this.ahead = ahead;
    this.position = position;
    boolean whole = this.scan.range().equals(view.range());
    this.sizeBytes = whole ? Math.min(table.file().dataBytes(), MOST_BYTES) : 0;
    this.ascending = scan.direction() == Direction.ASCENDING;
  }

  @Override
  public @Nullable Bytes position() {
    return position;
  }

  @Override
  public long sizeBytes() {
    return sizeBytes;
  }

  @Override
  public void askIndex() {
    if (!table.file().isSmall()) {
      ask();
    }
  }

  @Override
  public void begin() {
    if (!table.file().isSmall()) {
      open();
    } else if (ask()) {
      openingBytes = table.file().partsEnd();
      ahead.asked(openingBytes);
    } else if (opening == null) {
      open();
    }
  }

  /** Has another thread open the table; false if that was done, or takes no request. */
  private boolean ask() {
    if (isOpen() || opening != null || table.cachedMetadata() != null) {
      return false;
    }
    opening = new AheadRead<>(table.file().path(), table::open).begin(table.context());
    return true;
  }

  @Override
  public boolean next() {
    if (finished) {
      return false;
    }
    BlockCursor current = rows;
    boolean there =
        current == null ? openFirstRow() : ascending ? current.next() : current.previous();
    while (!there) {
      if (!openNextBlock()) {
        finished = true;
        return false;
      }
      there = ascending ? opened().next() : opened().previous();
    }
    if (checked && isBeyondEnd(opened())) {
      finished = true;
      return false;
    }
    return true;
  }

  @Override
  public RowView row() {
    return opened();
  }

  @Override
  public void close() {
    finished = true;
    if (opening != null) {
      opening.cancel();
      opening = null;
    }
    if (feed != null) {
      feed.close();
      feed = null;
    }
    // The tables of a long run that were read are closed one by one and stay with the scan.
    index = null;
    rows = null;
  }

  /** Opens the first block and finds the first row there; false if it has none in the range. */
  private boolean openFirstRow() {
    open();
    if (!openNextBlock()) {
      return false;
    }
    BlockCursor first = opened();
    if (ascending) {
      return first.seek(scan.range().from());
    }
    Bytes end = scan.range().to();
    if (end != null) {
      return first.seekBefore(end);
    }
    first.moveToEnd();
    return first.previous();
  }

  private boolean isOpen() {
    return index != null || finished;
  }

  /** Waits for the index; there is a feed then, unless the table has no row in the range. */
  private void open() {
    if (isOpen()) {
      return;
    }
    if (openingBytes > 0) {
      ahead.fill();
      ahead.taken(openingBytes);
    }
    OpenTable open = opening == null ? table.open() : opening.await();
    opening = null;
    SsTableIndex blocks = open.metadata().index();
    index = blocks;
    if (scan.prefix() != null && table.lacksPrefix(open.metadata().filter(), scan.prefix())) {
      return;
    }
    int from = blocks.firstBlockFor(scan.range().from());
    Bytes end = scan.range().to();
    int to = end == null ? blocks.blockCount() : Math.max(blocks.blocksBelow(end), from);
    block = ascending ? from - 1 : to;
    feed = new BlockFeed(table, open, from, to, ahead, position);
    ahead.add(feed);
  }

  private boolean openNextBlock() {
    Block next = feed == null ? null : feed.next();
    if (next == null || index == null) {
      return false;
    }
    block += ascending ? 1 : -1;
    checked = mayReachEnd(index);
    if (rows == null) {
      rows = new BlockCursor(next);
    } else {
      rows.open(next);
    }
    if (!ascending) {
      rows.moveToEnd();
    }
    return true;
  }

  /** Separators tell for most blocks that no row can lie beyond the end. */
  private boolean mayReachEnd(SsTableIndex blocks) {
    Bytes end = scan.range().to();
    if (!ascending) {
      return blocks.compareFirstKey(block, scan.range().from()) < 0;
    }
    return end != null
        && (block + 1 >= blocks.blockCount() || blocks.compareFirstKey(block + 1, end) >= 0);
  }

  private boolean isBeyondEnd(RowView row) {
    Bytes end = scan.range().to();
    return ascending
        ? end != null && row.compareKey(end) >= 0
        : row.compareKey(scan.range().from()) < 0;
  }

  private BlockCursor opened() {
    if (rows == null) {
      throw new IllegalStateException("no current row");
    }
    return rows;
  }
}
