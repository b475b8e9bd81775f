package io.moraine.slate.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.CountingObjectStore;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.RequestCounts;
import io.moraine.objectstore.RequestCounts.ObjectKind;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.LostReplyObjectStore;
import io.moraine.testing.ManifestEdits;
import io.moraine.testing.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests are created and replaced by whoever is first. */
class ManifestUpdateTest {
  private static final StoreLayout LAYOUT = new StoreLayout("db");

  private final MemoryObjectStore objects = new MemoryObjectStore("test", Clock.SYSTEM);
  private final ManifestStore manifests = Stores.manifests(objects, LAYOUT);

  @Test
  void aDatabaseIsCreatedOnce() {
    Manifest created = manifests.createFirst(Optional.of("first-byte"), IdSource.SYSTEM);
    assertThat(created.id()).isEqualTo(1);
    assertThat(fresh().readLatest()).contains(created);
    assertExists(() -> manifests.createFirst(Optional.empty(), IdSource.SYSTEM));
    assertExists(() -> fresh().createFirst(Optional.empty(), IdSource.SYSTEM));
  }

  @Test
  void whoIsSlowerWithTheFirstManifestHasNotCreatedTheDatabase() {
    ManifestStore other = fresh();
    assertThat(other.readLatest()).isEmpty();
    manifests.createFirst(Optional.empty(), IdSource.SYSTEM);
    assertThat(other.create(Manifest.initial(null), IdSource.SYSTEM)).isEmpty();
  }

  @Test
  void aDatabaseThatIsBeingCreatedExists() {
    objects.putIfAbsent(
        LAYOUT.manifest(1),
        ManifestEdits.beingCreated(ManifestCodec.encode(Manifest.initial(null))),
        "other");
    assertExists(() -> manifests.createFirst(Optional.empty(), IdSource.SYSTEM));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void aLostReplyIsAskedForUntilItIsKnown(int replies) {
    ManifestStore losing = Stores.manifests(new LostReplyObjectStore(objects, replies), LAYOUT);
    assertThat(losing.createFirst(Optional.empty(), IdSource.SYSTEM).id()).isEqualTo(1);
  }

  @Test
  void aReplyThatNeverComesIsUnanswered() {
    ManifestStore losing = Stores.manifests(new LostReplyObjectStore(objects, 100), LAYOUT);
    assertThatThrownBy(() -> losing.createFirst(Optional.empty(), IdSource.SYSTEM))
        .isInstanceOfSatisfying(
            ObjectStoreException.class,
            e -> assertThat(e.kind()).isEqualTo(ObjectStoreException.Kind.UNANSWERED));
  }

  @Test
  void anUpdateBuildsOnWhatIsThereByThen() {
    manifests.createFirst(Optional.empty(), IdSource.SYSTEM);
    List<Long> bases = new ArrayList<>();
    Optional<Manifest> written =
        manifests.update(
            (base, id) -> {
              bases.add(base.id());
              if (bases.size() <= 3) {
                add(fresh(), "other " + bases.size());
              }
              return withCheckpoint(base, id, "mine");
            },
            IdSource.SYSTEM);
    assertThat(bases).containsExactly(1L, 2L, 3L, 4L);
    assertThat(written.orElseThrow().checkpoints())
        .extracting(Checkpoint::name)
        .containsExactly("other 1", "other 2", "other 3", "mine");
    assertThat(fresh().readLatest()).isEqualTo(written);
    assertThat(manifests.readLatest()).isEqualTo(written);
  }

  @Test
  void anUpdateWhoseReplyIsLostIsMadeOnce() {
    manifests.createFirst(Optional.empty(), IdSource.SYSTEM);
    ManifestStore losing = Stores.manifests(new LostReplyObjectStore(objects, 2), LAYOUT);
    assertThat(add(losing, "mine").id()).isEqualTo(2);
    assertThat(fresh().readLatest().orElseThrow().checkpoints()).hasSize(1);
  }

  @Test
  void whatIsWrittenBelowTheBoundaryIsWrittenAgain() {
    manifests.createFirst(Optional.empty(), IdSource.SYSTEM);
    add(fresh(), "second");
    ManifestStore slow = fresh();
    slow.readLatest();
    for (int i = 3; i <= 6; i++) {
      add(fresh(), "number " + i);
    }
    // Collection took 3 to 5 while the slow one slept.
    MemoryObjectStore collected = new MemoryObjectStore("collected", Clock.SYSTEM);
    ManifestStore sleeper = Stores.manifests(collected, LAYOUT);
    copy(objects, collected, 2);
    sleeper.readLatest();
    copy(objects, collected, 6);
    collected.putIfAbsent(LAYOUT.manifests().boundary(), Bytes.utf8("5"), "gc");
    assertThat(add(sleeper, "mine").id()).isEqualTo(7);
    assertThat(collected.head(LAYOUT.manifest(3))).isPresent();
    assertThat(Stores.manifests(collected, LAYOUT).readLatest().orElseThrow().checkpoints())
        .extracting(Checkpoint::name)
        .contains("number 6", "mine");
  }

  private static void copy(ObjectStore from, ObjectStore to, long id) {
    to.putIfAbsent(LAYOUT.manifest(id), from.read(LAYOUT.manifest(id)), "copy " + id);
  }

  @Test
  void anUpdateTakesALookAWriteAndALookAtTheBoundary() {
    manifests.createFirst(Optional.empty(), IdSource.SYSTEM);
    RequestTally tally = new RequestTally();
    ManifestStore counted =
        Stores.manifests(new CountingObjectStore(objects, tally, Clock.SYSTEM), LAYOUT);
    add(counted, "first");
    RequestCounts before = tally.counts();
    add(counted, "second");
    RequestCounts cost = tally.counts().minus(before);
    assertThat(cost.of(ObjectKind.MANIFEST).reads()).isEqualTo(1);
    assertThat(cost.of(ObjectKind.MANIFEST).writes()).isEqualTo(1);
    assertThat(cost.of(ObjectKind.OTHER).reads()).isEqualTo(1);
    assertThat(cost.total().requests()).isEqualTo(3);
  }

  @Test
  void nothingIsWrittenThatWouldLoseWhatANewerVersionStored() {
    objects.putIfAbsent(
        LAYOUT.manifest(1),
        ManifestImages.encode(2, ManifestImages.manifestV2().u64(18, 1)),
        "newer");
    assertThatThrownBy(() -> add(manifests, "mine")).isInstanceOf(WriteRefusedException.class);
    assertThat(objects.list(LAYOUT.manifests().folder(), "")).hasSize(1);
  }

  @Test
  void whereNoDatabaseIsNothingIsWritten() {
    assertThat(manifests.update((base, id) -> base, IdSource.SYSTEM)).isEmpty();
    assertThat(objects.list(LAYOUT.manifests().folder(), "")).isEmpty();
  }

  private ManifestStore fresh() {
    return Stores.manifests(objects, LAYOUT);
  }

  private static Manifest add(ManifestStore store, String name) {
    return store
        .update((base, id) -> withCheckpoint(base, id, name), IdSource.SYSTEM)
        .orElseThrow();
  }

  private static Manifest withCheckpoint(Manifest base, long id, String name) {
    List<Checkpoint> more = new ArrayList<>(base.checkpoints());
    more.add(new Checkpoint(new UUID(1, name.hashCode()), id, 1, 0, name));
    return base.change().id(id).checkpoints(more).build();
  }

  private static void assertExists(ThrowingCallable creation) {
    assertThatThrownBy(creation)
        .isInstanceOfSatisfying(
            WriteRefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(WriteRefusedException.Reason.EXISTS));
  }
}
