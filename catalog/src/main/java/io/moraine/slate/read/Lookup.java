package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Block;
import io.moraine.slate.format.BlockCursor;
import io.moraine.slate.format.RowView;
import io.moraine.slate.format.SipHash13;
import io.moraine.slate.format.SstFilter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One point read on its way through the sources, newest first. Not thread-safe. */
final class Lookup {
  private final Bytes key;
  private final Resolution resolution;
  private @Nullable BlockCursor cursor;
  private boolean hashed;
  private long hash;

  Lookup(Bytes key, long maxSeq, Optional<MergeOperator> operator) {
    this.key = key;
    this.resolution = new Resolution(maxSeq, operator);
  }

  Bytes key() {
    return key;
  }

  /** False if {@code filter} knows that the key is not there. */
  boolean passes(SstFilter filter) {
    return filter.mayContain(key, hash());
  }

  /** What filters look up. Once it is known, threads may ask filters side by side. */
  long hash() {
    if (!hashed) {
      hash = SipHash13.hash(key);
      hashed = true;
    }
    return hash;
  }

  /** Takes a version; true if the matter is settled. */
  boolean add(RowView row) {
    return resolution.add(row, key);
  }

  /** Takes the versions in {@code block}; true if the matter is settled. */
  boolean addAll(Block block) {
    BlockCursor rows = cursor(block);
    if (rows.find(key)) {
      do {
        if (add(rows)) {
          return true;
        }
      } while (rows.findNextVersion(key));
    }
    return false;
  }

  /** Takes the versions in {@code blocks}; true if the matter is settled. */
  boolean addAll(List<Block> blocks) {
    for (Block block : blocks) {
      if (addAll(block)) {
        return true;
      }
    }
    return false;
  }

  /** The row that the sources hold, or null. */
  @Nullable StoredRow result() {
    resolution.finish(key);
    return resolution.isPresent()
        ? new StoredRow(
            key,
            resolution.value(),
            resolution.seq(),
            resolution.createMillis(),
            resolution.expireMillis())
        : null;
  }

  private BlockCursor cursor(Block block) {
    BlockCursor reused = cursor;
    if (reused == null) {
      reused = new BlockCursor(block);
      cursor = reused;
    } else {
      reused.open(block);
    }
    return reused;
  }
}
