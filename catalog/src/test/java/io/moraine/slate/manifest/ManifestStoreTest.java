package io.moraine.slate.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.CountingObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.objectstore.RequestCounts;
import io.moraine.objectstore.RequestCounts.ObjectKind;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.sequenced.StoreReplacedException;
import io.moraine.testing.FailingObjectStore;
import io.moraine.testing.OverlayObjectStore;
import io.moraine.testing.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestStoreTest {
  private static final StoreLayout LAYOUT = new StoreLayout("db");
  private static final String BOUNDARY = LAYOUT.manifests().boundary();

  private final MemoryObjectStore objects = new MemoryObjectStore("test", Clock.SYSTEM);
  private final OverlayObjectStore overlay = new OverlayObjectStore(objects);
  private final RequestTally tally = new RequestTally();
  private final CountingObjectStore counting =
      new CountingObjectStore(overlay, tally, Clock.SYSTEM);
  private final ManifestStore manifests = Stores.manifests(counting, LAYOUT);

  @Test
  void noManifestMeansNoDatabase() {
    assertThat(manifests.readLatest()).isEmpty();
    objects.putIfAbsent("db/manifest/readme.txt", Bytes.EMPTY, "other");
    objects.putIfAbsent("db/manifest/1.manifest", Bytes.EMPTY, "short");
    objects.putIfAbsent("db/manifest/99999999999999999999.manifest", Bytes.EMPTY, "wide");
    objects.putIfAbsent("db/manifest/00000000000000000001.manifest.tmp", Bytes.EMPTY, "tmp");
    assertThat(manifests.readLatest()).isEmpty();
  }

  @Test
  void theHighestIdIsTheLatest() {
    put(9);
    put(10);
    put(2);
    assertThat(latest().id()).isEqualTo(10);
    put(-1);
    assertThat(Stores.manifests(counting, LAYOUT).readLatest().orElseThrow().id()).isEqualTo(-1);
  }

  @Test
  void aManifestThatWasReadIsNotReadAgain() {
    put(1);
    put(2);
    assertThat(latest().id()).isEqualTo(2);
    RequestCounts before = tally.counts();
    assertThat(latest().id()).isEqualTo(2);
    RequestCounts warm = tally.counts().minus(before);
    assertThat(warm.of(ObjectKind.MANIFEST).requests()).isEqualTo(1);
    assertThat(warm.of(ObjectKind.OTHER).requests()).isEqualTo(1);
    put(3);
    assertThat(latest().id()).isEqualTo(3);
  }

  @Test
  void deadManifestsAreNotListed() {
    put(3);
    put(7);
    putBoundary(" 6\n");
    assertThat(latest().id()).isEqualTo(7);
    assertThat(manifests.figures().boundary()).isEqualTo(6);
  }

  @Test
  void aManifestThatDiedWhileItWasReadIsNotTheLatest() {
    put(3);
    put(4);
    FailingObjectStore store = new FailingObjectStore(objects);
    AtomicInteger boundaryReads = new AtomicInteger();
    store.failBy(
        (call, path) -> {
          // Collection moves the boundary between the first look at it and the second.
          if (path.equals(BOUNDARY) && boundaryReads.incrementAndGet() == 2) {
            putBoundary("4");
            put(5);
          }
          return Optional.empty();
        });
    assertThat(Stores.manifests(store, LAYOUT).readLatest().orElseThrow().id()).isEqualTo(5);
  }

  @Test
  void aManifestThatVanishedAfterTheListingIsLookedForAgain() {
    put(3);
    put(4);
    FailingObjectStore store = new FailingObjectStore(overlay);
    store.failBy(
        (call, path) -> {
          if (call == FailingObjectStore.Call.READ && path.equals(LAYOUT.manifest(4))) {
            overlay.remove(path);
            put(5);
          }
          return Optional.empty();
        });
    assertThat(Stores.manifests(store, LAYOUT).readLatest().orElseThrow().id()).isEqualTo(5);
  }

  @Test
  void aManifestThatIsListedButNeverThereEndsInAnError() {
    put(4);
    FailingObjectStore store = new FailingObjectStore(objects);
    store.failBy(FailingObjectStore.Rule.onPath(LAYOUT.manifest(4), Kind.NOT_FOUND));
    assertThatThrownBy(() -> Stores.manifests(store, LAYOUT).readLatest())
        .isInstanceOf(ObjectStoreException.class)
        .hasMessageContaining("objects vanish faster than they can be read");
  }

  @Test
  void aBoundaryAboveAllManifestsIsRefused() {
    put(3);
    putBoundary("3");
    assertThatThrownBy(manifests::readLatest)
        .isInstanceOf(SlateFormatException.class)
        .hasMessage(
            "db/gc/manifest.boundary at byte 0: boundary 3, but no object of db/manifest has a"
                + " higher number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "+1", "1.0", "one", "99999999999999999999", "1 2"})
  void aBoundaryThatIsNoNumberIsRefused(String content) {
    put(3);
    putBoundary(content);
    assertThatThrownBy(manifests::readLatest)
        .isInstanceOf(SlateFormatException.class)
        .hasMessageStartingWith("db/gc/manifest.boundary at byte 0: ");
  }

  @Test
  void aCheckpointedManifestIsReadThoughItIsDead() {
    put(3);
    put(7);
    putBoundary("6");
    assertThat(manifests.readById(3).id()).isEqualTo(3);
    assertThatThrownBy(() -> manifests.readById(4))
        .isInstanceOfSatisfying(
            ObjectStoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
  }

  @Test
  void aStoreThatIsReplacedIsNotReadOn() {
    put(8);
    putBoundary("7");
    assertThat(latest().id()).isEqualTo(8);
    overlay.remove(LAYOUT.manifest(8));
    overlay.remove(BOUNDARY);
    assertThat(manifests.readLatest()).isEmpty();
    put(1);
    assertThatThrownBy(manifests::readLatest).isInstanceOf(StoreReplacedException.class);
  }

  @Test
  void aManifestThatWasDamagedOnItsWayIsReadAnew() {
    put(1);
    overlay.replace(LAYOUT.manifest(1), Bytes.utf8("damaged"));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(manifests::readLatest)
          .isInstanceOf(SlateFormatException.class)
          .hasMessageStartingWith(LAYOUT.manifest(1));
    }
    overlay.restore();
    assertThat(latest().id()).isEqualTo(1);
  }

  @Test
  void aLookGivesNewManifestsAsTheyAreFound() {
    put(1);
    latest();
    put(2);
    put(3);
    List<Long> found = new ArrayList<>();
    Manifest newest = manifests.look(each -> found.add(each.id())).orElseThrow();
    assertThat(found).containsExactly(2L, 3L);
    assertThat(manifests.isInForce(newest)).isTrue();
    assertThat(latest()).isSameAs(newest);
  }

  @Test
  void aCloneThatIsNotCompleteIsRefused() {
    objects.putIfAbsent(
        LAYOUT.manifest(1), ManifestImages.encode(2, ManifestImages.manifestV2().u8(2, 0)), "1");
    assertThatThrownBy(manifests::readLatest).isInstanceOf(StoreBeingCreatedException.class);
  }

  @Test
  void aDatabaseMayFillItsStore() {
    StoreLayout layout = new StoreLayout("");
    assertThat(layout.manifest(1)).isEqualTo("manifest/00000000000000000001.manifest");
    assertThat(layout.wal(12)).isEqualTo("wal/00000000000000000012.sst");
    assertThat(layout.manifests().boundary()).isEqualTo("gc/manifest.boundary");
    assertThatThrownBy(() -> new StoreLayout("../x")).isInstanceOf(ObjectStoreException.class);
  }

  private Manifest latest() {
    return manifests.readLatest().orElseThrow();
  }

  private void put(long id) {
    objects.putIfAbsent(
        LAYOUT.manifest(id),
        ManifestImages.encode(2, ManifestImages.manifestV2()),
        "put-" + Long.toUnsignedString(id));
  }

  private void putBoundary(String content) {
    objects.putIfAbsent(BOUNDARY, Bytes.utf8(content), "boundary");
  }
}
