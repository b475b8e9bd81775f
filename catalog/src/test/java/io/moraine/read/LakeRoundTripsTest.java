package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.base.RandomSource;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CommitPosition;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.model.TableScan;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.s3.S3Stores;
import io.moraine.testing.ManifestEdits;
import io.moraine.testing.ManualBackground;
import io.moraine.testing.s3.S3Server;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many requests have to follow one another until something is known of a lake in S3. The lake's
 * log is known to its manifest up to object 10, and goes on to 12. What is said here of the first
 * way is of a lake whose writer publishes, of the second way of any other.
 */
class LakeRoundTripsTest {
  private static final UUID PUBLICATION = new UUID(1, 2);
  private static final CommitPosition LOGGED = new CommitPosition(9, 9);

  private static final TableScan POINT =
      TableScan.of(MetadataTable.DATA_FILE).where(KeyCondition.equalTo(1L, 1000L));
  private static final TableScan FILES =
      TableScan.of(MetadataTable.DATA_FILE).where(KeyCondition.equalTo(1L));

  private static final S3Server SERVER = S3Server.start();

  private static final S3Stores STORES = new S3Stores(RandomSource.SYSTEM);
  private final OpenLake lake = open();
  private LakeFolder folder = LakeFolder.copyOf("moraine/shop-tail");

  private OpenLake open() {
    return TestLakes.over(store(), Clock.SYSTEM, ReadOptions.DEFAULT);
  }

  private OpenLake leased() {
    return TestLakes.writable(store(), Clock.SYSTEM, new ManualBackground(Clock.SYSTEM));
  }

  private ObjectStore store() {
    return STORES.open(
        STORES.access("s3://lakes/lake", SERVER.options()),
        "lakes",
        "lake",
        new RequestTally(),
        Clock.SYSTEM);
  }

  @AfterEach
  void nothingIsLeftOpen() {
    lake.close();
    CatalogFigures figures = lake.figures();
    assertThat(figures.scopesClosed()).isEqualTo(figures.scopesOpened());
    SERVER.latency(Duration.ZERO);
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @Test
  void aScopeWithinItsFreshnessAndAWarmQueryTakeNone() {
    folder = LakeFolder.copyOf("moraine/large");
    upload();
    rows(POINT);
    assertThat(cost(() -> rowsOfKnown(POINT))).isEqualTo(new Call.Cost(0, 0, 0, 0, 1));
  }

  @Test
  void aScopeWithNothingChangedTakesThreeTheSecondWay() {
    upload();
    newestPosition();
    assertThat(cost(this::newestPosition).roundTrips()).isEqualTo(3);
    assertThat(cost(this::newestPosition).requests()).isEqualTo(3);
  }

  @Test
  void aScopeWithNothingChangedTakesTwoTheFirstWay() {
    publish(10);
    newestPosition();
    assertThat(cost(this::newestPosition).roundTrips()).isEqualTo(2);
    assertThat(cost(this::newestPosition).requests()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"1, 4", "2, 5", "3, 6", "4, 7", "9, 8"})
  void newPublicationsOverTheSameTablesAreSeenTheFirstWay(int manifests, long roundTrips) {
    publish(10);
    newestPosition();
    for (int i = 1; i <= manifests; i++) {
      publish(Math.min(12, 10 + i));
    }
    assertThat(cost(this::newestPosition).roundTrips()).isEqualTo(roundTrips);
    assertThat(newestPosition().snapshotId()).isEqualTo(manifests == 1 ? 8 : 9);
  }

  @Test
  void aNewLogObjectIsSeenInFourTheSecondWay() {
    upload();
    Bytes last = SERVER.get("lakes", "lake/" + LakeFolder.walName(12)).orElseThrow();
    SERVER.delete("lakes", "lake/" + LakeFolder.walName(12));
    newestPosition();
    SERVER.put("lakes", "lake/" + LakeFolder.walName(12), last);
    assertThat(cost(this::newestPosition).roundTrips()).isEqualTo(4);
    assertThat(newestPosition()).isEqualTo(LOGGED);
  }

  @Test
  void aNewManifestOverTheSameTablesIsSeenInFourTheSecondWay() {
    upload();
    newestPosition();
    folder.addManifest(folder.newestManifest());
    upload();
    assertThat(cost(this::newestPosition).roundTrips()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({"moraine/shop-tail, 6", "moraine/large, 6", "big, 7"})
  void thePointQueryThatOpensALakeTakesOneMoreIfItsTableIsTooLargeToBeReadWhole(
      String fixture, long roundTrips) {
    folder = LakeFolder.copyOf(fixture);
    upload();
    assertThat(cost(() -> rows(POINT)).roundTrips()).isEqualTo(roundTrips);
  }

  @Test
  void aLakeNotYetOpenTakesSixTheFirstWay() {
    publish(10);
    assertThat(cost(() -> rows(POINT)).roundTrips()).isEqualTo(6);
  }

  @Test
  void aLakeNotYetOpenTakesSevenIfItsPublicationIsNotInTheLatestManifest() {
    publish(10);
    folder.addManifest(folder.newestManifest());
    upload();
    assertThat(cost(() -> rows(POINT)).roundTrips()).isEqualTo(7);
  }

  @Test
  void aNewRevisionOverOtherTablesIsSeenInSevenTheSecondWay() {
    folder = LakeFolder.copyOf("moraine/stages/stage1");
    upload();
    newestPosition();
    becomeInOneManifest("moraine/stages/stage2");
    upload();
    assertThat(cost(this::newestPosition).roundTrips()).isEqualTo(7);
    assertThat(newestPosition().snapshotId()).isEqualTo(11);
  }

  @Test
  void aNewRevisionOverOtherTablesIsSeenInFourTheFirstWay() {
    folder = LakeFolder.copyOf("moraine/stages/stage2");
    publish(13);
    newestPosition();
    becomeInOneManifest("moraine/stages/stage3");
    publishInPlace(25);
    assertThat(cost(this::newestPosition).roundTrips()).isEqualTo(4);
    assertThat(newestPosition().snapshotId()).isEqualTo(16);
  }

  @Test
  void aLeasedLakeNotYetOpenTakesFiveTheFirstWayAsTheLeaseVouchesForThePublication() {
    publish(10);
    try (OpenLake leased = leased()) {
      assertThat(cost(() -> rows(leased, POINT)).roundTrips()).isEqualTo(5);
    }
  }

  @Test
  void aLeasedLakeNotYetOpenTakesSevenTheSecondWay() {
    upload();
    try (OpenLake leased = leased()) {
      assertThat(cost(() -> rows(leased, POINT)).roundTrips()).isEqualTo(7);
    }
  }

  @Test
  void aLeasedScopeWithNothingChangedTakesNoMoreThanAnother() {
    upload();
    try (OpenLake leased = leased()) {
      position(leased, TestLakes.LEASED);
      Call.Cost cost = cost(() -> position(leased, TestLakes.LEASED));
      assertThat(cost.roundTrips()).isEqualTo(3);
      assertThat(cost.requests()).isEqualTo(3);
    }
  }

  @Test
  void newRevisionsOverTheSameTablesAreSeenUnderTheLeaseAsWithoutOne() {
    publish(10);
    try (OpenLake leased = leased()) {
      position(leased, TestLakes.LEASED);
      downloadManifests();
      publish(11);
      Call.Cost cost = cost(() -> position(leased, TestLakes.LEASED));
      assertThat(cost.roundTrips()).isEqualTo(4);
      assertThat(position(leased, TestLakes.LEASED).snapshotId()).isEqualTo(8);
      assertThat(leased.figures().leases()).hasSize(1);
    }
  }

  @Test
  void aLeasedRevisionOverOtherTablesIsSeenInFourTheFirstWay() {
    folder = LakeFolder.copyOf("moraine/stages/stage2");
    publish(13);
    try (OpenLake leased = leased()) {
      position(leased, TestLakes.LEASED);
      downloadManifests();
      becomeInOneManifest("moraine/stages/stage3");
      publishInPlace(25);
      assertThat(cost(() -> position(leased, TestLakes.LEASED)).roundTrips()).isEqualTo(4);
      assertThat(position(leased, TestLakes.LEASED).snapshotId()).isEqualTo(16);
    }
  }

  /** One of them because the known end of the log had moved, which took two looks. */
  @Test
  void aLeasedRevisionOverOtherTablesIsSeenInEightTheSecondWay() {
    folder = LakeFolder.copyOf("moraine/stages/stage1");
    upload();
    try (OpenLake leased = leased()) {
      position(leased, TestLakes.LEASED);
      downloadManifests();
      becomeInOneManifest("moraine/stages/stage2");
      upload();
      assertThat(cost(() -> position(leased, TestLakes.LEASED)).roundTrips()).isEqualTo(8);
      assertThat(position(leased, TestLakes.LEASED).snapshotId()).isEqualTo(11);
    }
  }

  /** Those that a reader wrote, into the folder from which others are made. */
  private void downloadManifests() {
    for (long id = folder.newestManifestId() + 1; ; id++) {
      Optional<Bytes> written = SERVER.get("lakes", "lake/" + LakeFolder.manifestName(id));
      if (written.isEmpty()) {
        return;
      }
      folder.write(LakeFolder.manifestName(id), written.get());
    }
  }

  /** What took many manifests in the fixture is done by the next one. */
  private void becomeInOneManifest(String fixture) {
    long next = folder.newestManifestId() + 1;
    folder.become(fixture);
    Bytes newest = folder.newestManifest();
    folder.ids("manifest").stream()
        .filter(id -> id >= next)
        .forEach(id -> folder.delete(LakeFolder.manifestName(id)));
    folder.write(LakeFolder.manifestName(next), newest);
  }

  /** A machine that stalls tears apart what is asked at once: the shortest chain of some counts. */
  @Test
  void theServerSeesAsManyFollowEachOtherAsAreCounted() {
    upload();
    cost(() -> rows(POINT));
    SERVER.latency(Duration.ofMillis(150));
    assertThat(IntStream.range(0, 20).map(i -> chainOfAColdLake()).anyMatch(chain -> chain == 6))
        .isTrue();
  }

  private int chainOfAColdLake() {
    try (OpenLake cold = open()) {
      SERVER.resetLog();
      Call.Cost cost = cost(() -> position(cold));
      assertThat(cost.roundTrips()).isEqualTo(6);
      assertThat(SERVER.log()).hasSize((int) cost.requests());
      return SERVER.longestChain();
    }
  }

  /** Of the smaller lake all tables are read whole when it is opened. */
  @ParameterizedTest
  @CsvSource({"moraine/large, 20000, 0, 0", "big, 100000, 2, 48"})
  void aListOfAllFilesTakes(String fixture, int files, long roundTrips, long mostRequests) {
    folder = LakeFolder.copyOf(fixture);
    upload();
    newestPosition();
    Call.Cost cost = cost(() -> assertThat(rowsOfKnown(FILES)).isEqualTo(files));
    assertThat(cost.roundTrips()).isEqualTo(roundTrips);
    assertThat(cost.requests()).isLessThanOrEqualTo(mostRequests);
  }

  private int rowsOfKnown(TableScan scan) {
    CatalogOptions tolerant = TestLakes.withFreshness(TestLakes.NEWEST, Duration.ofHours(1));
    try (ReadScope scope = lake.readScope(lake, tolerant, ScopeRequest.NEWEST)) {
      return TestLakes.rows(scope, scan).size();
    }
  }

  private static int rows(OpenLake leased, TableScan scan) {
    try (ReadScope scope = leased.readScope(leased, TestLakes.LEASED, ScopeRequest.NEWEST)) {
      return TestLakes.rows(scope, scan).size();
    }
  }

  private int rows(TableScan scan) {
    try (ReadScope scope = TestLakes.newest(lake)) {
      return TestLakes.rows(scope, scan).size();
    }
  }

  /** Adds a manifest with a publication of itself and of the log up to an object. */
  private void publish(long lastWalId) {
    folder.addManifest(folder.newestManifest());
    publishInPlace(lastWalId);
  }

  private void publishInPlace(long lastWalId) {
    long id = folder.newestManifestId();
    Bytes manifest = ManifestEdits.withWalIdLastSeen(folder.newestManifest(), lastWalId);
    folder.write(
        LakeFolder.manifestName(id),
        ManifestEdits.withCheckpoint(manifest, PUBLICATION, "moraine-publication", id, 0));
    upload();
  }

  private void upload() {
    SERVER.createBucket("lakes");
    SERVER.load(folder.path(), "lakes", "lake");
  }

  private CommitPosition newestPosition() {
    return position(lake);
  }

  private static CommitPosition position(OpenLake lake) {
    return position(lake, TestLakes.NEWEST);
  }

  private static CommitPosition position(OpenLake lake, CatalogOptions options) {
    try (ReadScope scope = lake.readScope(lake, options, ScopeRequest.NEWEST)) {
      return scope.position();
    }
  }

  private static <T> Call.Cost cost(Supplier<T> work) {
    Call call = new Call();
    call.run(work);
    return call.cost();
  }
}
