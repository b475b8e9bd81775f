package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.model.TableScan;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.read.WalTail;
import io.moraine.table.MetadataTables;
import io.moraine.testing.ManifestEdits;
import io.moraine.testing.ManualClock;
import io.moraine.testing.StepCountingObjectStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * How readers see what the writer of their own process published. The lake's log is known to its
 * manifest up to object 10 and goes on to 12.
 */
class OwnPublicationTest {
  private static final UUID PUBLICATION = new UUID(1, 2);
  private static final CommitPosition LOGGED = new CommitPosition(9, 9);

  private final LakeFolder folder = LakeFolder.copyOf("moraine/shop-tail");
  private final ManualClock clock = new ManualClock(Instant.parse("2026-11-30T00:15:00Z"));
  private final StepCountingObjectStore store =
      new StepCountingObjectStore(FileObjectStore.open(folder.path().toString(), clock));
  private final OpenLake lake = TestLakes.over(store, clock, ReadOptions.DEFAULT);

  @AfterEach
  void nothingIsLeftOpen() {
    lake.close();
    assertThat(lake.figures().workingMemoryUsedBytes()).isZero();
    assertThat(lake.figures().generations()).isEmpty();
  }

  @Test
  void whatWasPublishedIsUsedWithinItsFreshnessWithoutAskingTheStore() {
    publish(12, LOGGED);
    store.reset();
    clock.advance(Duration.ofMillis(900));
    try (ReadScope scope =
        lake.readScope(
            lake,
            TestLakes.withFreshness(TestLakes.NEWEST, Duration.ofSeconds(1)),
            ScopeRequest.NEWEST)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
    }
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void onceItsFreshnessIsOverNothingButTheNextManifestAndTheBoundaryIsAskedFor() {
    publish(12, LOGGED);
    store.reset();
    try (ReadScope scope = TestLakes.newest(lake)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
    }
    assertThat(store.calls())
        .containsExactly("1 read " + LakeFolder.manifestName(9), "2 read gc/manifest.boundary");
  }

  @Test
  void noLaterScopeShowsLessThanWasPublished() {
    Manifest earlier = publish(11, new CommitPosition(8, 8));
    publish(12, LOGGED);
    offer(earlier, 11, new CommitPosition(8, 8));
    try (ReadScope scope = TestLakes.newest(lake)) {
      assertThat(scope.position()).isEqualTo(LOGGED);
    }
  }

  @Test
  void rowsThatTheWriterHasInMemoryAreChargedThoughThereIsNoRoomForThem() {
    ReadOptions small = ReadOptions.DEFAULT.withWorkingMemoryBytes(1000);
    try (OpenLake limited =
        TestLakes.over(FileObjectStore.open(folder.path().toString(), clock), clock, small)) {
      Manifest manifest = limited.manifests().readLatest().orElseThrow();
      WalTail tail = limited.slate().readTail(manifest, 12, TailAdmission.UNLIMITED);
      limited.offer(new OwnPublication(PUBLICATION, manifest, tail, LOGGED, Moment.now(clock)));
      assertThat(limited.figures().workingMemoryUsedBytes()).isEqualTo(tail.chargedBytes());
      assertThat(tail.chargedBytes()).isGreaterThan(1000);
    }
  }

  @Test
  void theRowsThatTwoOfThemShareAreChargedOnce() {
    Manifest manifest = publish(10, new CommitPosition(7, 7));
    try (ReadScope scope = TestLakes.newest(lake)) {
      offer(manifest, 12, LOGGED);
      WalTail whole = lake.slate().readTail(manifest, 12, TailAdmission.UNLIMITED);
      assertThat(lake.figures().workingMemoryUsedBytes()).isEqualTo(whole.chargedBytes());
      assertThat(scope.position()).isEqualTo(new CommitPosition(7, 7));
    }
  }

  @Test
  void aScopeThatIsSharedOutlivesTheOneItCameFrom() {
    LakeScope first = lake.readScope(lake, TestLakes.NEWEST, ScopeRequest.NEWEST);
    try (LakeScope second = first.share(lake)) {
      first.close();
      assertThat(second.revision()).isEqualTo(first.revision());
      assertThat(second.revision().lastWalId()).isEqualTo(12);
      assertThat(TestLakes.table(second, MetadataTable.TABLE)).isNotEmpty();
      assertThatThrownBy(() -> first.share(lake))
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CLOSED));
    }
  }

  @Test
  void cursorsHaveTheRowsThatTheirOpenerMakes() {
    TableScan tables = TableScan.of(MetadataTable.TABLE);
    try (LakeScope scope = lake.readScope(lake, TestLakes.NEWEST, ScopeRequest.NEWEST)) {
      var cursor =
          scope.open(
              TableScan.of(MetadataTable.SCHEMA),
              (records, scan, head, counter) ->
                  MetadataTables.open(scope.records(), tables, head, counter));
      int rows = 0;
      while (cursor.next()) {
        rows++;
      }
      assertThat(rows).isEqualTo(TestLakes.table(scope, MetadataTable.TABLE).size());
    }
  }

  @Test
  void aRequiredLogObjectIsReachedByTheLogIfNotByThePublication() {
    folder.addManifest(
        ManifestEdits.withCheckpoint(
            folder.newestManifest(), PUBLICATION, "moraine-publication", 7, 0));
    assertThat(positionCovering(OptionalLong.empty())).isEqualTo(new CommitPosition(7, 7));
    long known = lake.manifests().readById(7).walIdLastSeen();
    assertThat(positionCovering(OptionalLong.of(known))).isEqualTo(new CommitPosition(7, 7));
    assertThat(known).isLessThan(11);
    assertThat(positionCovering(OptionalLong.of(11))).isEqualTo(LOGGED);
    assertThat(positionCovering(OptionalLong.empty())).isEqualTo(LOGGED);
    assertThatThrownBy(() -> positionCovering(OptionalLong.of(13)))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.POSITION_NOT_REACHED))
        .hasMessageContaining("log object 13");
  }

  private CommitPosition positionCovering(OptionalLong walId) {
    ScopeRequest request =
        new ScopeRequest(OptionalLong.empty(), Optional.empty(), walId, Optional.empty());
    try (ReadScope scope = lake.readScope(lake, TestLakes.NEWEST, request)) {
      return scope.position();
    }
  }

  /** Publishes as the writer of this process does; the manifest. */
  private Manifest publish(long lastWalId, CommitPosition position) {
    long id = folder.newestManifestId() + 1;
    folder.addManifest(
        ManifestEdits.withCheckpoint(
            ManifestEdits.withWalIdLastSeen(folder.newestManifest(), lastWalId),
            PUBLICATION,
            "moraine-publication",
            id,
            0));
    Manifest manifest = lake.manifests().readLatest().orElseThrow();
    offer(manifest, lastWalId, position);
    return manifest;
  }

  private void offer(Manifest manifest, long lastWalId, CommitPosition position) {
    WalTail tail = lake.slate().readTail(manifest, lastWalId, TailAdmission.UNLIMITED);
    lake.offer(new OwnPublication(PUBLICATION, manifest, tail, position, Moment.now(clock)));
  }
}
