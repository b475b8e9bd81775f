package io.moraine.slate.read;

import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.format.FilterPolicy;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.SlateFormatException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;

/**
 * What all readers of one store share.
 *
 * @param store where the tables are
 * @param cache their blocks, indexes and filters
 * @param filterPolicies which filters are understood
 * @param mergeOperator makes values of merge rows; without it they are refused
 * @param executor runs reads ahead of their use; without it nothing is read ahead
 * @param counters what reading has cost
 */
public record ReadContext(
    ObjectStore store,
    BlockCache cache,
    List<FilterPolicy> filterPolicies,
    Optional<MergeOperator> mergeOperator,
    Optional<Executor> executor,
    ReadCounters counters) {
  /** A larger read is preceded by a look at the object's size, since lengths may be damaged. */
  private static final long BELIEVED_BYTES = 16 << 20;

  /** Bytes {@code [offset, offset + length)} of an object, cut at its end. */
  Region read(String path, long offset, long length) {
    if (length > BELIEVED_BYTES) {
      checkSize(path, offset, length);
    }
    try {
      Region region = new Region(path, offset, store.readRange(path, offset, (int) length));
      counters.requests.increment();
      counters.bytes.add(region.length());
      return region;
    } catch (ObjectStoreException e) {
      if (e.kind() == ObjectStoreException.Kind.BAD_REQUEST) {
        throw new SlateFormatException(path, offset, "object ends before this byte", e);
      }
      throw e;
    }
  }

  /** All of an object. */
  Region readWhole(String path) {
    Region region = Region.whole(path, store.read(path));
    counters.requests.increment();
    counters.bytes.add(region.length());
    return region;
  }

  /** Whether it is worth asking for several things at once: each answer takes its time. */
  boolean isFar() {
    return executor.isPresent() && !store.isLocal();
  }

  /** Has {@code task} run by another thread, if one can be had; whoever needs it runs it else. */
  void runAhead(FutureTask<?> task) {
    if (executor.isPresent()) {
      try {
        executor.get().execute(task);
      } catch (RejectedExecutionException e) {
        // The threads are gone, as at the end of the program; the task waits for its user.
        return;
      }
    }
  }

  /** The same keeping blocks in {@code other}. */
  public ReadContext withCache(BlockCache other) {
    return new ReadContext(store, other, filterPolicies, mergeOperator, executor, counters);
  }

  /** The same for objects in {@code other}. */
  public ReadContext withStore(ObjectStore other) {
    return new ReadContext(other, cache, filterPolicies, mergeOperator, executor, counters);
  }

  private void checkSize(String path, long offset, long length) {
    long size =
        store
            .head(path)
            .orElseThrow(
                () ->
                    new ObjectStoreException(
                        ObjectStoreException.Kind.NOT_FOUND,
                        path,
                        path + " does not exist in " + store.location(),
                        null))
            .size();
    if (length > Integer.MAX_VALUE - 16 || offset > size - length) {
      throw new SlateFormatException(
          path, offset, length + " bytes expected, the object ends at " + size);
    }
  }
}
