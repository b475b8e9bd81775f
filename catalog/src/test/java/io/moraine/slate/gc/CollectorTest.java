package io.moraine.slate.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.ExternalDb;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.testing.FailingObjectStore;
import io.moraine.testing.FailingObjectStore.Call;
import io.moraine.testing.PlannedFaults;
import io.moraine.testing.SkewedStore;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a collection takes and what it leaves. */
class CollectorTest {
  private final GcStage stage = GcStage.full();

  @Test
  void anExpiredCheckpointGoesAndNothingElseOfTheManifestChanges() {
    Manifest before =
        stage.update((base, id) -> with(base, id, checkpoint(1, id, stage.nowSeconds())));
    CollectorReport report = stage.collect(GcStage.AT_ONCE);
    Manifest after = stage.latest();
    assertThat(report.checkpoints()).isEqualTo(1);
    assertThat(after.checkpoints())
        .isEqualTo(before.checkpoints().subList(0, before.checkpoints().size() - 1));
    assertThat(after)
        .isEqualTo(before.change().id(before.id() + 1).checkpoints(after.checkpoints()).build());
  }

  @Test
  void aCheckpointThatIsAliveKeepsItsManifestThoughItIsBelowTheBoundary() {
    Manifest before =
        stage.update(
            (base, id) -> with(base, id, checkpoint(1, base.id(), stage.nowSeconds() + 1)));
    stage.update((base, id) -> base.change().id(id).build());
    CollectorReport report = stage.collect(GcStage.AT_ONCE);
    assertThat(GcStage.of(report, Garbage.MANIFESTS).boundary()).hasValue(before.id());
    assertThat(stage.manifests().findById(before.id() - 1)).isPresent();
    assertThat(stage.manifests().findById(before.id())).isEmpty();
    stage.clock().advance(Duration.ofSeconds(1));
    CollectorReport later = stage.collect(GcStage.AT_ONCE);
    assertThat(later.checkpoints()).isPositive();
    assertThat(stage.manifests().findById(before.id() - 1)).isEmpty();
  }

  @Test
  void theBoundaryMovesBeforeAnythingNumberedIsDeleted() {
    PlannedFaults way = new PlannedFaults(stage.objects());
    stage.collector(way).collect(GcStage.AT_ONCE);
    List<String> writes = way.writes();
    assertThat(writes.get(0)).isEqualTo("db/gc/manifest.boundary");
    assertThat(writes.indexOf("db/gc/compactions.boundary"))
        .isPositive()
        .isLessThan(firstIn(writes, "db/compactions/"));
    assertThat(writes.lastIndexOf("db/gc/manifest.boundary")).isZero();
  }

  private static int firstIn(List<String> writes, String folder) {
    return writes.indexOf(
        writes.stream().filter(each -> each.startsWith(folder)).findFirst().orElseThrow());
  }

  @Test
  void whereTheBoundaryCannotMoveNothingNumberedGoesAndTheRestDoes() {
    List<String> manifests = stage.names("manifest");
    FailingObjectStore way = new FailingObjectStore(stage.objects());
    way.failBy(
        (call, path) ->
            path.endsWith("manifest.boundary") && call != Call.READ
                ? Optional.of(Kind.MISCONFIGURED)
                : Optional.empty());
    CollectorReport report = stage.collector(way).collect(GcStage.AT_ONCE);
    assertThat(stage.names("manifest")).isEqualTo(manifests);
    assertThat(GcStage.of(report, Garbage.MANIFESTS).problem()).isPresent();
    assertThat(GcStage.of(report, Garbage.MANIFESTS).deleted()).isZero();
    assertThat(GcStage.of(report, Garbage.LOG_OBJECTS).deleted()).isPositive();
  }

  @Test
  void whatAPinnedManifestNeedsCannotBeToldIfItIsGone() {
    Checkpoint pin = stage.latest().checkpoints().get(0);
    stage.objects().delete(stage.layout().manifest(pin.manifestId()));
    Map<String, Integer> before = stage.live().objects();
    CollectorReport report = stage.collect(GcStage.AT_ONCE);
    assertThat(GcStage.of(report, Garbage.MANIFESTS).problem()).isEmpty();
    for (Garbage kind : List.of(Garbage.LOG_OBJECTS, Garbage.TABLES)) {
      assertThat(GcStage.of(report, kind).problem().orElseThrow()).contains("no such object");
      assertThat(GcStage.of(report, kind).deleted()).isZero();
    }
    assertThat(stage.live().objects().keySet())
        .containsAll(before.keySet().stream().filter(each -> each.contains("/wal/")).toList());
  }

  @Test
  void aTableThatIsAboutToBeNamedStays() {
    long newest = newestL0Millis();
    long oldestCompaction = oldestCompactionMillis();
    assertThat(oldestCompaction).isLessThan(newest);
    Ulid ofCompaction = stage.strayTable(oldestCompaction);
    Ulid ofFlush = stage.strayTable(newest + 1);
    Ulid orphan = stage.strayTable(oldestCompaction - 1);
    stage.collect(GcStage.AT_ONCE);
    assertThat(stage.objects().head(stage.layout().table(ofCompaction))).isPresent();
    assertThat(stage.objects().head(stage.layout().table(ofFlush))).isPresent();
    assertThat(stage.objects().head(stage.layout().table(orphan))).isEmpty();
  }

  @Test
  void aTableYoungerThanTheAgeByItsOwnIdStays() {
    Ulid orphan = stage.strayTable(oldestCompactionMillis() - 1);
    Duration age = Duration.ofMillis(stage.clock().wallMillis() - orphan.timestampMillis());
    stage.collect(GcStage.AT_ONCE.withMinAge(age));
    assertThat(stage.objects().head(stage.layout().table(orphan))).isPresent();
    stage.collect(GcStage.AT_ONCE.withMinAge(age.minusMillis(1)));
    assertThat(stage.objects().head(stage.layout().table(orphan))).isEmpty();
  }

  @Test
  void whereNothingIsToldOfCompactionsNoTableGoes() {
    Ulid orphan = stage.strayTable(oldestCompactionMillis() - 1);
    stage.objects().list("db/compactions", "").forEach(each -> stage.objects().delete(each.path()));
    CollectorReport report = stage.collect(GcStage.AT_ONCE);
    assertThat(GcStage.of(report, Garbage.TABLES).deleted()).isZero();
    assertThat(stage.objects().head(stage.layout().table(orphan))).isPresent();
  }

  @Test
  void namesThatAreNoIdsAreLeftAlone() {
    List<String> others =
        List.of("db/wal/note.sst", "db/wal/1.sst", "db/compacted/note.sst", "db/manifest/note");
    others.forEach(path -> stage.objects().putIfAbsent(path, Bytes.utf8("note"), path));
    stage.collect(GcStage.AT_ONCE);
    assertThat(others).allMatch(path -> stage.objects().head(path).isPresent());
  }

  @Test
  void agesAreTakenByTheClockOfTheStore() {
    MemoryObjectStore objects = stage.objects();
    SkewedStore store = new SkewedStore(objects);
    long written = objects.head("db/wal/00000000000000000002.sst").orElseThrow().modifiedMillis();
    stage.clock().jumpTo(Instant.ofEpochMilli(written + 60_000));
    CollectorOptions twoMinutes = CollectorOptions.DEFAULT.withMinAge(Duration.ofMinutes(2));
    assertThat(deletedLog(stage.collectorOf(store).collect(twoMinutes))).isZero();
    store.setClockLead(Duration.ofMinutes(2));
    assertThat(deletedLog(stage.collectorOf(store).collect(twoMinutes))).isPositive();
  }

  private static long deletedLog(CollectorReport report) {
    return GcStage.of(report, Garbage.LOG_OBJECTS).deleted();
  }

  @Test
  void whatCannotBeDeletedIsCountedAndTheRestGoes() {
    FailingObjectStore way = new FailingObjectStore(stage.objects());
    way.failBy(
        (call, path) ->
            call == Call.DELETE && path.equals(stage.layout().manifest(3))
                ? Optional.of(Kind.FORBIDDEN)
                : Optional.empty());
    CollectorReport.Kind manifests =
        GcStage.of(stage.collector(way).collect(GcStage.AT_ONCE), Garbage.MANIFESTS);
    assertThat(manifests.failures()).isEqualTo(1);
    assertThat(manifests.deleted()).isPositive();
    assertThat(manifests.problem()).isEmpty();
    way.failBy(FailingObjectStore.Rule.NEVER);
    CollectorReport next = stage.collector(way).collect(GcStage.AT_ONCE);
    assertThat(GcStage.of(next, Garbage.MANIFESTS).deleted()).isEqualTo(1);
  }

  @Test
  void theOldestGoFirstWhereTheNumberIsLimited() {
    List<String> before = stage.names("manifest");
    CollectorReport.Kind manifests =
        GcStage.of(stage.collect(GcStage.AT_ONCE.withMostDeletions(2)), Garbage.MANIFESTS);
    assertThat(manifests.deleted()).isEqualTo(2);
    assertThat(manifests.left()).isPositive();
    assertThat(manifests.boundary()).hasValue(2);
    assertThat(stage.names("manifest")).isEqualTo(before.subList(2, before.size()));
  }

  @Test
  void aWriterThatSleptOverACollectionLearnsThatItsManifestIsDead() {
    ManifestStore slept = stage.manifests();
    Manifest known = slept.readLatest().orElseThrow();
    stage.update((base, id) -> base.change().id(id).build());
    Manifest newest = stage.update((base, id) -> base.change().id(id).build());
    Map<String, List<String>> rows = stage.live().read(stage.nowSeconds());
    stage.collect(GcStage.AT_ONCE);
    assertThat(stage.manifests().findById(known.id() + 1)).isEmpty();

    Manifest late = known.change().id(known.id() + 1).build();
    assertThat(slept.create(late, IdSource.SYSTEM)).isEmpty();
    assertThat(stage.manifests().findById(late.id())).isPresent();
    assertThat(slept.readLatest().orElseThrow().id()).isEqualTo(newest.id());
    assertThat(GcStage.of(stage.collect(GcStage.AT_ONCE), Garbage.MANIFESTS).deleted())
        .isEqualTo(1);
    assertThat(stage.live().read(stage.nowSeconds())).isEqualTo(rows);
  }

  @Test
  void aCloneIsDetachedFromTheDatabaseThatItNeedsNoMore() {
    GcStage clone = new GcStage("clone", "clone");
    UUID pin = Objects.requireNonNull(clone.latest().externalDbs().get(0).finalCheckpointId());
    ManifestStore parents = Stores.manifests(clone.objects(), new StoreLayout("parent"));
    List<String> parentTables = tables(clone, "parent");
    assertThat(clone.collect(GcStage.AT_ONCE).detached()).isZero();

    clone.update((base, id) -> withoutForeignTables(base, id));
    assertThat(clone.collect(GcStage.AT_ONCE.withDryRun(true)).detached()).isEqualTo(1);
    assertThat(parents.readLatest().orElseThrow().findCheckpoint(pin)).isPresent();
    assertThat(clone.collect(GcStage.AT_ONCE).detached()).isEqualTo(1);
    assertThat(parents.readLatest().orElseThrow().findCheckpoint(pin)).isEmpty();
    assertThat(clone.latest().externalDbs()).isEmpty();
    assertThat(tables(clone, "parent")).isEqualTo(parentTables);
  }

  @Test
  void aParentThatIsNotInThisStoreIsLeft() {
    GcStage clone = new GcStage("clone", "clone");
    clone.update((base, id) -> withoutForeignTables(base, id));
    List.of("manifest", "compacted", "wal", "compactions").stream()
        .flatMap(each -> clone.objects().list("parent/" + each, "").stream())
        .forEach(each -> clone.objects().delete(each.path()));
    List<ExternalDb> parents = clone.latest().externalDbs();
    assertThat(clone.collect(GcStage.AT_ONCE).detached()).isZero();
    assertThat(clone.latest().externalDbs()).isEqualTo(parents);
  }

  private static Manifest withoutForeignTables(Manifest base, long id) {
    return base.change().id(id).trees(SsTableTree.EMPTY, List.of()).checkpoints(List.of()).build();
  }

  private static List<String> tables(GcStage stage, String root) {
    return stage.objects().list(root + "/compacted", "").stream().map(each -> each.name()).toList();
  }

  private static Manifest with(Manifest base, long id, Checkpoint added) {
    List<Checkpoint> all = new ArrayList<>(base.checkpoints());
    all.add(added);
    return base.change().id(id).checkpoints(all).build();
  }

  private static Checkpoint checkpoint(long number, long manifestId, long expires) {
    return new Checkpoint(new UUID(7, number), manifestId, 0, expires, "test");
  }

  private long newestL0Millis() {
    return stage.latest().trees().stream()
        .flatMap(
            tree ->
                tree.l0().isEmpty()
                    ? Stream.ofNullable(tree.lastCompactedL0())
                    : tree.l0().stream().map(view -> view.table().id()))
        .mapToLong(Ulid::timestampMillis)
        .max()
        .orElseThrow();
  }

  private long oldestCompactionMillis() {
    return Stores.compactions(stage.objects(), stage.layout())
        .readLatest()
        .orElseThrow()
        .lowWatermarkMillis()
        .orElseThrow();
  }
}
