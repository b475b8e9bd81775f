package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CommitPosition;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.testing.LostReplyObjectStore;
import io.moraine.testing.ManifestEdits;
import io.moraine.testing.ManualBackground;
import io.moraine.testing.ManualClock;
import io.moraine.testing.ReactingObjectStore;
import io.moraine.testing.StepCountingObjectStore;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How a lease is acquired while others write. The lake's log is known to its manifest up to object
 * 10 and goes on to 12.
 */
class LeaseAcquisitionTest {
  private static final Instant NOW = Instant.parse("2026-11-30T00:15:00Z");
  private static final UUID PUBLICATION = new UUID(1, 2);
  private static final CommitPosition PUBLISHED = new CommitPosition(7, 7);
  private static final CommitPosition LOGGED = new CommitPosition(9, 9);
  private static final CatalogOptions AUTO = TestLakes.NEWEST.withReaderLease(ReaderLease.AUTO);

  private final LakeFolder folder = LakeFolder.copyOf("moraine/shop-tail");
  private final ManualClock clock = new ManualClock(NOW);
  private final ReactingObjectStore reacting =
      new ReactingObjectStore(FileObjectStore.open(folder.path().toString(), clock));
  private final StepCountingObjectStore store = new StepCountingObjectStore(reacting);
  private final List<OpenLake> lakes = new ArrayList<>();

  @AfterEach
  void nothingIsLeftOpen() {
    for (OpenLake each : lakes) {
      each.close();
      assertThat(each.figures().generations()).isEmpty();
      assertThat(each.figures().workingMemoryUsedBytes()).isZero();
      assertThat(each.figures().scopesClosed()).isEqualTo(each.figures().scopesOpened());
    }
  }

  @Test
  void theSecondWayTheLeaseIsThereBeforeTheEndOfTheLogIsLookedFor() {
    OpenLake lake = lake(store);
    try (ReadScope scope = open(lake, TestLakes.LEASED)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
    }
    assertThat(steps("put manifest/")).containsExactly(4);
    assertThat(steps("head wal/")).containsOnly(5);
    assertThat(steps("read wal/")).containsOnly(6);
    assertThat(steps("read gc/manifest.boundary")).containsExactly(1, 5, 7);
    assertThat(lastStep()).isEqualTo(7);
  }

  @Test
  void theFirstWayTheLeaseIsWrittenBesideReadingWhatItProtects() {
    publish(folder.newestManifest(), 7);
    OpenLake lake = lake(store);
    try (ReadScope scope = open(lake, TestLakes.LEASED)) {
      assertThat(scope.position()).isEqualTo(PUBLISHED);
    }
    assertThat(store.calls().stream().filter(each -> each.contains("put manifest/"))).hasSize(1);
    assertThat(steps("head wal/")).isEmpty();
  }

  @Test
  void withALeaseOnItsTablesAScopeWithNothingChangedTakesAsManyStepsAsWithout() {
    OpenLake lake = lake(store);
    open(lake, TestLakes.LEASED).close();
    store.reset();
    open(lake, TestLakes.LEASED).close();
    assertThat(store.calls())
        .containsExactly(
            "1 head " + LakeFolder.walName(13),
            "2 read " + LakeFolder.manifestName(9),
            "3 read gc/manifest.boundary");
  }

  @Test
  void whoLosesTheRaceForTheNextManifestBuildsOnTheOneThatWon() {
    reacting.before("put manifest/", () -> folder.addManifest(folder.newestManifest()));
    OpenLake lake = lake(store);
    try (ReadScope scope = open(lake, TestLakes.LEASED)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
      assertThat(newest().id()).isEqualTo(9);
      assertThat(leases()).singleElement().extracting(Checkpoint::manifestId).isEqualTo(9L);
    }
    assertThat(store.calls())
        .containsSubsequence(
            "4 put " + LakeFolder.manifestName(8),
            "5 read " + LakeFolder.manifestName(8),
            "6 put " + LakeFolder.manifestName(9));
    assertThat(steps("list manifest")).containsExactly(2, 5);
  }

  @Test
  void theWayIsChosenAgainOnTheManifestThatWon() {
    reacting.before("put manifest/", () -> publish(folder.newestManifest(), 7));
    OpenLake lake = lake(store);
    try (ReadScope scope = open(lake, TestLakes.LEASED)) {
      assertThat(scope.position()).isEqualTo(PUBLISHED);
      assertThat(leases()).singleElement().extracting(Checkpoint::manifestId).isEqualTo(7L);
    }
  }

  @Test
  void aPublicationThatGoesBeforeTheLeaseIsWrittenIsNotCopied() {
    publish(folder.newestManifest(), 7);
    reacting.before(
        "put manifest/",
        () -> folder.addManifest(ManifestEdits.withoutCheckpoints(folder.newestManifest())));
    OpenLake lake = lake(store);
    try (ReadScope scope = open(lake, TestLakes.LEASED)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
      assertThat(leases()).singleElement().extracting(Checkpoint::manifestId).isEqualTo(10L);
    }
  }

  /** Another process writes before each of ten tries. */
  @Test
  void aStormOfOtherWritersEndsInALease() {
    AtomicInteger storm = new AtomicInteger(10);
    beforeEachPut(
        () -> {
          if (storm.getAndDecrement() > 0) {
            folder.addManifest(folder.newestManifest());
          }
        });
    OpenLake lake = lake(store);
    try (ReadScope scope = open(lake, TestLakes.LEASED)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
      assertThat(leases()).singleElement().extracting(Checkpoint::manifestId).isEqualTo(18L);
    }
  }

  @Test
  void autoGoesOnWithoutOnceItLostForSevenSeconds() {
    AtomicInteger races = new AtomicInteger();
    beforeEachPut(
        () -> {
          races.incrementAndGet();
          folder.addManifest(folder.newestManifest());
          clock.advance(Duration.ofSeconds(1));
        });
    OpenLake lake = lake(store);
    try (ReadScope scope = open(lake, AUTO)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
      assertThat(leases()).isEmpty();
      assertThat(races).hasValue(7);
    }
  }

  @Test
  void trueGivesUpAfterTheTimeOfTheAcquisition() {
    beforeEachPut(
        () -> {
          folder.addManifest(folder.newestManifest());
          clock.advance(Duration.ofSeconds(1));
        });
    OpenLake lake = lake(store);
    assertThatThrownBy(() -> open(lake, TestLakes.LEASED))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aLeaseWhoseAnswerIsLostIsRecognisedAsOurs(int replies) {
    OpenLake lake = lake(new LostReplyObjectStore(store, replies));
    try (ReadScope scope = open(lake, TestLakes.LEASED)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
      assertThat(leases()).hasSize(1);
      assertThat(newest().id()).isEqualTo(8);
    }
  }

  @Test
  void aLeaseThatNobodyAnswersForIsGivenUpWithTheNextOne() {
    LostReplyObjectStore losing = new LostReplyObjectStore(store, 8);
    OpenLake lake = lake(losing);
    try (ReadScope scope = open(lake, AUTO)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
      assertThat(leases()).hasSize(1); // it was written, but this was never told
      UUID unknown = leases().get(0).id();
      clock.advance(LeaseOptions.DEFAULT.retry());
      open(lake, AUTO).close();
      assertThat(leases()).singleElement().extracting(Checkpoint::id).isNotEqualTo(unknown);
    }
  }

  @Test
  void aManifestThatIsDeadBeforeItIsInForceHoldsNoLease() {
    reacting.before(
        "put manifest/",
        () -> {
          folder.addManifest(folder.newestManifest());
          folder.addManifest(folder.newestManifest());
          folder.delete(LakeFolder.manifestName(8));
          folder.path().resolve("gc").toFile().mkdirs();
          folder.write("gc/manifest.boundary", Bytes.utf8("8"));
        });
    OpenLake lake = lake(store);
    try (ReadScope scope = open(lake, TestLakes.LEASED)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
      assertThat(leases()).singleElement().extracting(Checkpoint::manifestId).isEqualTo(10L);
    }
  }

  @Test
  void unknownContentOfTheManifestIsNotRewritten() {
    folder.addManifest(ManifestEdits.withUnknownField(folder.newestManifest()));
    OpenLake lake = lake(store);
    try (ReadScope scope = open(lake, AUTO)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
    }
    assertThat(newest().id()).isEqualTo(8);
    clock.advance(LeaseOptions.DEFAULT.retry());
    assertThatThrownBy(() -> open(lake, TestLakes.LEASED))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED));
    assertThat(newest().id()).isEqualTo(8);
  }

  @Test
  void aLakeThatCannotBeReadTellsSoThoughItCouldBeWritten() {
    folder.deleteAll("compacted");
    OpenLake lake = lake(store);
    assertThatThrownBy(() -> open(lake, TestLakes.LEASED))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CORRUPTION));
  }

  @Test
  void aLocationWithoutALakeIsNotWrittenTo() {
    folder.deleteAll("manifest");
    OpenLake lake = lake(store);
    assertThatThrownBy(() -> open(lake, TestLakes.LEASED))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_LAKE));
    assertThat(folder.ids("manifest")).isEmpty();
  }

  @Test
  void processesHaveLeasesOfTheirOwnAndGiveUpNoOthers() {
    OpenLake first = lake(reacting);
    OpenLake second = lake(reacting);
    try (ReadScope a = open(first, TestLakes.LEASED);
        ReadScope b = open(second, TestLakes.LEASED)) {
      assertThat(a.position()).isEqualTo(b.position());
      assertThat(leases()).hasSize(2);
    }
    first.close();
    assertThat(leases()).hasSize(1);
    second.close();
    assertThat(leases()).isEmpty();
  }

  private OpenLake lake(ObjectStore objects) {
    OpenLake lake = TestLakes.writable(objects, clock, new ManualBackground(clock));
    lakes.add(lake);
    return lake;
  }

  private static LakeScope open(OpenLake lake, CatalogOptions options) {
    return lake.readScope(lake, options, ScopeRequest.NEWEST);
  }

  private void beforeEachPut(Runnable reaction) {
    reacting.before(
        "put manifest/",
        () -> {
          beforeEachPut(reaction);
          reaction.run();
        });
  }

  private List<Integer> steps(String request) {
    return store.calls().stream()
        .filter(each -> each.substring(each.indexOf(' ') + 1).startsWith(request))
        .map(each -> Integer.valueOf(each.substring(0, each.indexOf(' '))))
        .toList();
  }

  private int lastStep() {
    return store.calls().stream()
        .mapToInt(each -> Integer.parseInt(each.substring(0, each.indexOf(' '))))
        .max()
        .orElseThrow();
  }

  private Manifest newest() {
    return Stores.manifests(reacting, new StoreLayout("")).readLatest().orElseThrow();
  }

  private List<Checkpoint> leases() {
    return newest().checkpoints().stream()
        .filter(each -> "moraine-lease".equals(each.name()))
        .toList();
  }

  /** Adds {@code next} with a publication that pins a manifest. */
  private void publish(Bytes next, long manifestId) {
    folder.addManifest(
        ManifestEdits.withCheckpoint(next, PUBLICATION, "moraine-publication", manifestId, 0));
  }
}
