package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.testing.ManifestEdits;
import io.moraine.testing.ManualClock;
import io.moraine.testing.ReactingObjectStore;
import io.moraine.testing.StepCountingObjectStore;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How the newest revision is found. The lake was closed at snapshot 7 (manifest 5, then 6 and 7 of
 * a second writer, log up to 10) and has two more commits, which only the log holds (11 and 12).
 */
class NewestRevisionTest {
  private static final Instant NOW = Instant.parse("2026-11-30T00:15:00Z");
  private static final long LATER = NOW.getEpochSecond() + 1;
  private static final UUID PUBLICATION = new UUID(1, 2);
  private static final CommitPosition PUBLISHED = new CommitPosition(7, 7);
  private static final CommitPosition LOGGED = new CommitPosition(9, 9);

  private final LakeFolder folder = LakeFolder.copyOf("moraine/shop-tail");
  private final ManualClock clock = new ManualClock(NOW);
  private final ReactingObjectStore reacting =
      new ReactingObjectStore(FileObjectStore.open(folder.path().toString(), clock));
  private final StepCountingObjectStore store = new StepCountingObjectStore(reacting);
  private final OpenLake lake = TestLakes.over(store, clock, ReadOptions.DEFAULT);

  @AfterEach
  void nothingIsLeftOpen() {
    lake.close();
    CatalogFigures figures = lake.figures();
    assertThat(figures.scopesClosed()).isEqualTo(figures.scopesOpened());
    assertThat(figures.generations()).isEmpty();
    assertThat(figures.workingMemoryUsedBytes()).isZero();
  }

  @Test
  void withoutAPublicationTheWholeLogBelongsToIt() {
    assertThat(newestPosition()).isEqualTo(LOGGED);
    assertThat(lake.figures().generations())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.manifestId()).isEqualTo(7);
              assertThat(each.lastWalId()).isEqualTo(12);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"moraine-publication", "moraine-publication-closed"})
  void thePublicationOfTheWriterInChargeIsIt(String name) {
    publish(folder.newestManifest(), name, 0);
    assertThat(newestPosition()).isEqualTo(PUBLISHED);
  }

  @Test
  void checkpointsOfOtherNamesMeanNothing() {
    publish(folder.newestManifest(), "moraine-lease", 0);
    assertThat(newestPosition()).isEqualTo(LOGGED);
  }

  @Test
  void anExpiredPublicationMeansNothing() {
    publish(folder.newestManifest(), "moraine-publication", LATER);
    assertThat(newestPosition()).isEqualTo(PUBLISHED);
    clock.advance(Duration.ofSeconds(1));
    assertThat(newestPosition()).isEqualTo(LOGGED);
  }

  @Test
  void aPublicationIsNotTrustedOnceAnotherWriterIsInCharge() {
    publish(ManifestEdits.withWriterEpoch(folder.newestManifest(), 77), "moraine-publication", 0);
    assertThat(newestPosition()).isEqualTo(LOGGED);
  }

  @Test
  void aRequiredPositionIsReachedByTheLogIfNotByThePublication() {
    publish(folder.newestManifest(), "moraine-publication", 0);
    assertThat(newestPosition()).isEqualTo(PUBLISHED);
    try (ReadScope scope = lake.readScope(lake, TestLakes.NEWEST, requiring(LOGGED))) {
      assertThat(scope.position()).isEqualTo(LOGGED);
    }
  }

  @Test
  void aRequiredPositionThatNothingReachesIsRefusedNamingBoth() {
    publish(folder.newestManifest(), "moraine-publication", 0);
    assertThatThrownBy(
            () -> lake.readScope(lake, TestLakes.NEWEST, requiring(new CommitPosition(10, 9))))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.POSITION_NOT_REACHED))
        .hasMessageContaining("is at (snapshot 9, batch 9)")
        .hasMessageContaining("does not reach (snapshot 10, batch 9)");
  }

  @Test
  void aLaterScopeNeverShowsLessThanAnEarlierOne() {
    publish(folder.newestManifest(), "moraine-publication", 0);
    lake.readScope(lake, TestLakes.NEWEST, requiring(LOGGED)).close();
    assertThat(newestPosition()).isEqualTo(LOGGED);
  }

  @Test
  void aColdScopeTakesSixRoundTripsAndOneWithNothingChangedThree() {
    assertThat(roundTrips()).as("%s", store.calls()).isEqualTo(6);
    store.reset();
    assertThat(roundTrips()).isEqualTo(3);
    assertThat(store.calls())
        .containsExactly(
            "1 head " + LakeFolder.walName(13),
            "2 read " + LakeFolder.manifestName(8),
            "3 read gc/manifest.boundary");
  }

  @Test
  void withAPublicationAScopeWithNothingChangedTakesTwoSteps() {
    publish(folder.newestManifest(), "moraine-publication", 0);
    newestPosition();
    newestPosition();
    store.reset();
    newestPosition();
    assertThat(store.calls())
        .containsExactly("1 read " + LakeFolder.manifestName(9), "2 read gc/manifest.boundary");
  }

  @Test
  void withinItsFreshnessAKnownRevisionIsUsedWithoutAskingTheStore() {
    CatalogOptions tolerant = TestLakes.withFreshness(TestLakes.NEWEST, Duration.ofSeconds(1));
    newestPosition();
    store.reset();
    clock.advance(Duration.ofMillis(999));
    lake.readScope(lake, tolerant, ScopeRequest.NEWEST).close();
    assertThat(store.calls()).isEmpty();
    clock.advance(Duration.ofMillis(1));
    lake.readScope(lake, tolerant, ScopeRequest.NEWEST).close();
    assertThat(store.calls()).hasSize(3);
  }

  @Test
  void ofALogThatGrewOnlyTheNewObjectsAreReadAndCharged() {
    Bytes last = read(LakeFolder.walName(12));
    folder.delete(LakeFolder.walName(12));
    try (ReadScope before = TestLakes.newest(lake)) {
      long charged = lake.figures().workingMemoryUsedBytes();
      store.reset();
      folder.write(LakeFolder.walName(12), last);
      try (ReadScope after = TestLakes.newest(lake)) {
        assertThat(store.calls().stream().filter(each -> each.contains("read wal/")))
            .singleElement()
            .asString()
            .endsWith(LakeFolder.walName(12));
        assertThat(before.position()).isEqualTo(new CommitPosition(8, 8));
        assertThat(after.position()).isEqualTo(LOGGED);
        CatalogFigures figures = lake.figures();
        assertThat(figures.workingMemoryUsedBytes())
            .isGreaterThan(charged)
            .isEqualTo(figures.generations().get(1).tailBytes());
      }
    }
    assertThat(lake.figures().generations())
        .singleElement()
        .satisfies(each -> assertThat(each.lastWalId()).isEqualTo(12));
  }

  @Test
  void aLogThatWasFlushedWhileItsEndWasLookedForIsLookedForAgain() {
    LakeFolder stages = LakeFolder.copyOf("moraine/stages/stage1");
    ReactingObjectStore growing =
        new ReactingObjectStore(FileObjectStore.open(stages.path().toString(), clock));
    growing.before(
        "head wal/",
        () -> {
          stages.become("moraine/stages/stage3");
          stages.ids("wal").stream().filter(id -> id <= 20).forEach(id -> delete(stages, id));
        });
    try (OpenLake grown = TestLakes.over(growing, clock, ReadOptions.DEFAULT);
        ReadScope scope = TestLakes.newest(grown)) {
      assertThat(scope.position()).isEqualTo(new CommitPosition(16, 17));
    }
  }

  @Test
  void aPublicationThatGoesWithItsLogWhileThatIsReadIsNotUsed() {
    publish(folder.newestManifest(), "moraine-publication", 0);
    reacting.before("read " + LakeFolder.manifestName(9), this::flushWithoutPublishing);
    assertThat(newestPosition()).isEqualTo(LOGGED);
  }

  /** What a writer publishes goes soon, but the log that it would replay is nobody's to collect. */
  @Test
  void aPublicationThatGoesBeforeItsLogIsUsed() {
    publish(folder.newestManifest(), "moraine-publication", 0);
    reacting.before(
        "read " + LakeFolder.manifestName(9),
        () -> folder.addManifest(ManifestEdits.withoutCheckpoints(folder.newestManifest())));
    assertThat(newestPosition()).isEqualTo(PUBLISHED);
  }

  private void flushWithoutPublishing() {
    Bytes bare = ManifestEdits.withoutCheckpoints(folder.newestManifest());
    folder.addManifest(ManifestEdits.withReplayAfterWalId(bare, 11));
  }

  @Test
  void aLogObjectThatWasCollectedStartsTheSearchOver() {
    reacting.before("read " + LakeFolder.walName(12), () -> folder.delete(LakeFolder.walName(12)));
    assertThat(newestPosition()).isEqualTo(new CommitPosition(8, 8));
  }

  @Test
  void aSearchThatStartsOverAfterItsTimeIsGivenUp() {
    publish(folder.newestManifest(), "moraine-publication", 0);
    reacting.before(
        "read " + LakeFolder.manifestName(9),
        () -> {
          clock.advance(TestLakes.NEWEST.acquisitionTimeout());
          flushWithoutPublishing();
        });
    assertThatThrownBy(this::newestPosition)
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT))
        .hasMessageContaining("15000 ms");
  }

  @Test
  void anObjectThatTheNewestManifestNamesAndThatIsNotThereIsCorruption() {
    folder.deleteAll("compacted");
    assertThatThrownBy(this::newestPosition)
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CORRUPTION))
        .hasMessageContaining("compacted/");
  }

  @Test
  void aStoreThatIsReplacedIsToldAndEndsItsScopes() {
    try (ReadScope scope = TestLakes.newest(lake)) {
      folder.become("moraine/empty");
      clock.advance(ReadOptions.DEFAULT.manifestConfirmation());
      assertKind(this::newestPosition, Kind.STORE_REPLACED);
      assertKind(() -> TestLakes.table(scope, MetadataTable.TABLE), Kind.STORE_REPLACED);
      assertKind(this::newestPosition, Kind.STORE_REPLACED);
      assertThat(lake.isReplaced()).isTrue();
    }
  }

  @Test
  void aStoreThatIsReplacedIsToldThoughItIsAskedAllTheTime() {
    Duration nearlyAQuarter =
        ReadOptions.DEFAULT.manifestConfirmation().dividedBy(4).minusMillis(1);
    try (ReadScope scope = TestLakes.newest(lake)) {
      folder.become("moraine/empty");
      for (int i = 0; i < 4; i++) {
        clock.advance(nearlyAQuarter);
        assertThat(newestPosition()).isEqualTo(scope.position());
      }
      clock.advance(nearlyAQuarter);
      assertKind(this::newestPosition, Kind.STORE_REPLACED);
    }
  }

  @Test
  void otherBytesUnderAKnownManifestAreAnotherStore() {
    newestPosition();
    folder.write(LakeFolder.manifestName(7), ManifestEdits.withWriterEpoch(folder.manifest(7), 99));
    folder.addManifest(folder.newestManifest());
    clock.advance(ReadOptions.DEFAULT.manifestConfirmation());
    assertKind(this::newestPosition, Kind.STORE_REPLACED);
  }

  @Test
  void aStoreThatGoesIsNoLake() {
    newestPosition();
    folder.deleteAll("manifest");
    clock.advance(ReadOptions.DEFAULT.manifestConfirmation());
    assertThatThrownBy(this::newestPosition)
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_LAKE))
        .hasMessageContaining("`init`");
  }

  @Test
  void aStoreThatIsBeingCreatedIsNotThereYet() {
    folder.addManifest(ManifestEdits.beingCreated(folder.newestManifest()));
    assertKind(this::newestPosition, Kind.STORE_UNAVAILABLE);
  }

  @Test
  void manyNewManifestsAreFoundByListing() {
    newestPosition();
    for (int i = 0; i < 10; i++) {
      folder.addManifest(folder.newestManifest());
    }
    folder.addManifest(
        ManifestEdits.withCheckpoint(
            folder.newestManifest(), PUBLICATION, "moraine-publication", 18, 0));
    assertThat(newestPosition()).isEqualTo(LOGGED);
    assertThat(store.calls()).anyMatch(each -> each.endsWith("list manifest"));
  }

  @Test
  void aDeadManifestIsNotTheLatest() {
    newestPosition();
    folder.addManifest(ManifestEdits.withWriterEpoch(folder.newestManifest(), 99));
    folder.path().resolve("gc").toFile().mkdirs();
    folder.write("gc/manifest.boundary", Bytes.utf8("8"));
    folder.addManifest(folder.manifest(7));
    newestPosition();
    assertThat(store.calls()).anyMatch(each -> each.endsWith(LakeFolder.manifestName(9)));
  }

  @Test
  void aPublicationInADeadManifestIsNotTheNewestThoughItIsStillThere() {
    publish(folder.newestManifest(), "moraine-publication", 0);
    assertThat(newestPosition()).isEqualTo(PUBLISHED);
    clock.advance(ReadOptions.DEFAULT.idleGeneration());
    folder.addManifest(folder.newestManifest());
    folder.addManifest(
        ManifestEdits.withCheckpoint(
            ManifestEdits.withWalIdLastSeen(folder.newestManifest(), 12),
            new UUID(1, 3),
            "moraine-publication",
            10,
            0));
    folder.delete(LakeFolder.manifestName(9));
    folder.path().resolve("gc").toFile().mkdirs();
    folder.write("gc/manifest.boundary", Bytes.utf8("9"));
    assertThat(newestPosition()).isEqualTo(LOGGED);
  }

  @Test
  void scopesOfManyThreadsOnAGrowingLogNeverGoBack() {
    Bytes eleventh = read(LakeFolder.walName(11));
    Bytes twelfth = read(LakeFolder.walName(12));
    folder.delete(LakeFolder.walName(12));
    folder.delete(LakeFolder.walName(11));
    List<CompletableFuture<Void>> readers = new ArrayList<>();
    AtomicBoolean grown = new AtomicBoolean();
    for (int i = 0; i < 8; i++) {
      readers.add(CompletableFuture.runAsync(() -> readUntil(grown)));
    }
    folder.write(LakeFolder.walName(11), eleventh);
    newestPosition();
    folder.write(LakeFolder.walName(12), twelfth);
    newestPosition();
    grown.set(true);
    readers.forEach(CompletableFuture::join);
  }

  private void readUntil(AtomicBoolean grown) {
    CommitPosition last = new CommitPosition(0, 0);
    boolean complete;
    do {
      complete = grown.get();
      CommitPosition next = newestPosition();
      assertThat(next.reaches(last)).as("%s after %s", next, last).isTrue();
      last = next;
    } while (!complete);
    assertThat(last).isEqualTo(LOGGED);
  }

  @Test
  void idsAreUnsigned() {
    Manifest manifest = Stores.manifests(reacting, new StoreLayout("")).readById(7);
    Revision shorter = new Revision(manifest, Long.MAX_VALUE);
    Revision longer = new Revision(manifest, Long.MIN_VALUE);
    assertThat(longer.continues(shorter)).isTrue();
    assertThat(shorter.continues(longer)).isFalse();
    assertThat(longer).hasToString("manifest 7 with the log up to 9223372036854775808");
  }

  @Test
  void aTimeoutLongerThanAnyClockIsNone() {
    ScopeRequest patient =
        new ScopeRequest(
            OptionalLong.empty(),
            Optional.empty(),
            Optional.of(Duration.ofSeconds(Long.MAX_VALUE)));
    try (ReadScope scope = lake.readScope(lake, TestLakes.NEWEST, patient)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
    }
  }

  @Test
  void aReplayThatNeedsTooMuchMemoryIsRefused() {
    ReadOptions small = ReadOptions.DEFAULT.withWorkingMemoryBytes(1000);
    try (OpenLake limited =
        TestLakes.over(FileObjectStore.open(folder.path().toString(), clock), clock, small)) {
      assertThatThrownBy(() -> TestLakes.newest(limited))
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.EXHAUSTED))
          .hasMessageContaining("Replaying the write-ahead log");
      assertThat(limited.figures().workingMemoryUsedBytes()).isZero();
    }
  }

  private CommitPosition newestPosition() {
    try (ReadScope scope = TestLakes.newest(lake)) {
      return scope.position();
    }
  }

  private long roundTrips() {
    Call call = new Call();
    call.run(this::newestPosition);
    return call.cost().roundTrips();
  }

  /** Adds {@code next} with a publication that pins manifest 7. */
  private void publish(Bytes next, String name, long expireSeconds) {
    folder.addManifest(ManifestEdits.withCheckpoint(next, PUBLICATION, name, 7, expireSeconds));
  }

  private static ScopeRequest requiring(CommitPosition position) {
    return new ScopeRequest(OptionalLong.empty(), Optional.of(position), Optional.empty());
  }

  private Bytes read(String object) {
    return FileObjectStore.open(folder.path().toString(), clock).read(object);
  }

  private static void delete(LakeFolder folder, long walId) {
    folder.delete(LakeFolder.walName(walId));
  }

  private static void assertKind(Runnable call, Kind kind) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(CatalogException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
