package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.IdSource;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CollectedKind;
import io.moraine.model.CollectionOptions;
import io.moraine.model.CollectionReport;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.StoreInspection.Checkpoint;
import io.moraine.model.Transaction;
import io.moraine.model.Upkeep;
import io.moraine.model.WriterSettings;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.FailingObjectStore;
import io.moraine.testing.FailingObjectStore.Call;
import io.moraine.testing.ManualBackground;
import io.moraine.testing.ReactingObjectStore;
import io.moraine.testing.ScopeRows;
import io.moraine.testing.SelfMovingClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a process collects, and what of ours protects from it. */
class CollectionTest {
  private static final CollectionOptions AT_ONCE =
      CollectionOptions.DEFAULT.withMinAge(Duration.ZERO);

  private final SelfMovingClock clock = new SelfMovingClock(Instant.parse("2027-01-15T10:00:00Z"));
  private final MemoryObjectStore store = new MemoryObjectStore("collected", clock);
  private final List<Catalog> catalogs = new ArrayList<>();
  private final ManualBackground background = new ManualBackground(clock);

  @BeforeEach
  void createLake() {
    Catalog.create(
        store,
        NewLake.PLAIN,
        CatalogOptions.of("memory:collected"),
        clock,
        IdSource.SYSTEM,
        new ManualBackground(clock));
  }

  @AfterEach
  void closeCatalogs() {
    catalogs.forEach(Catalog::close);
  }

  private Catalog catalog(ObjectStore way, Upkeep collector) {
    return catalog(
        way,
        CatalogOptions.of("memory:collected")
            .withWriter(WriterSettings.DEFAULT.withCollector(collector)));
  }

  private Catalog catalog(ObjectStore way, CatalogOptions options) {
    Catalog catalog = Catalog.over(way, options, clock, IdSource.SYSTEM, background);
    catalogs.add(catalog);
    return catalog;
  }

  private static void createSchema(Catalog catalog, String name) {
    try (ReadScope scope = catalog.readScope();
        Transaction transaction = catalog.begin(scope)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      commit.createSchema(name);
      commit.commit();
    }
  }

  private void pass(Duration time) {
    clock.advance(time);
    background.runDue();
  }

  private int manifests() {
    return store.list("manifest", "").size();
  }

  @Test
  void aProcessThatWritesCollectsAfterAMinuteThenEveryFiveAndStopsAfterAWhile() {
    Catalog writer = catalog(store, Upkeep.AUTO);
    for (int i = 0; i < 20; i++) {
      createSchema(writer, "s" + i);
    }
    background.runDue();
    assertThat(writer.collectionFigures().rounds()).isZero();
    pass(Duration.ofSeconds(61));
    assertThat(writer.collectionFigures().rounds()).isEqualTo(1);
    int before = manifests();
    pass(Duration.ofSeconds(301));
    assertThat(writer.collectionFigures().rounds()).isEqualTo(2);
    assertThat(manifests()).isLessThan(before);
    assertThat(writer.collectionFigures().kinds())
        .anyMatch(each -> each.kind() == CollectedKind.MANIFESTS && each.deleted() > 0);
    for (int i = 0; i < 10; i++) {
      pass(Duration.ofSeconds(301));
    }
    long rounds = writer.collectionFigures().rounds();
    assertThat(rounds).isBetween(3L, 4L);
    createSchema(writer, "later");
    pass(Duration.ofSeconds(61));
    assertThat(writer.collectionFigures().rounds()).isEqualTo(rounds + 1);
    assertThat(schemas(catalog(store, Upkeep.OFF))).hasSize(22);
  }

  @Test
  void aProcessCollectsWhatHasTheAgeThatItIsTold() {
    Catalog patient =
        catalog(
            store,
            CatalogOptions.of("memory:collected")
                .withWriter(WriterSettings.DEFAULT.withCollectorMinAge(Duration.ofMinutes(10))));
    for (int i = 0; i < 20; i++) {
      createSchema(patient, "s" + i);
    }
    pass(Duration.ofSeconds(61));
    pass(Duration.ofSeconds(301));
    assertThat(patient.collectionFigures().rounds()).isEqualTo(2);
    assertThat(deletedManifests(patient)).isZero();
    pass(Duration.ofSeconds(301));
    assertThat(deletedManifests(patient)).isPositive();
  }

  private static long deletedManifests(Catalog catalog) {
    return catalog.collectionFigures().kinds().stream()
        .filter(each -> each.kind() == CollectedKind.MANIFESTS)
        .mapToLong(CollectionReport.Kind::deleted)
        .sum();
  }

  @Test
  void aRoundThatStoppedAtItsLimitIsFollowedByAnotherAtOnce() {
    Catalog writer = catalog(store, Upkeep.AUTO);
    for (int i = 0; i < 600; i++) {
      UUID checkpoint = writer.createCheckpoint(Optional.empty(), Optional.empty());
      assertThat(writer.deleteCheckpoint(checkpoint)).isTrue();
    }
    pass(Duration.ofSeconds(301));
    assertThat(writer.collectionFigures().rounds()).isEqualTo(1);
    assertThat(manifests()).isGreaterThan(200);
    pass(Duration.ofSeconds(2));
    assertThat(writer.collectionFigures().rounds()).isEqualTo(2);
    assertThat(manifests()).isLessThan(10);
    pass(Duration.ofSeconds(2));
    assertThat(writer.collectionFigures().rounds()).isEqualTo(2);
  }

  @Test
  void fencesGoWhenThatIsAskedForAndTheyAreADayOld() {
    for (int i = 0; i < 3; i++) {
      Catalog writer = catalog(store, Upkeep.OFF);
      createSchema(writer, "s" + i);
      assertThat(writer.flush()).isPositive();
      writer.close();
    }
    Catalog collector = catalog(store, Upkeep.OFF);
    CollectionOptions fences = AT_ONCE.withFences(true);
    clock.advance(Duration.ofHours(23));
    assertThat(of(CollectedKind.LOG_OBJECTS, collector.collect(fences)).deleted()).isPositive();
    assertThat(of(CollectedKind.FENCES, collector.collect(fences)).deleted()).isZero();
    clock.advance(Duration.ofHours(2));
    assertThat(of(CollectedKind.FENCES, collector.collect(fences)).deleted()).isPositive();
    assertThat(schemas(collector)).hasSize(4);
  }

  private static CollectionReport.Kind of(CollectedKind kind, CollectionReport report) {
    return report.kinds().stream().filter(each -> each.kind() == kind).findFirst().orElseThrow();
  }

  @Test
  void aProcessThatIsToldNotToOrOnlyReadsDoesNotCollect() {
    Catalog writer = catalog(store, Upkeep.OFF);
    createSchema(writer, "a");
    Catalog reader = catalog(store, Upkeep.AUTO);
    List<String> seen = schemas(reader);
    for (int i = 0; i < 4; i++) {
      pass(Duration.ofSeconds(301));
    }
    assertThat(writer.collectionFigures().rounds()).isZero();
    assertThat(reader.collectionFigures().rounds()).isZero();
    assertThat(schemas(reader)).isEqualTo(seen);
  }

  @Test
  void whoMayNotDeleteTriesAgainAnHourLater() {
    FailingObjectStore way = new FailingObjectStore(store);
    Catalog writer = catalog(way, Upkeep.AUTO);
    way.failBy(
        (call, path) ->
            call == Call.DELETE
                ? Optional.of(ObjectStoreException.Kind.FORBIDDEN)
                : Optional.empty());
    for (int i = 0; i < 14; i++) {
      createSchema(writer, "s" + i);
      pass(Duration.ofSeconds(301));
    }
    assertThat(writer.collectionFigures().rounds()).isBetween(2L, 4L);
    assertThat(writer.collectionFigures().kinds())
        .anyMatch(each -> each.failures() > 0 && each.deleted() == 0);
  }

  @Test
  void closingEndsARoundThatIsUnderWay() {
    ReactingObjectStore way = new ReactingObjectStore(store);
    Catalog writer = catalog(way, Upkeep.AUTO);
    for (int i = 0; i < 5; i++) {
      createSchema(writer, "s" + i);
    }
    clock.advance(Duration.ofMinutes(6));
    way.before("delete manifest/", writer::close);
    background.runDue();
    assertThat(writer.options().access()).isEqualTo(Access.READ_WRITE);
    assertThat(background.openTasks()).isZero();
    assertThat(schemas(catalog(store, Upkeep.OFF))).hasSize(6);
  }

  @Test
  void checkpointsLeasesAndPublicationsKeepWhatTheyPinUntilTheyExpire() {
    Catalog writer = catalog(store, Upkeep.OFF);
    createSchema(writer, "a");
    UUID kept = writer.createCheckpoint(Optional.of("kept"), Optional.empty());
    UUID brief = writer.createCheckpoint(Optional.empty(), Optional.of(Duration.ofMinutes(1)));
    createSchema(writer, "b");
    Catalog reader =
        catalog(
            store,
            CatalogOptions.of("memory:collected")
                .withReaderLease(ReaderLease.TRUE)
                .withFreshness(Duration.ZERO));
    try (ReadScope scope = reader.readScope()) {
      List<String> seen = rows(scope);
      for (int i = 0; i < 5; i++) {
        createSchema(writer, "later" + i);
      }
      writer.flush();
      createSchema(writer, "last");
      clock.advance(Duration.ofSeconds(90));
      CollectionReport report = writer.collect(AT_ONCE);
      assertThat(report.isComplete()).isTrue();
      assertThat(report.expiredCheckpoints()).isEqualTo(1);
      assertThat(writer.checkpoints())
          .extracting(Checkpoint::id)
          .contains(kept)
          .doesNotContain(brief);
      assertThat(rows(scope)).isEqualTo(seen);
      assertThat(schemas(catalog(store, through(kept)))).hasSize(2);
      assertThat(schemas(catalog(store, Upkeep.OFF))).hasSize(9);
      assertThatThrownBy(() -> catalog(store, through(brief))).isInstanceOf(CatalogException.class);
    }
  }

  private static CatalogOptions through(UUID checkpoint) {
    return CatalogOptions.of("memory:collected")
        .withReaderLease(ReaderLease.FALSE)
        .withCheckpoint(Optional.of(checkpoint));
  }

  @Test
  void aCatalogThatMayNotWriteShowsWhatWouldBeCollectedOnly() {
    Catalog writer = catalog(store, Upkeep.OFF);
    createSchema(writer, "a");
    clock.advance(Duration.ofMinutes(10));
    Catalog reader =
        catalog(store, CatalogOptions.of("memory:collected").withAccess(Access.READ_ONLY));
    int before = manifests();
    CollectionReport dry = reader.collect(CollectionOptions.DEFAULT.withDryRun(true));
    assertThat(dry.kinds()).anyMatch(each -> each.deleted() > 0);
    assertThat(manifests()).isEqualTo(before);
    assertThat(reader.collectionFigures().rounds()).isZero();
    assertThatThrownBy(() -> reader.collect(CollectionOptions.DEFAULT))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> assertThat(e.kind()).isEqualTo(CatalogException.Kind.READ_ONLY));
  }

  @Test
  void anAgeThatCannotBeMeantIsRefused() {
    assertThatThrownBy(() -> CollectionOptions.DEFAULT.withMinAge(Duration.ofSeconds(-1)))
        .hasMessageContaining("minAge");
  }

  private static List<String> schemas(Catalog catalog) {
    try (ReadScope scope = catalog.readScope()) {
      return rows(scope);
    }
  }

  private static List<String> rows(ReadScope scope) {
    return ScopeRows.texts(scope, MetadataTable.SCHEMA, "schema_name");
  }
}
