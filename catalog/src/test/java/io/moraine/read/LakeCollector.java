package io.moraine.read;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.testing.Stores;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A collector that waits for nothing: it takes whatever is not protected at the moment, by
 * SlateDB's rules with every age at nought.
 */
record LakeCollector(LakeFolder folder, Clock clock) {
  /** Takes expired checkpoints, then log objects, tables and manifests that nothing refers to. */
  void collect() {
    FileObjectStore store = FileObjectStore.open(folder.path().toString(), clock);
    ManifestStore manifests = Stores.manifests(store, new StoreLayout(""));
    dropExpired(manifests);
    Manifest latest = manifests.readLatest().orElseThrow();
    List<Manifest> pinned =
        latest.checkpoints().stream()
            .map(Checkpoint::manifestId)
            .distinct()
            .map(manifests::readById)
            .toList();
    LongPredicate isNeeded =
        id ->
            id >= latest.replayAfterWalId()
                || pinned.stream()
                    .anyMatch(each -> id > each.replayAfterWalId() && id <= each.walIdLastSeen());
    folder.ids("wal").stream()
        .filter(id -> !isNeeded.test(id))
        .forEach(id -> folder.delete(LakeFolder.walName(id)));
    collectTables(store, Stream.concat(Stream.of(latest), pinned.stream()));
    collectManifests(latest, pinned);
  }

  private void dropExpired(ManifestStore manifests) {
    Manifest latest = manifests.readLatest().orElseThrow();
    if (kept(latest).size() < latest.checkpoints().size()) {
      manifests.update(
          (base, id) -> base.change().id(id).checkpoints(kept(base)).build(), IdSource.SYSTEM);
    }
  }

  private List<Checkpoint> kept(Manifest manifest) {
    long now = clock.wallMillis() / 1000;
    return manifest.checkpoints().stream().filter(each -> !each.isExpired(now)).toList();
  }

  private void collectTables(FileObjectStore store, Stream<Manifest> referring) {
    Set<String> used =
        referring
            .flatMap(Manifest::views)
            .map(each -> each.table().path())
            .collect(Collectors.toSet());
    store.list("compacted", "").stream()
        .map(ObjectMeta::path)
        .filter(each -> !used.contains(each))
        .forEach(folder::delete);
  }

  private void collectManifests(Manifest latest, List<Manifest> pinned) {
    List<Long> dead =
        folder.ids("manifest").stream()
            .filter(id -> id < latest.id())
            .filter(id -> pinned.stream().noneMatch(each -> each.id() == id))
            .toList();
    if (!dead.isEmpty()) {
      folder.path().resolve("gc").toFile().mkdirs();
      folder.write("gc/manifest.boundary", Bytes.utf8(String.valueOf(dead.get(dead.size() - 1))));
      dead.forEach(id -> folder.delete(LakeFolder.manifestName(id)));
    }
  }
}
