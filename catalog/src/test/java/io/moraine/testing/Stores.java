package io.moraine.testing;

import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.SlateOptions;
import io.moraine.slate.SlateStore;
import io.moraine.slate.compaction.CompactionsStore;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.sequenced.SequencedMetadata;
import java.time.Duration;

/** Databases with manifests of their own, which the calling thread looks for. */
public final class Stores {
  private static final Duration CONFIRMATION = Duration.ofMinutes(4);

  private Stores() {}

  /** The manifests of the database at {@code layout}. */
  public static ManifestStore manifests(ObjectStore store, StoreLayout layout) {
    return new ManifestStore(
        new SequencedMetadata(store, layout.manifests(), Runnable::run, Clock.SYSTEM, CONFIRMATION),
        layout);
  }

  /** The database at {@code layout}. */
  public static SlateStore slate(ObjectStore store, StoreLayout layout, SlateOptions options) {
    return new SlateStore(store, manifests(store, layout), options);
  }

  /** The states of compaction of the database at {@code layout}. */
  public static CompactionsStore compactions(ObjectStore store, StoreLayout layout) {
    return CompactionsStore.of(store, layout, Runnable::run, Clock.SYSTEM, CONFIRMATION);
  }
}
