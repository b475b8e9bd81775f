package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Block;
import io.moraine.slate.format.SsTableIndex;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one table's part in the order of a scan. Cached blocks are handed out as they are;
 * from the first one that is not cached, adjacent blocks are read together, and ahead as {@link
 * ReadAhead} says, but never beyond the part. Not thread-safe.
 */
final class BlockFeed implements AutoCloseable {
  /** A read of adjacent blocks. */
  private record Batch(AheadRead<Block[]> read, long bytes) {}

  private final SstReader table;
  private final SsTableIndex index;
  private final ReadAhead ahead;
  private final boolean ascending;
  private final @Nullable Bytes start;

  /** The blocks not yet handed out or asked for: from inclusive, to exclusive. */
  private int from;

  private int to;
  private boolean begun;
  private final ArrayDeque<Batch> batches = new ArrayDeque<>();
  private Block[] current = {};
  private int handedOut;

  /**
   * Blocks {@code from} to {@code to}, the latter left out.
   *
   * @param start where in the scan the first of them is needed
   */
  BlockFeed(
      SstReader table, OpenTable open, int from, int to, ReadAhead ahead, @Nullable Bytes start) {
    this.table = table;
    this.index = open.metadata().index();
    this.ahead = ahead;
    this.ascending = ahead.isAscending();
    this.start = start;
    this.from = from;
    this.to = to;
    if (!open.blocks().isEmpty()) {
      current = open.blocks().subList(from, to).toArray(Block[]::new);
      this.from = to;
    }
  }

  /** The next block, or null at the end of the part. */
  @Nullable Block next() {
    if (handedOut < current.length) {
      return take();
    }
    if (batches.isEmpty()) {
      if (isAskedFor()) {
        return null;
      }
      Block cached = nextCached();
      if (cached != null) {
        return cached;
      }
      // Left to this thread, which has to wait for it anyway.
      ask();
    }
    ahead.fill();
    Batch due = batches.remove();
    ahead.taken(due.bytes);
    current = due.read.await();
    handedOut = 0;
    return take();
  }

  /** The next block not asked for if it is in the cache, else null. */
  private @Nullable Block nextCached() {
    Block cached = isAskedFor() ? null : table.cachedBlock(index, ascending ? from : to - 1);
    if (cached != null) {
      pass(1);
    }
    return cached;
  }

  private Block take() {
    int number = handedOut++;
    return current[ascending ? number : current.length - 1 - number];
  }

  /** Whether nothing is left to ask for. */
  boolean isAskedFor() {
    return from >= to;
  }

  /** Whether anything was asked for. */
  boolean isBegun() {
    return begun || isAskedFor();
  }

  /** Where in the scan the blocks not yet asked for begin. */
  @Nullable Bytes position() {
    return begun ? index.firstKey(ascending ? from : to) : start;
  }

  /** Size of the blocks not yet asked for that the scan needs before it comes to a position. */
  long bytesBefore(@Nullable Bytes position) {
    int first =
        ascending || position == null ? from : Math.max(from, index.firstBlockFor(position));
    int end = ascending && position != null ? Math.min(to, index.blocksBelow(position)) : to;
    boolean none = first >= end || (!ascending && position == null);
    return none ? 0 : bytes(first, end);
  }

  /** Has other threads read the next blocks, unless they are in the cache. */
  void askAhead() {
    List<Block> cached = new ArrayList<>();
    long bytes = 0;
    for (Block next = nextCached(); next != null; next = nextCached()) {
      cached.add(next);
      bytes += next.sizeBytes();
      if (bytes >= ahead.readBytes()) {
        break;
      }
    }
    if (cached.isEmpty()) {
      ask().begin(table.context());
    } else {
      if (!ascending) {
        Collections.reverse(cached);
      }
      Block[] blocks = cached.toArray(Block[]::new);
      add(() -> blocks, bytes);
    }
  }

  private AheadRead<Block[]> ask() {
    int count = countWithin(ahead.readBytes());
    int low = ascending ? from : to - count;
    int high = low + count;
    pass(count);
    boolean admit = ahead.shape().admitsBlocks();
    return add(
        count == 1 && admit
            // Several parts of a scan may want the same one.
            ? () -> new Block[] {table.block(index, low)}
            : () -> table.readBlocks(index, low, high, admit),
        bytes(low, high));
  }

  private AheadRead<Block[]> add(Supplier<Block[]> blocks, long bytes) {
    AheadRead<Block[]> read = new AheadRead<>(table.file().path(), blocks);
    batches.add(new Batch(read, bytes));
    ahead.asked(bytes);
    return read;
  }

  private long bytes(int low, int high) {
    return index.blockOffset(high - 1) + index.blockLength(high - 1) - index.blockOffset(low);
  }

  /** How many of the next blocks are at most {@code room} bytes together; at least one. */
  private int countWithin(long room) {
    int count = 0;
    long bytes = 0;
    while (count < to - from) {
      bytes += index.blockLength(ascending ? from + count : to - 1 - count);
      if (count > 0 && bytes > room) {
        break;
      }
      count++;
    }
    return count;
  }

  private void pass(int count) {
    begun = true;
    if (ascending) {
      from += count;
    } else {
      to -= count;
    }
  }

  @Override
  public void close() {
    for (Batch batch : batches) {
      batch.read.cancel();
      ahead.taken(batch.bytes);
    }
    batches.clear();
    from = to;
    current = new Block[0];
    handedOut = 0;
  }
}
