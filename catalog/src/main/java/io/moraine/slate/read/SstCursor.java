package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Block;
import io.moraine.slate.format.BlockCursor;
import io.moraine.slate.format.RowView;
import io.moraine.slate.format.SsTableIndex;
import org.jspecify.annotations.Nullable;

/** The rows of one table within a range. Nothing is read before the first move. */
final class SstCursor implements RowCursor {
  private final SstReader table;
  private final Scan scan;
  private final boolean ascending;

  private @Nullable SsTableIndex index;
  private @Nullable BlockFeed feed;
  private @Nullable BlockCursor rows;

  /** The block under the cursor; the one before the first that is handed out at the start. */
  private int block;

  /** Whether a row of the current block may lie beyond the end of the range. */
  private boolean checked;

  private boolean finished;

  SstCursor(SstReader table, Scan scan) {
    this.table = table;
    this.scan = scan;
    this.ascending = scan.direction() == Direction.ASCENDING;
  }

  @Override
  public boolean next() {
    if (finished) {
      return false;
    }
    BlockCursor current = rows;
    boolean there = current == null ? begin() : ascending ? current.next() : current.previous();
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
    if (feed != null) {
      feed.close();
    }
  }

  /** Opens the first block and finds the first row there; false if it has none in the range. */
  private boolean begin() {
    if (scan.prefix() != null && table.lacksPrefix(scan.prefix())) {
      return false;
    }
    SsTableIndex blocks = table.metadata().index();
    int from = blocks.firstBlockFor(scan.range().from());
    Bytes end = scan.range().to();
    int to = end == null ? blocks.blockCount() : Math.max(blocks.blocksBelow(end), from);
    index = blocks;
    feed = new BlockFeed(table, blocks, from, to, scan);
    block = ascending ? from - 1 : to;
    if (!openNextBlock()) {
      return false;
    }
    BlockCursor first = opened();
    if (ascending) {
      return first.seek(scan.range().from());
    }
    if (end != null) {
      return first.seekBefore(end);
    }
    first.moveToEnd();
    return first.previous();
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
