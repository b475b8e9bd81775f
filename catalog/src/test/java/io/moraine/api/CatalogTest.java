package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.RecordCursor;
import io.moraine.model.StoreInspection;
import io.moraine.model.TableScan;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.Fixtures;
import io.moraine.testing.StoredRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogTest {
  @Test
  void theExampleOfTheReadmeListsTheFilesOfATable() {
    assertThat(ReadScopeExample.files(location("moraine/files"), 6))
        .singleElement()
        .asString()
        .startsWith("[9, ");
  }

  @Test
  void aLocationWithoutALakeIsToldAndLookingCreatesNothing(@TempDir Path folder)
      throws IOException {
    Path nothing = folder.resolve("not there");
    assertThatThrownBy(() -> Catalog.open(CatalogOptions.of(nothing.toString())))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_LAKE))
        .hasMessageContaining("`init`")
        .hasMessageContaining("not there");
    assertThat(nothing).doesNotExist();
    assertKind(CatalogOptions.of("memory:nothing here"), Kind.NO_LAKE);
    assertKind(CatalogOptions.of("file:" + folder), Kind.NO_LAKE);
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"l0-wal", "empty", "wal-store", "wal-only"})
  void aSlateDbStoreThatIsNoLakeIsNotSupported(String fixture) {
    Path store = Fixtures.store("slatedb/" + fixture).resolve("db");
    assertKind(CatalogOptions.of(store.toString()), Kind.UNSUPPORTED);
  }

  @Test
  void aLakeInMemoryIsReadByItsName() {
    MemoryObjectStore memory = MemoryObjectStore.named("shop copy", Clock.SYSTEM);
    FileObjectStore files = FileObjectStore.open(location("moraine/shop"), Clock.SYSTEM);
    for (String folder : List.of("manifest", "wal", "compacted")) {
      for (ObjectMeta each : files.list(folder, "")) {
        memory.putIfAbsent(each.path(), files.read(each.path()), each.path());
      }
    }
    try (Catalog catalog = Catalog.open(CatalogOptions.of("memory:shop copy"));
        ReadScope scope = catalog.readScope()) {
      assertThat(scope.position()).isEqualTo(new CommitPosition(7, 7));
    }
  }

  @Test
  void aLeaseIsWrittenIfWantedAndGivenUpAtTheEnd() {
    CatalogOptions options = CatalogOptions.of(location("moraine/shop"));
    try (Catalog catalog = Catalog.open(with(options, ReaderLease.TRUE, Optional.empty()))) {
      assertThat(catalog.figures().leases()).hasSize(1);
      assertThat(checkpointNames(options)).containsExactly("moraine-lease");
    }
    assertThat(checkpointNames(options)).isEmpty();
    long newest = newestManifest(options);
    Catalog.open(with(options, ReaderLease.FALSE, Optional.empty())).close();
    Catalog.open(options.withAccess(Access.READ_ONLY)).close();
    assertThat(newestManifest(options)).isEqualTo(newest);
  }

  @Test
  void aLeaseCannotBeWantedWhereNothingMayBeWritten() {
    CatalogOptions options = CatalogOptions.of(location("moraine/shop"));
    assertKind(
        options.withReaderLease(ReaderLease.TRUE).withAccess(Access.READ_ONLY),
        Kind.INVALID_REQUEST);
  }

  private static List<String> checkpointNames(CatalogOptions options) {
    try (Catalog catalog = Catalog.open(options.withReaderLease(ReaderLease.FALSE))) {
      return catalog.inspect().checkpoints().stream().map(each -> each.name().orElse("")).toList();
    }
  }

  private static long newestManifest(CatalogOptions options) {
    try (Catalog catalog = Catalog.open(options.withReaderLease(ReaderLease.FALSE))) {
      return catalog.inspect().manifestId();
    }
  }

  @Test
  void anOptionThatCannotBeMeantIsRefusedByName() {
    assertThatThrownBy(() -> CatalogOptions.of("memory:x").withFreshness(Duration.ofSeconds(-1)))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_REQUEST))
        .hasMessageContaining("freshness");
  }

  @Test
  void anUnknownCheckpointIsNotFound() {
    CatalogOptions options = CatalogOptions.of(location("moraine/shop"));
    assertKind(with(options, ReaderLease.AUTO, Optional.of(new UUID(4, 2))), Kind.NOT_FOUND);
  }

  @Test
  void catalogsOnOneLocationShareRevisionsAndCloseTheirOwnScopes() {
    CatalogOptions options = CatalogOptions.of(location("moraine/shop-tail"));
    try (Catalog first = Catalog.open(options);
        ReadScope kept = first.readScope()) {
      Catalog second = Catalog.open(CatalogOptions.of("file:" + options.location() + "/."));
      ReadScope closed = second.readScope();
      assertThat(first.figures().generations())
          .singleElement()
          .satisfies(each -> assertThat(each.openScopes()).isEqualTo(2));
      second.close();
      second.close();
      assertThatThrownBy(() -> closed.open(TableScan.of(MetadataTable.TABLE)))
          .isInstanceOf(CatalogException.class);
      assertThatThrownBy(second::readScope).hasMessageContaining("is closed");
      kept.open(TableScan.of(MetadataTable.TABLE)).close();
      CatalogFigures figures = first.figures();
      assertThat(figures.scopes()).hasSize(1);
      assertThat(figures.scopesOpened()).isEqualTo(figures.scopesClosed() + 1);
    }
  }

  @Test
  void whatIsOpenedWhileItsCatalogClosesIsClosedAgain() {
    AtomicReference<Runnable> atNextLook = new AtomicReference<>(() -> {});
    Clock clock =
        new Clock() {
          @Override
          public long wallMillis() {
            atNextLook.getAndSet(() -> {}).run();
            return Clock.SYSTEM.wallMillis();
          }

          @Override
          public long monotonicNanos() {
            return Clock.SYSTEM.monotonicNanos();
          }
        };
    CatalogOptions options = CatalogOptions.of(Fixtures.copyOfStore("moraine/shop").toString());
    try (Catalog other = Catalog.open(options, clock)) {
      for (Function<Catalog, AutoCloseable> opening :
          List.<Function<Catalog, AutoCloseable>>of(Catalog::readScope, Catalog::records)) {
        Catalog closing = Catalog.open(options, clock);
        atNextLook.set(closing::close);
        assertThatThrownBy(() -> opening.apply(closing))
            .isInstanceOfSatisfying(
                CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CLOSED));
        assertThat(other.figures().scopes()).isEmpty();
      }
    }
  }

  @Test
  void figuresTellWhatIsOpenAndWhatItCost() {
    try (Catalog catalog = Catalog.open(CatalogOptions.of(location("moraine/shop-tail")));
        ReadScope scope = catalog.readScope()) {
      try (var cursor = scope.open(TableScan.of(MetadataTable.TABLE))) {
        assertThat(cursor.next()).isTrue();
        CatalogFigures.Scope open = catalog.figures().scopes().get(0);
        assertThat(open.openCursors()).isEqualTo(1);
        assertThat(open.recordsDecoded()).isEqualTo(scope.recordsDecoded()).isPositive();
        assertThat(open.snapshotId()).isEqualTo(9);
      }
      CatalogFigures figures = catalog.figures();
      assertThat(figures.generations())
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.position()).isEqualTo(new CommitPosition(9, 9));
                assertThat(each.tailRows()).isPositive();
                assertThat(each.tailBytes()).isEqualTo(figures.workingMemoryUsedBytes());
              });
      assertThat(figures.requests())
          .extracting(CatalogFigures.Requests::objects)
          .containsExactly("manifest", "wal", "table", "other");
      assertThat(figures.requests()).allSatisfy(each -> assertThat(each.requests()).isPositive());
      assertThat(figures.cache().blockBytes()).isPositive();
    }
  }

  @Test
  void anInspectionTellsWhatLiesThere() {
    CatalogOptions options =
        CatalogOptions.of(location("moraine/shop-readers")).withReaderLease(ReaderLease.FALSE);
    try (Catalog catalog = Catalog.open(options)) {
      StoreInspection found = catalog.inspect();
      assertThat(found.manifestId()).isEqualTo(10);
      assertThat(found.formatVersion()).isEqualTo(9);
      assertThat(found.segmentExtractor()).contains("moraine-tag-v1");
      assertThat(found.position()).isEqualTo(new CommitPosition(12, 12));
      assertThat(found.latestSnapshotAt().orElseThrow())
          .isAfter(Instant.parse("2026-11-29T00:00:00Z"));
      assertThat(found.checkpoints()).hasSize(3);
      assertThat(found.checkpoints().get(0).expiresAt()).isEmpty();
      assertThat(found.checkpoints().get(1).manifestId()).isEqualTo(9);
      assertThat(found.wal()).hasSize(15);
      assertThat(found.objects().get(0)).isEqualTo(folderOf("moraine/shop-readers", "manifest"));
      assertThat(found.segments())
          .flatExtracting(StoreInspection.Segment::l0)
          .hasSize(16)
          .allSatisfy(table -> assertThat(table.sizeBytes()).isPositive());
    }
  }

  @Test
  void recordsAreWhatTheReferenceListsInItsOrder() {
    List<String> records = new ArrayList<>();
    try (Catalog catalog = Catalog.open(CatalogOptions.of(location("moraine/shop-levels")));
        RecordCursor cursor = catalog.records()) {
      while (cursor.next()) {
        records.add(cursor.key().toHex() + " " + cursor.value().toHex());
        assertThat(cursor.decodedKey()).isNotEmpty();
      }
    }
    assertThat(records)
        .isEqualTo(
            StoredRecords.lines("moraine/shop-levels").stream()
                .map(line -> line.get("key").textValue() + " " + line.get("value").textValue())
                .toList());
  }

  private static StoreInspection.Folder folderOf(String fixture, String folder) {
    List<ObjectMeta> objects =
        FileObjectStore.open(location(fixture), Clock.SYSTEM).list(folder, "");
    return new StoreInspection.Folder(
        folder, objects.size(), objects.stream().mapToLong(ObjectMeta::size).sum());
  }

  private static CatalogOptions with(
      CatalogOptions options, ReaderLease lease, Optional<UUID> checkpoint) {
    return options.withReaderLease(lease).withCheckpoint(checkpoint);
  }

  private static String location(String fixture) {
    return Fixtures.copyOfStore(fixture).toString();
  }

  private static void assertKind(CatalogOptions options, Kind kind) {
    assertThatThrownBy(() -> Catalog.open(options))
        .isInstanceOfSatisfying(CatalogException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
