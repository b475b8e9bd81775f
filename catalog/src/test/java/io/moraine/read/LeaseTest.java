package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CommitPosition;
import io.moraine.model.Cursor;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.model.TableScan;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.testing.FailingObjectStore;
import io.moraine.testing.FailingObjectStore.Call;
import io.moraine.testing.ManifestEdits;
import io.moraine.testing.ManualBackground;
import io.moraine.testing.ManualClock;
import io.moraine.testing.ReactingObjectStore;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a lease is: who writes one, for how long it is relied upon, and how it ends. The lake's log
 * is known to its manifest up to object 10 and goes on to 12.
 */
class LeaseTest {
  private static final Instant NOW = Instant.parse("2026-11-30T00:15:00Z");
  private static final UUID PUBLICATION = new UUID(1, 2);
  private static final CommitPosition LOGGED = new CommitPosition(9, 9);
  private static final CatalogOptions AUTO = TestLakes.NEWEST.withReaderLease(ReaderLease.AUTO);
  private static final Duration RENEWAL = LeaseOptions.DEFAULT.renewal();

  private final LakeFolder folder = LakeFolder.copyOf("moraine/shop-tail");
  private final ManualClock clock = new ManualClock(NOW);
  private final ReactingObjectStore reacting =
      new ReactingObjectStore(FileObjectStore.open(folder.path().toString(), clock));
  private final FailingObjectStore failing = new FailingObjectStore(reacting);
  private final ManualBackground background = new ManualBackground(clock);
  private final OpenLake lake = TestLakes.writable(failing, clock, background);

  @AfterEach
  void nothingIsLeftOpen() {
    lake.close();
    assertThat(lake.figures().generations()).isEmpty();
    assertThat(lake.figures().workingMemoryUsedBytes()).isZero();
    assertThat(background.openTasks()).isZero();
  }

  @Test
  void theSecondWayALeasePinsTheManifestThatRecordsIt() {
    try (LakeScope scope = open(TestLakes.LEASED)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
      assertThat(scope.revision().manifestId()).isEqualTo(8);
      assertThat(newest().id()).isEqualTo(8);
      assertThat(leases())
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.manifestId()).isEqualTo(8);
                assertThat(each.createTimeSeconds()).isEqualTo(NOW.getEpochSecond());
                assertThat(each.expireTimeSeconds()).isEqualTo(NOW.getEpochSecond() + 300);
              });
    }
  }

  @Test
  void theFirstWayALeasePinsWhatThePublicationDoes() {
    publish();
    try (LakeScope scope = open(TestLakes.LEASED)) {
      assertThat(scope.position()).isEqualTo(new CommitPosition(7, 7));
      assertThat(leases()).singleElement().extracting(Checkpoint::manifestId).isEqualTo(7L);
      assertThat(newest().findCheckpoint(PUBLICATION)).isPresent();
    }
  }

  @Test
  void nothingOfTheStoreButItsCheckpointsChanges() {
    Manifest before = newest();
    open(TestLakes.LEASED).close();
    Manifest after = newest();
    assertThat(after.trees()).isEqualTo(before.trees());
    assertThat(after.writerEpoch()).isEqualTo(before.writerEpoch());
    assertThat(after.walIdLastSeen()).isEqualTo(before.walIdLastSeen());
    assertThat(after.replayAfterWalId()).isEqualTo(before.replayAfterWalId());
    assertThat(after.checkpoints()).containsAll(before.checkpoints());
  }

  @Test
  void scopesOverTheSameTablesShareALease() {
    try (ReadScope first = open(TestLakes.LEASED);
        ReadScope second = open(TestLakes.LEASED)) {
      assertThat(second.position()).isEqualTo(first.position());
      assertThat(newest().id()).isEqualTo(8);
    }
    open(TestLakes.LEASED).close();
    assertThat(newest().id()).isEqualTo(8);
  }

  @Test
  void aRevisionWithALongerLogSharesTheLeaseOnItsTables() {
    var last = FileObjectStore.open(folder.path().toString(), clock).read(LakeFolder.walName(12));
    folder.delete(LakeFolder.walName(12));
    try (ReadScope before = open(TestLakes.LEASED)) {
      folder.write(LakeFolder.walName(12), last);
      try (ReadScope after = open(TestLakes.LEASED)) {
        assertThat(before.position()).isEqualTo(new CommitPosition(8, 8));
        assertThat(after.position()).isEqualTo(LOGGED);
      }
    }
    assertThat(newest().id()).isEqualTo(8);
  }

  @Test
  void otherTablesNeedAnotherLease() {
    LakeFolder stages = LakeFolder.copyOf("moraine/stages/stage1");
    try (OpenLake grown =
        TestLakes.writable(
            FileObjectStore.open(stages.path().toString(), clock),
            clock,
            new ManualBackground(clock))) {
      ReadScope before = grown.readScope(grown, TestLakes.LEASED, ScopeRequest.NEWEST);
      long leased = stages.newestManifestId();
      stages.add("moraine/stages/stage2");
      stages.addManifest(ofStage("moraine/stages/stage2"));
      try (before;
          ReadScope after = grown.readScope(grown, TestLakes.LEASED, ScopeRequest.NEWEST)) {
        assertThat(after.position().snapshotId()).isEqualTo(11);
        assertThat(stages.newestManifestId()).isGreaterThan(leased + 1);
        assertThat(grown.figures().leases()).hasSize(2);
      }
    }
  }

  private static io.moraine.base.Bytes ofStage(String fixture) {
    return LakeFolder.copyOf(fixture).newestManifest();
  }

  @Test
  void aLeaseIsRenewedEachMinuteAsLongAsAScopeIsOpen() {
    try (ReadScope scope = open(TestLakes.LEASED)) {
      UUID id = leases().get(0).id();
      for (int minutes = 1; minutes <= 20; minutes++) {
        clock.advance(RENEWAL);
        background.runDue();
        assertThat(leases())
            .singleElement()
            .isEqualTo(
                new Checkpoint(
                    id,
                    8,
                    NOW.getEpochSecond(),
                    NOW.getEpochSecond() + 300 + 60L * minutes,
                    "moraine-lease"));
        read(scope);
      }
      assertThat(newest().id()).isEqualTo(28);
    }
  }

  @Test
  void beforeItsTimeALeaseIsNotRenewed() {
    try (ReadScope scope = open(TestLakes.LEASED)) {
      clock.advance(RENEWAL.minusMillis(1));
      background.runDue();
      assertThat(newest().id()).isEqualTo(8);
      read(scope);
    }
  }

  @Test
  void aLeaseThatNobodyUsedForAMinuteIsGivenUp() {
    open(TestLakes.LEASED).close();
    clock.advance(RENEWAL);
    background.runDue();
    assertThat(leases()).isEmpty();
    assertThat(lake.figures().generations()).isEmpty();
    try (ReadScope scope = open(TestLakes.LEASED)) {
      assertThat(leases()).hasSize(1);
      read(scope);
    }
  }

  @Test
  void aLeaseThatIsUsedNowAndThenIsKept() {
    for (int i = 0; i < 10; i++) {
      open(TestLakes.LEASED).close();
      clock.advance(RENEWAL.dividedBy(2));
      background.runDue();
      assertThat(leases()).hasSize(1);
    }
  }

  @Test
  void closingGivesTheLeaseUp() {
    open(TestLakes.LEASED).close();
    assertThat(leases()).hasSize(1);
    lake.close();
    assertThat(leases()).isEmpty();
  }

  @Test
  void closingDoesNotFailBecauseALeaseCannotBeGivenUp() {
    open(TestLakes.LEASED).close();
    failing.failBy(
        (call, path) ->
            call == Call.PUT
                ? Optional.of(ObjectStoreException.Kind.UNAVAILABLE)
                : Optional.empty());
    lake.close();
    assertThat(leases()).hasSize(1);
  }

  @Test
  void aLakeWithoutLeasesWritesNothingWhenItCloses() {
    open(TestLakes.NEWEST).close();
    lake.close();
    assertThat(newest().id()).isEqualTo(7);
  }

  @Test
  void aScopeEndsWhenItsLeaseIsGone() {
    try (ReadScope scope = open(TestLakes.LEASED)) {
      folder.addManifest(ManifestEdits.withoutCheckpoints(folder.newestManifest()));
      clock.advance(RENEWAL);
      background.runDue();
      assertExpired(() -> read(scope));
      assertThat(leases()).isEmpty();
    }
    try (ReadScope scope = open(TestLakes.LEASED)) {
      read(scope);
      assertThat(leases()).hasSize(1);
    }
  }

  @Test
  void aScopeEndsHalfAMinuteBeforeItsLeaseThoughNobodyTellsIt() {
    try (ReadScope scope = open(TestLakes.LEASED)) {
      clock.advance(Duration.ofSeconds(269).minusMillis(1));
      read(scope);
      clock.advance(Duration.ofMillis(1));
      assertExpired(() -> read(scope));
    }
  }

  @Test
  void rowsThatWereReadAheadAreNotGivenOutOnceTheLeaseIsOver() {
    try (ReadScope scope = open(TestLakes.LEASED);
        Cursor cursor = scope.open(TableScan.of(MetadataTable.COLUMN))) {
      assertThat(cursor.next()).isTrue();
      clock.advance(Duration.ofSeconds(269));
      assertExpired(cursor::next);
    }
  }

  @Test
  void aScopeWithoutALeaseDoesNotEndWithThatOfOthers() {
    try (ReadScope leased = open(TestLakes.LEASED);
        ReadScope unleased = open(TestLakes.NEWEST)) {
      clock.advance(Duration.ofSeconds(269));
      assertExpired(() -> read(leased));
      read(unleased);
    }
  }

  @Test
  void aRenewalThatFailsIsMadeUpForByTheNext() {
    try (ReadScope scope = open(TestLakes.LEASED)) {
      failing.failBy(
          (call, path) ->
              call == Call.PUT
                  ? Optional.of(ObjectStoreException.Kind.UNAVAILABLE)
                  : Optional.empty());
      clock.advance(RENEWAL);
      background.runDue();
      assertThat(newest().id()).isEqualTo(8);
      failing.failBy(FailingObjectStore.Rule.NEVER);
      clock.advance(RENEWAL);
      background.runDue();
      assertThat(leases())
          .singleElement()
          .extracting(Checkpoint::expireTimeSeconds)
          .isEqualTo(NOW.getEpochSecond() + 420);
      read(scope);
    }
  }

  @Test
  void aRenewalThatComesTooLateEndsTheScope() {
    try (ReadScope scope = open(TestLakes.LEASED)) {
      clock.advance(Duration.ofSeconds(269));
      background.runDue();
      assertThat(leases()).isEmpty();
      assertExpired(() -> read(scope));
    }
  }

  @Test
  void aMachineThatSleptDoesNotTrustItsLeases() {
    try (ReadScope scope = open(TestLakes.LEASED)) {
      clock.jumpTo(NOW.plusSeconds(269));
      assertExpired(() -> read(scope));
      clock.jumpTo(NOW.plusSeconds(1));
      assertExpired(() -> read(scope));
    }
  }

  @Test
  void aClockThatJumpsBackDoesNotProlongALease() {
    try (ReadScope scope = open(TestLakes.LEASED)) {
      clock.advance(Duration.ofSeconds(60));
      clock.jumpTo(NOW.plusSeconds(30));
      read(scope);
      clock.jumpTo(NOW.plusSeconds(28));
      assertExpired(() -> read(scope));
    }
    try (ReadScope scope = open(TestLakes.LEASED)) {
      clock.jumpTo(NOW.plusSeconds(20));
      clock.advance(Duration.ofSeconds(269));
      assertExpired(() -> read(scope));
    }
  }

  @Test
  void aRenewalNeverShortensALease() {
    try (ReadScope scope = open(TestLakes.LEASED)) {
      clock.advance(RENEWAL);
      clock.jumpTo(NOW.plusSeconds(40));
      background.runDue();
      assertThat(leases())
          .singleElement()
          .extracting(Checkpoint::expireTimeSeconds)
          .isEqualTo(NOW.getEpochSecond() + 340);
      clock.advance(RENEWAL);
      clock.jumpTo(NOW.plusSeconds(30));
      background.runDue();
      assertExpired(() -> read(scope));
    }
  }

  @Test
  void leasesOfReadersThatDiedAreSweptOutTenMinutesAfterTheirEnd() {
    folder.addManifest(
        ManifestEdits.withCheckpoint(
            folder.newestManifest(),
            new UUID(5, 5),
            "moraine-lease",
            7,
            NOW.minusSeconds(600).getEpochSecond()));
    open(TestLakes.LEASED).close();
    assertThat(leases()).hasSize(1);
    assertThat(newest().findCheckpoint(new UUID(5, 5))).isEmpty();
  }

  @Test
  void otherCheckpointsAndLeasesThatEndedOfLateStay() {
    folder.addManifest(
        ManifestEdits.withCheckpoint(
            folder.newestManifest(),
            new UUID(5, 5),
            "moraine-lease",
            7,
            NOW.minusSeconds(599).getEpochSecond()));
    open(TestLakes.LEASED).close();
    assertThat(leases()).hasSize(2);
    folder.addManifest(
        ManifestEdits.withCheckpoint(folder.newestManifest(), new UUID(6, 6), "mine", 7, 1));
    clock.advance(RENEWAL);
    background.runDue();
    assertThat(newest().findCheckpoint(new UUID(6, 6))).isPresent();
  }

  @Test
  void autoGoesOnWithoutWhereWritingIsRefusedAndTriesAgainAfterAMinute() {
    failing.failBy(
        (call, path) ->
            call == Call.PUT ? Optional.of(ObjectStoreException.Kind.FORBIDDEN) : Optional.empty());
    try (ReadScope scope = open(AUTO)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
      clock.advance(Duration.ofHours(1));
      read(scope);
    }
    failing.failBy(FailingObjectStore.Rule.NEVER);
    failing.failBy(
        (call, path) ->
            call == Call.PUT ? Optional.of(ObjectStoreException.Kind.FORBIDDEN) : Optional.empty());
    open(AUTO).close();
    failing.failBy(FailingObjectStore.Rule.NEVER);
    clock.advance(Duration.ofMinutes(1).minusMillis(1));
    open(AUTO).close();
    assertThat(newest().id()).isEqualTo(7);
    clock.advance(Duration.ofMillis(1));
    open(AUTO).close();
    assertThat(leases()).hasSize(1);
  }

  @Test
  void trueFailsWhereWritingIsRefused() {
    failing.failBy(
        (call, path) ->
            call == Call.PUT ? Optional.of(ObjectStoreException.Kind.FORBIDDEN) : Optional.empty());
    assertThatThrownBy(() -> open(TestLakes.LEASED))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FORBIDDEN));
  }

  @Test
  void nothingIsWrittenByReadersThatMayOnlyReadOrThatNameACheckpoint() {
    folder.addManifest(
        ManifestEdits.withCheckpoint(folder.newestManifest(), new UUID(6, 6), "mine", 7, 0));
    open(AUTO.withAccess(Access.READ_ONLY)).close();
    open(AUTO.withCheckpoint(Optional.of(new UUID(6, 6)))).close();
    open(TestLakes.LEASED.withCheckpoint(Optional.of(new UUID(6, 6)))).close();
    assertThat(newest().id()).isEqualTo(8);
  }

  @Test
  void closingTheLakeEndsItsScopesAsClosed() {
    ReadScope scope = open(TestLakes.LEASED);
    lake.close();
    assertThatThrownBy(() -> read(scope))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CLOSED));
  }

  private LakeScope open(CatalogOptions options) {
    return lake.readScope(lake, options, ScopeRequest.NEWEST);
  }

  private static void read(ReadScope scope) {
    assertThat(TestLakes.table(scope, MetadataTable.TABLE)).isNotEmpty();
  }

  private static void assertExpired(Runnable read) {
    assertThatThrownBy(read::run)
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REVISION_EXPIRED));
  }

  private Manifest newest() {
    return Stores.manifests(reacting, new StoreLayout("")).readLatest().orElseThrow();
  }

  private List<Checkpoint> leases() {
    return newest().checkpoints().stream()
        .filter(each -> "moraine-lease".equals(each.name()))
        .toList();
  }

  /** Adds a manifest with a publication that pins manifest 7. */
  private void publish() {
    folder.addManifest(
        ManifestEdits.withCheckpoint(
            folder.newestManifest(), PUBLICATION, "moraine-publication", 7, 0));
  }
}
