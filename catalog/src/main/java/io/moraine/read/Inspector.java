package io.moraine.read;

import io.moraine.base.Bytes;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.StoreInspection;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.manifest.WalProbe;
import io.moraine.slate.read.StoredRow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks at all objects of a store. One use each. */
final class Inspector {
  private static final List<String> FOLDERS =
      List.of("manifest", "wal", "compacted", "compactions", "gc");

  private final ObjectStore store;
  private final WalProbe probe;
  private final LatestManifest latest;
  private final Publications publications;
  private final Map<String, Long> sizes = new HashMap<>();
  private final List<StoreInspection.Folder> folders = new ArrayList<>();

  Inspector(ObjectStore store, WalProbe probe, LatestManifest latest, Publications publications) {
    this.store = store;
    this.probe = probe;
    this.latest = latest;
    this.publications = publications;
  }

  /** What is there, with what {@code generation} says of the lake. */
  StoreInspection inspect(Generation generation) {
    FOLDERS.forEach(this::list);
    Manifest manifest = latest.read();
    return new StoreInspection(
        store.location(),
        generation.system().format().formatVersion(),
        generation.system().format().writerVersion(),
        manifest.id(),
        manifest.formatVersion(),
        manifest.writerEpoch(),
        manifest.compactorEpoch(),
        manifest.replayAfterWalId(),
        manifest.walIdLastSeen(),
        manifest.lastL0Seq(),
        Optional.ofNullable(manifest.segmentExtractorName()),
        checkpoints(manifest),
        publications.findTrusted(manifest).map(Publication::checkpointId),
        segments(manifest).toList(),
        probe.list().stream().map(Inspector::walObject).toList(),
        folders,
        generation.position(),
        latestSnapshotAt(generation));
  }

  private void list(String folder) {
    List<ObjectMeta> objects = store.list(folder, "");
    objects.forEach(each -> sizes.put(each.path(), each.size()));
    folders.add(
        new StoreInspection.Folder(
            folder, objects.size(), objects.stream().mapToLong(ObjectMeta::size).sum()));
  }

  /** The checkpoints of a manifest, as stored. */
  static List<StoreInspection.Checkpoint> checkpoints(Manifest manifest) {
    return manifest.checkpoints().stream().map(Inspector::checkpoint).toList();
  }

  private static StoreInspection.Checkpoint checkpoint(Checkpoint checkpoint) {
    return new StoreInspection.Checkpoint(
        checkpoint.id(),
        Optional.ofNullable(checkpoint.name()),
        checkpoint.manifestId(),
        Instant.ofEpochSecond(checkpoint.createTimeSeconds()),
        checkpoint.expireTimeSeconds() == 0
            ? Optional.empty()
            : Optional.of(Instant.ofEpochSecond(checkpoint.expireTimeSeconds())));
  }

  private Stream<StoreInspection.Segment> segments(Manifest manifest) {
    return manifest.segments().isEmpty()
        ? Stream.of(segment(Bytes.EMPTY, manifest.tree()))
        : manifest.segments().stream().map(each -> segment(each.prefix(), each.tree()));
  }

  private StoreInspection.Segment segment(Bytes prefix, SsTableTree tree) {
    return new StoreInspection.Segment(
        prefix,
        tree.l0().stream().map(this::table).toList(),
        tree.compacted().stream().map(this::run).toList());
  }

  private StoreInspection.SortedRun run(SortedRun run) {
    return new StoreInspection.SortedRun(run.id(), run.views().stream().map(this::table).toList());
  }

  private StoreInspection.SsTable table(SsTableView view) {
    return new StoreInspection.SsTable(
        view.table().id().toString(),
        sizes.getOrDefault(view.table().path(), 0L),
        view.table().firstEntry());
  }

  private static StoreInspection.WalObject walObject(ObjectMeta object) {
    return new StoreInspection.WalObject(
        Long.parseUnsignedLong(object.name().substring(0, object.name().indexOf('.'))),
        object.size());
  }

  private static Optional<Instant> latestSnapshotAt(Generation generation) {
    Bytes key = new Key.Snapshot(generation.position().snapshotId()).encode();
    StoredRow row = generation.reader().get(key);
    return row == null
        ? Optional.empty()
        : Optional.of(
            Instant.EPOCH.plus(
                SnapshotValue.TYPE.decode(key, row.value()).snapshotTimeMicros(),
                ChronoUnit.MICROS));
  }
}
