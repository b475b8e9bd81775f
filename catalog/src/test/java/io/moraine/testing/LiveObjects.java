package io.moraine.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.SlateOptions;
import io.moraine.slate.SlateReader;
import io.moraine.slate.SlateStore;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.slate.read.TailAdmission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Walks the manifest in force and those that its checkpoints name: each object that one of them
 * needs must be there and read. Knows the rules of references on its own.
 *
 * @param store where the database is
 * @param log where its write-ahead log is
 * @param layout where objects lie
 * @param options how it is read
 */
public record LiveObjects(
    ObjectStore store, ObjectStore log, StoreLayout layout, SlateOptions options) {
  private static final String NEWEST = "newest";

  /** Of a database in one store. */
  public static LiveObjects in(ObjectStore store, StoreLayout layout, SlateOptions options) {
    return new LiveObjects(store, store, layout, options);
  }

  /**
   * The rows of the newest state, and of each checkpoint, by its id.
   *
   * @param nowSeconds when checkpoints must not have expired
   */
  public Map<String, List<String>> read(long nowSeconds) {
    ManifestStore manifests = Stores.manifests(store, layout);
    SlateStore slate = new SlateStore(store, manifests, options);
    Manifest latest = slate.readLatestManifest();
    Map<String, List<String>> states = new TreeMap<>();
    states.put(NEWEST, rows(slate, latest, lastLogId(latest)));
    for (Checkpoint each : latest.checkpoints()) {
      if (!each.isExpired(nowSeconds)) {
        Manifest pinned = manifests.readById(each.manifestId());
        states.put(each.id().toString(), rows(slate, pinned, pinned.walIdLastSeen()));
      }
    }
    return states;
  }

  /**
   * Checks that everything is there that the newest state needs, and each checkpoint.
   *
   * @param nowSeconds when checkpoints must not have expired
   * @param known pinned manifests by id, which never change; those that are read now are added
   */
  public void check(long nowSeconds, Map<Long, Manifest> known) {
    ManifestStore manifests = Stores.manifests(store, layout);
    Manifest latest = manifests.readLatest().orElseThrow();
    check(latest, lastLogId(latest));
    latest.checkpoints().stream()
        .filter(each -> !each.isExpired(nowSeconds))
        .map(Checkpoint::manifestId)
        .distinct()
        .forEach(
            id -> {
              assertThat(store.head(layout.manifest(id))).as("manifest %s", id).isPresent();
              Manifest pinned = known.computeIfAbsent(id, manifests::readById);
              check(pinned, pinned.walIdLastSeen());
            });
  }

  private long lastLogId(Manifest manifest) {
    long last = manifest.replayAfterWalId();
    while (log.head(layout.wal(last + 1)).isPresent()) {
      last++;
    }
    assertThat(last).as("the end of the log").isGreaterThanOrEqualTo(manifest.walIdLastSeen());
    return last;
  }

  private void check(Manifest manifest, long lastLogId) {
    for (long id = manifest.replayAfterWalId() + 1; id <= lastLogId; id++) {
      assertThat(log.head(layout.wal(id))).as("log object %s", id).isPresent();
    }
    manifest
        .views()
        .forEach(
            view ->
                assertThat(store.head(view.table().path()))
                    .as("table %s of manifest %s", view.table().id(), manifest.id())
                    .isPresent());
  }

  private List<String> rows(SlateStore slate, Manifest manifest, long lastLogId) {
    check(manifest, lastLogId);
    long last = Math.max(lastLogId, manifest.replayAfterWalId());
    return rows(slate.open(manifest, slate.readTail(manifest, last, TailAdmission.UNLIMITED)));
  }

  private static List<String> rows(SlateReader reader) {
    List<String> rows = new ArrayList<>();
    try (RowIterator all = reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)) {
      while (all.next()) {
        rows.add(hex(all.key()) + "=" + hex(all.value()));
      }
    }
    return rows;
  }

  private static String hex(Bytes bytes) {
    return bytes.length() > 256 ? bytes.length() + " bytes " + bytes.hashCode() : bytes.toHex();
  }

  /** All objects of the database, by path; what they hold is told by a hash. */
  public Map<String, Integer> objects() {
    return List.of("manifest", "wal", "compacted", "compactions", "gc").stream()
        .map(each -> layout.root().isEmpty() ? each : layout.root() + "/" + each)
        .flatMap(each -> (each.endsWith("wal") ? log : store).list(each, "").stream())
        .map(ObjectMeta::path)
        .collect(
            Collectors.toMap(
                each -> each,
                each -> (each.contains("wal/") ? log : store).read(each).hashCode(),
                (a, b) -> a,
                TreeMap::new));
  }
}
