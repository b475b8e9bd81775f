package io.moraine.slate.gc;

import io.moraine.slate.manifest.Checkpoint;

/** Tells which checkpoints a collection drops. */
@FunctionalInterface
public interface CheckpointRule {
  /** Those that have expired, as SlateDB does. */
  CheckpointRule EXPIRED = Checkpoint::isExpired;

  /**
   * Whether nobody needs {@code checkpoint} any more.
   *
   * @param nowSeconds the store's time, seconds since 1970-01-01 UTC
   */
  boolean isDead(Checkpoint checkpoint, long nowSeconds);
}
