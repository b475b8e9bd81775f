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
 */
record ProcessResources(BlockCache cache, Workers workers) {
  /** Reads of all stores together that are under way at once. */
  private static final int READS_AT_ONCE = 64;

  private static final AtomicReference<@Nullable ProcessResources> SHARED = new AtomicReference<>();

  /** The one of this process; only the first call fixes the budget. */
  static ProcessResources shared(long blockCacheBytes) {
    ProcessResources made = SHARED.get();
    if (made == null) {
      ProcessResources ours =
          new ProcessResources(
              new BlockCache(blockCacheBytes), new Workers("moraine-read", READS_AT_ONCE));
      made = SHARED.compareAndSet(null, ours) ? ours : shared(blockCacheBytes);
    }
    return made;
  }

  /** The way to S3. Nothing of it is loaded before, which would take long. */
  static S3Stores s3() {
    return OfS3.STORES;
  }

  private static final class OfS3 {
    static final S3Stores STORES = new S3Stores(RandomSource.SYSTEM);
  }
}
