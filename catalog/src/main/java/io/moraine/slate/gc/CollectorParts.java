package io.moraine.slate.gc;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.compaction.CompactionsStore;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.StoreLayout;
import java.util.concurrent.Executor;

/**
 * What a collector works with.
 *
 * @param store where the database is
 * @param log where its write-ahead log is, mostly the same store
 * @param manifests its manifests
 * @param compactions its states of compaction
 * @param executor deletes several objects at once
 * @param clock the time
 * @param ids where ids of writes come from
 * @param rule which checkpoints are dropped
 */
public record CollectorParts(
    ObjectStore store,
    ObjectStore log,
    ManifestStore manifests,
    CompactionsStore compactions,
    Executor executor,
    Clock clock,
    IdSource ids,
    CheckpointRule rule) {
  /** Where objects lie. */
  StoreLayout layout() {
    return manifests.layout();
  }

  /** The store's time, milliseconds since 1970-01-01 UTC. */
  long nowMillis() {
    return clock.wallMillis() + store.clockLeadMillis();
  }
}
