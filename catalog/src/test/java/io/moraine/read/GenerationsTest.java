package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Call;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.testing.FailingObjectStore;
import io.moraine.testing.ManifestEdits;
import io.moraine.testing.ManualClock;
import io.moraine.testing.StepCountingObjectStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GenerationsTest {
  /** Manifests of the lake that name different tables, all of which are still there. */
  private static final long[] DIFFERENT = {4, 8, 9, 13, 18, 22, 26, 30, 35, 36};

  private final LakeFolder folder = LakeFolder.copyOf("moraine/shop-compacted");
  private final ManualClock clock = new ManualClock(Instant.parse("2026-11-30T00:15:00Z"));
  private final OpenLake lake = TestLakes.in(folder.path(), clock);
  private final List<ReadScope> scopes = new ArrayList<>();

  @AfterEach
  void everyScopeIsClosedAndAllMemoryFree() {
    scopes.forEach(ReadScope::close);
    lake.close();
    assertThat(lake.figures().scopesClosed()).isEqualTo(lake.figures().scopesOpened());
    assertThat(lake.figures().workingMemoryUsedBytes()).isZero();
  }

  @Test
  void scopesOnTheSameTablesShareOneGeneration() {
    ReadScope first = open(ScopeRequest.NEWEST);
    folder.addManifest(ManifestEdits.withoutCheckpoints(folder.newestManifest()));
    ReadScope second = open(ScopeRequest.NEWEST);
    assertThat(lake.figures().generations())
        .singleElement()
        .satisfies(each -> assertThat(each.openScopes()).isEqualTo(2));
    assertThat(second.position()).isEqualTo(first.position());
  }

  @Test
  void eightSetsOfTablesMayBeOpenAndANinthIsRefusedNamingWhoHoldsThem() {
    for (int i = 0; i < 8; i++) {
      open(DIFFERENT[i]);
    }
    clock.advance(Duration.ofSeconds(7));
    assertThatThrownBy(() -> open(DIFFERENT[8]))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.EXHAUSTED))
        .hasMessageContaining("8 different sets of tables")
        .hasMessageContaining("scope 1 holds manifest 4 with the log up to 9 for 7 s")
        .hasMessageContaining("scope 8 holds manifest 30 with the log up to 23 for 7 s");
    assertThat(lake.figures().generations()).hasSize(8);
  }

  @Test
  void atTheLimitATableSetWithoutScopesGivesWayFirst() {
    for (int i = 0; i < 8; i++) {
      open(DIFFERENT[i]);
    }
    scopes.get(2).close();
    assertThat(lake.figures().generations()).hasSize(8);
    open(DIFFERENT[8]);
    assertThat(lake.figures().generations())
        .extracting(each -> each.manifestId())
        .containsExactly(4L, 8L, 13L, 18L, 22L, 26L, 30L, 35L);
  }

  @Test
  void atTheLimitTheNewestIsSharedIfItIsFreshAndReachesWhatIsRequired() {
    ReadScope newest = open(ScopeRequest.NEWEST);
    for (int i = 0; i < 7; i++) {
      open(DIFFERENT[i]);
    }
    folder.addManifest(folder.manifest(36));
    CatalogOptions tolerant = TestLakes.withFreshness(TestLakes.NEWEST, Duration.ofSeconds(10));
    try (ReadScope scope = lake.readScope(lake, tolerant, now(Optional.empty()))) {
      assertThat(scope.position()).isEqualTo(newest.position());
    }
    assertExhausted(tolerant, now(Optional.of(new CommitPosition(1000, 1000))));
    clock.advance(Duration.ofSeconds(10));
    assertExhausted(tolerant, now(Optional.empty()));
  }

  @Test
  void atTheLimitARequestWaitsUntilAScopeIsClosed() throws Exception {
    for (int i = 0; i < 8; i++) {
      open(DIFFERENT[i]);
    }
    CatalogOptions ninth = checkpointOf(DIFFERENT[8]);
    CompletableFuture<ReadScope> waiting =
        CompletableFuture.supplyAsync(() -> lake.readScope(lake, ninth, ScopeRequest.NEWEST));
    scopes.get(0).close();
    try (ReadScope scope = waiting.get(60, TimeUnit.SECONDS)) {
      assertThat(TestLakes.table(scope, MetadataTable.SNAPSHOT)).isNotEmpty();
    }
  }

  @Test
  void atTheLimitAWaitEndsWhenItsCallIsCancelled() {
    for (int i = 0; i < 8; i++) {
      open(DIFFERENT[i]);
    }
    CatalogOptions ninth = checkpointOf(DIFFERENT[8]);
    Call call = new Call();
    CompletableFuture<ReadScope> waiting =
        CompletableFuture.supplyAsync(
            () -> call.run(() -> lake.readScope(lake, ninth, ScopeRequest.NEWEST)));
    call.cancel();
    assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CatalogException.class)
        .cause()
        .satisfies(e -> assertThat(((CatalogException) e).kind()).isEqualTo(Kind.CANCELLED));
  }

  @Test
  void aGenerationWithoutScopesIsKeptForAWhileAndThenDropped() {
    open(DIFFERENT[0]).close();
    open(DIFFERENT[0]).close();
    clock.advance(ReadOptions.DEFAULT.idleGeneration().minusMillis(1));
    open(DIFFERENT[1]);
    assertThat(lake.figures().generations()).hasSize(2);
    clock.advance(Duration.ofMillis(1));
    open(DIFFERENT[2]);
    assertThat(lake.figures().generations()).hasSize(2);
  }

  @Test
  void anOpeningThatFailsGivesItsRoomBack() {
    FailingObjectStore failing =
        new FailingObjectStore(FileObjectStore.open(folder.path().toString(), clock));
    try (OpenLake broken = TestLakes.over(failing, clock, limits(1, Duration.ofSeconds(10)))) {
      failing.failBy(FailingObjectStore.Rule.onPath("wal/", ObjectStoreException.Kind.FORBIDDEN));
      CatalogOptions first =
          checkpointOf(
              folder.addManifest(
                  ManifestEdits.withWalIdLastSeen(folder.manifest(DIFFERENT[0]), 10)));
      assertThatThrownBy(() -> broken.readScope(broken, first, now(Optional.empty())))
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FORBIDDEN));
      failing.failBy(FailingObjectStore.Rule.NEVER);
      CatalogOptions second = checkpointOf(DIFFERENT[1]);
      try (ReadScope scope = broken.readScope(broken, second, ScopeRequest.NEWEST)) {
        assertThat(TestLakes.table(scope, MetadataTable.SNAPSHOT)).isNotEmpty();
      }
    }
  }

  @Test
  @Timeout(60)
  void whatIsBegunTooEarlyKeepsNoRoomFromWhatIsNeeded() {
    StepCountingObjectStore far =
        new StepCountingObjectStore(FileObjectStore.open(folder.path().toString(), clock));
    try (OpenLake remote = TestLakes.over(far, clock, limits(2, Duration.ofDays(1)));
        ReadScope held =
            remote.readScope(remote, checkpointOf(DIFFERENT[0]), ScopeRequest.NEWEST)) {
      publish(DIFFERENT[1]);
      publish(DIFFERENT[2]);
      try (ReadScope newest = TestLakes.newest(remote)) {
        assertThat(newest.snapshotId()).isGreaterThan(held.snapshotId());
        assertThat(remote.figures().generations()).hasSize(2);
      }
    }
  }

  /** Adds a manifest like an earlier one, with a publication that pins it. */
  private void publish(long manifestId) {
    long next = folder.newestManifestId() + 1;
    folder.addManifest(
        ManifestEdits.withCheckpoint(
            folder.manifest(manifestId), new UUID(1, next), "moraine-publication", next, 0));
  }

  @Test
  @Timeout(60)
  void theTimeOfASearchIsTheMostThatItWaitsForRoom() {
    try (OpenLake narrow =
            TestLakes.over(
                FileObjectStore.open(folder.path().toString(), clock),
                clock,
                limits(1, Duration.ofDays(1)));
        ReadScope held =
            narrow.readScope(narrow, checkpointOf(DIFFERENT[0]), ScopeRequest.NEWEST)) {
      assertThat(held.snapshotId()).isPositive();
      CatalogOptions hasty = hasty(checkpointOf(DIFFERENT[1]));
      assertThatThrownBy(() -> narrow.readScope(narrow, hasty, ScopeRequest.NEWEST))
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.EXHAUSTED));
    }
  }

  private static CatalogOptions hasty(CatalogOptions options) {
    return options.withAcquisitionTimeout(Duration.ofMillis(100));
  }

  private static ReadOptions limits(int tableSets, Duration wait) {
    ReadOptions usual = ReadOptions.DEFAULT;
    return new ReadOptions(
        wait,
        usual.idleGeneration(),
        usual.manifestConfirmation(),
        tableSets,
        usual.workingMemoryBytes(),
        usual.leases());
  }

  private ReadScope open(ScopeRequest request) {
    ReadScope scope = lake.readScope(lake, TestLakes.NEWEST, request);
    scopes.add(scope);
    return scope;
  }

  private ReadScope open(long manifestId) {
    ReadScope scope = lake.readScope(lake, checkpointOf(manifestId), now(Optional.empty()));
    scopes.add(scope);
    return scope;
  }

  private CatalogOptions checkpointOf(long manifestId) {
    UUID id = new UUID(0, manifestId);
    folder.addManifest(
        ManifestEdits.withCheckpoint(folder.newestManifest(), id, "test", manifestId, 0));
    return TestLakes.checkpoint(id);
  }

  private void assertExhausted(CatalogOptions options, ScopeRequest request) {
    assertThatThrownBy(() -> lake.readScope(lake, options, request))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.EXHAUSTED));
  }

  /** A request that does not wait. */
  private static ScopeRequest now(Optional<CommitPosition> position) {
    return new ScopeRequest(OptionalLong.empty(), position, Optional.of(Duration.ofNanos(1)));
  }
}
