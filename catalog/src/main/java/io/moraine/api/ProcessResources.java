package io.moraine.api;

import io.moraine.base.RandomSource;
import io.moraine.base.Workers;
import io.moraine.objectstore.s3.S3Stores;
import io.moraine.slate.read.BlockCache;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What all lakes of the process share, kept from the first one on.
 *
 * @param cache blocks of tables
 * @param workers who waits for stores on behalf of others
 * @param s3 clients of S3
 */
record ProcessResources(BlockCache cache, Workers workers, S3Stores s3) {
  /** Reads of all stores together that are under way at once. */
  private static final int READS_AT_ONCE = 32;

  private static final AtomicReference<@Nullable ProcessResources> SHARED = new AtomicReference<>();

  /** The one of this process; only the first call fixes the budget. */
  static ProcessResources shared(long blockCacheBytes) {
    ProcessResources made = SHARED.get();
    if (made == null) {
      ProcessResources ours =
          new ProcessResources(
              new BlockCache(blockCacheBytes),
              new Workers("moraine-read", READS_AT_ONCE),
              new S3Stores(RandomSource.SYSTEM));
      made = SHARED.compareAndSet(null, ours) ? ours : shared(blockCacheBytes);
    }
    return made;
  }
}
