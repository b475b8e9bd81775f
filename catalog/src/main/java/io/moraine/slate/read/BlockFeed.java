package io.moraine.slate.read;

import io.moraine.base.Call;
import io.moraine.base.Call.Fork;
import io.moraine.slate.format.Block;
import io.moraine.slate.format.SsTableIndex;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one table's part in the order of a scan. Cached blocks are handed out as they are;
 * from the first one that is not cached, adjacent blocks are read together and ahead, as far as the
 * scan's shape allows and never beyond the part.
 *
 * <p>A read that no thread of the executor has begun when its blocks are due is done by the caller,
 * so a busy executor delays nothing. Not thread-safe.
 */
final class BlockFeed implements AutoCloseable {
  /** A read of adjacent blocks. */
  private record Batch(Fork<Block[]> read, long bytes) {}

  private final SstReader table;
  private final SsTableIndex index;
  private final boolean ascending;
  private final ScanShape shape;

  /** The blocks not yet handed out or asked for: from inclusive, to exclusive. */
  private int from;

  private int to;
  private final ArrayDeque<Batch> batches = new ArrayDeque<>();
  private long bytesAhead;
  private Block[] current = {};
  private int handedOut;

  BlockFeed(SstReader table, SsTableIndex index, int from, int to, Scan scan) {
    this.table = table;
    this.index = index;
    this.from = from;
    this.to = to;
    this.ascending = scan.direction() == Direction.ASCENDING;
    this.shape = scan.shape();
  }

  /** The next block, or null at the end of the part. */
  @Nullable Block next() {
    if (handedOut < current.length) {
      return take();
    }
    if (batches.isEmpty()) {
      if (from >= to) {
        return null;
      }
      Block cached = nextCached();
      if (cached != null) {
        return cached;
      }
    }
    readAhead();
    Batch due = batches.remove();
    current = await(due);
    bytesAhead -= due.bytes;
    handedOut = 0;
    return take();
  }

  private Block take() {
    int number = handedOut++;
    return current[ascending ? number : current.length - 1 - number];
  }

  private @Nullable Block nextCached() {
    if (shape == ScanShape.SEEK) {
      return table.block(index, advance());
    }
    Block cached = table.cachedBlock(index, ascending ? from : to - 1);
    if (cached != null) {
      advance();
    }
    return cached;
  }

  private int advance() {
    return ascending ? from++ : --to;
  }

  /** Starts reads until enough is under way; the first one is left to whoever is due. */
  private void readAhead() {
    int limit = table.context().executor().isPresent() ? shape.tasks() : 1;
    while (from < to
        && batches.size() < limit
        && (batches.isEmpty() || bytesAhead < shape.readAheadBytes())) {
      Batch batch = nextBatch();
      bytesAhead += batch.bytes;
      if (!batches.isEmpty()) {
        table.context().runAhead(batch.read);
      }
      batches.add(batch);
    }
  }

  private Batch nextBatch() {
    long room = shape.readAheadBytes() / shape.tasks();
    int first = ascending ? from : to - 1;
    int step = ascending ? 1 : -1;
    long bytes = index.blockLength(first);
    int last = first;
    while (last + step >= from
        && last + step < to
        && bytes + index.blockLength(last + step) <= room) {
      last += step;
      bytes += index.blockLength(last);
    }
    int low = Math.min(first, last);
    int high = Math.max(first, last) + 1;
    if (ascending) {
      from = high;
    } else {
      to = low;
    }
    boolean admit = shape.admitsBlocks();
    return new Batch(Call.fork(() -> table.readBlocks(index, low, high, admit)), bytes);
  }

  private Block[] await(Batch batch) {
    batch.read.run();
    return Awaited.result(batch.read, table.path());
  }

  @Override
  public void close() {
    // A read that runs is not interrupted: that would close files which others read.
    batches.forEach(batch -> batch.read.cancel(false));
    batches.clear();
    from = to;
    current = new Block[0];
    handedOut = 0;
  }
}
