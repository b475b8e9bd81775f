package io.moraine.slate.gc;

import io.moraine.base.Bytes;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.SlateOptions;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.BlockCache;
import io.moraine.testing.AgedObjectStore;
import io.moraine.testing.Fixtures;
import io.moraine.testing.LiveObjects;
import io.moraine.testing.ManualClock;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A store of SlateDB in memory, and collectors of it, each as in a process of its own. */
final class GcStage {
  static final CollectorOptions AT_ONCE = CollectorOptions.DEFAULT.withMinAge(Duration.ZERO);

  private final MemoryObjectStore objects;
  private final StoreLayout layout;
  private final ManualClock clock;

  GcStage(String fixture, String root) {
    objects = Fixtures.inMemory("slatedb/" + fixture);
    layout = new StoreLayout(root);
    clock = new ManualClock(Instant.ofEpochSecond(firstExpiry() - 1));
  }

  /** When the first checkpoint expires; any late time if none does. */
  private long firstExpiry() {
    return latest().checkpoints().stream()
        .mapToLong(Checkpoint::expireTimeSeconds)
        .filter(each -> each != 0)
        .min()
        .orElse(Instant.parse("2027-01-15T12:00:00Z").getEpochSecond());
  }

  /** One with all kinds of garbage: two manifests are pinned, and two log objects are of use. */
  static GcStage full() {
    return new GcStage("runs-l0-wal", "db");
  }

  MemoryObjectStore objects() {
    return objects;
  }

  StoreLayout layout() {
    return layout;
  }

  ManualClock clock() {
    return clock;
  }

  long nowSeconds() {
    return clock.wallMillis() / 1000;
  }

  ManifestStore manifests() {
    return Stores.manifests(objects, layout);
  }

  Manifest latest() {
    return manifests().readLatest().orElseThrow();
  }

  Manifest update(ManifestStore.Successor change) {
    return manifests().update(change, IdSource.SYSTEM).orElseThrow();
  }

  LiveObjects live() {
    return LiveObjects.in(objects, layout, SlateOptions.of(new BlockCache(1 << 20)));
  }

  /** A collector that goes {@code way}, for which all objects are very old. */
  Collector collector(ObjectStore way) {
    return collectorOf(new AgedObjectStore(way));
  }

  /** A collector that goes by the ages that the store tells. */
  Collector collectorOf(ObjectStore store) {
    return new Collector(
        new CollectorParts(
            store,
            store,
            Stores.manifests(store, layout),
            Stores.compactions(store, layout),
            Runnable::run,
            clock,
            IdSource.SYSTEM,
            CheckpointRule.EXPIRED));
  }

  CollectorReport collect(CollectorOptions options) {
    return collector(objects).collect(options);
  }

  static CollectorReport.Kind of(CollectorReport report, Garbage kind) {
    return report.kinds().stream().filter(each -> each.garbage() == kind).findFirst().orElseThrow();
  }

  List<String> names(String folder) {
    return objects.list(layout.root() + "/" + folder, "").stream().map(ObjectMeta::name).toList();
  }

  /** Has a table lie there that no manifest has. */
  Ulid strayTable(long madeAtMillis) {
    Ulid id = new Ulid(madeAtMillis << 16, objects.list(layout.tableFolder(), "").size());
    objects.putIfAbsent(layout.table(id), Bytes.utf8("stray"), id.toString());
    return id;
  }
}
