package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Key;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.Cursor;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.model.TableScan;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.testing.Fixtures;
import io.moraine.testing.TableDumps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadScopeTest {
  private static final Bytes FORMAT = Key.Sys.FORMAT.encode();
  private static final Bytes HEAD = Key.Sys.HEAD.encode();

  @Test
  void aScopeKeepsItsRevisionWhileTheStoreGrows() {
    LakeFolder folder = LakeFolder.copyOf("moraine/stages/stage1");
    try (OpenLake lake = TestLakes.in(folder.path(), Clock.SYSTEM);
        ReadScope first = TestLakes.newest(lake)) {
      assertShows(first, "moraine/stages/stage1");
      folder.add("moraine/stages/stage2");
      try (ReadScope second = TestLakes.newest(lake)) {
        folder.add("moraine/stages/stage3");
        try (ReadScope third = TestLakes.newest(lake)) {
          assertShows(first, "moraine/stages/stage1");
          assertShows(second, "moraine/stages/stage2");
          assertShows(third, "moraine/stages/stage3");
        }
      }
      assertShows(first, "moraine/stages/stage1");
    }
  }

  @Test
  void anObjectThatVanishesEndsTheRevisionAndANewScopeGoesOn() {
    LakeFolder folder = LakeFolder.copyOf("moraine/shop");
    try (OpenLake lake = TestLakes.in(folder.path(), Clock.SYSTEM)) {
      try (ReadScope scope = TestLakes.newest(lake)) {
        folder.deleteAll("compacted");
        assertKind(() -> TestLakes.table(scope, MetadataTable.TABLE), Kind.REVISION_EXPIRED);
        assertKind(() -> scope.open(TableScan.of(MetadataTable.TABLE)), Kind.REVISION_EXPIRED);
        assertThat(lake.figures().generations()).isEmpty();
      }
      folder.add("moraine/shop");
      try (ReadScope scope = TestLakes.newest(lake)) {
        assertShows(scope, "moraine/shop");
      }
    }
  }

  @Test
  void aStoreReplacedUnderAScopeIsTold() {
    LakeFolder folder = LakeFolder.copyOf("moraine/shop");
    try (OpenLake lake = TestLakes.in(folder.path(), Clock.SYSTEM);
        ReadScope scope = TestLakes.newest(lake)) {
      folder.become("moraine/empty-open");
      assertKind(() -> TestLakes.table(scope, MetadataTable.TABLE), Kind.STORE_REPLACED);
    }
  }

  @Test
  void aPointReadDecodesOneRecordAndNeedsNoOther() {
    Bytes needed = Key.Current.of(EntityKind.FILE, 1L, 12_345L).encode();
    ObjectStore damaged =
        DamagedRecords.except(store("moraine/large"), Set.of(FORMAT, HEAD, needed));
    TableScan file = TableScan.of(MetadataTable.DATA_FILE).where(KeyCondition.equalTo(1L, 12_345L));
    try (OpenLake intact = TestLakes.ofFixture("moraine/large");
        OpenLake lake = TestLakes.over(damaged, Clock.SYSTEM, ReadOptions.DEFAULT);
        ReadScope whole = TestLakes.newest(intact);
        ReadScope scope = TestLakes.newest(lake)) {
      assertThat(TestLakes.rows(scope, file)).hasSize(1);
      assertThat(TestLakes.rows(scope, file).get(0)).isEqualTo(TestLakes.rows(whole, file).get(0));
      assertThat(scope.recordsDecoded()).isEqualTo(2);
      assertKind(() -> TestLakes.table(scope, MetadataTable.DATA_FILE), Kind.CORRUPTION);
    }
  }

  @Test
  void endedRecordsAreNotReadWhereNoneCanMatch() {
    Set<Bytes> live = new HashSet<>(Set.of(FORMAT, HEAD));
    for (long id : List.of(1L, 2L, 6L, 8L)) {
      live.add(Key.Current.of(EntityKind.FILE, 1L, id).encode());
    }
    ObjectStore damaged = DamagedRecords.except(store("moraine/files"), live);
    try (OpenLake lake = TestLakes.over(damaged, Clock.SYSTEM, ReadOptions.DEFAULT);
        ReadScope scope = TestLakes.newest(lake)) {
      TableScan all = TableScan.of(MetadataTable.DATA_FILE).select("data_file_id", "path");
      assertThat(ids(scope, endedAfter(all, scope.snapshotId()))).containsExactly(1L, 2L, 6L, 8L);
      assertThat(ids(scope, endedAfter(all, Long.MAX_VALUE))).containsExactly(1L, 2L, 6L, 8L);
      assertThat(ids(scope, all.asOf(scope.snapshotId()))).containsExactly(1L, 2L, 6L, 8L);
      assertThat(ids(scope, endedAfter(all, 17))).containsExactly(1L, 2L, 6L, 8L);
      assertThat(scope.recordsDecoded()).isEqualTo(16);
      assertKind(() -> ids(scope, endedAfter(all, 16)), Kind.CORRUPTION);
      assertKind(() -> ids(scope, all), Kind.CORRUPTION);
    }
  }

  @Test
  void aSnapshotThatCannotBeShownIsRefused() {
    try (OpenLake lake = TestLakes.ofFixture("moraine/expired");
        ReadScope scope = TestLakes.newest(lake)) {
      assertKind(() -> at(lake, 10), Kind.NOT_FOUND);
      assertKind(() -> at(lake, -1), Kind.NOT_FOUND);
      assertThatThrownBy(() -> at(lake, 7))
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.SNAPSHOT_EXPIRED))
          .hasMessageContaining("Snapshot 7 is below the retention horizon (head is 9)");
      TableScan tables = TableScan.of(MetadataTable.TABLE);
      assertKind(() -> scope.open(tables.asOf(10)), Kind.NOT_FOUND);
      assertKind(() -> scope.open(tables.asOf(7)), Kind.SNAPSHOT_EXPIRED);
      at(lake, 8).close();
      scope.open(tables.asOf(8)).close();
    }
  }

  @Test
  void aScanMayNameAnotherSnapshotThanItsScope() {
    try (OpenLake lake = TestLakes.ofFixture("moraine/files");
        ReadScope scope = at(lake, 18)) {
      TableScan files = TableScan.of(MetadataTable.DATA_FILE).select("data_file_id");
      assertThat(ids(scope, files)).containsExactly(1L, 2L, 6L, 8L);
      assertThat(ids(scope, files.asOf(16))).containsExactly(1L, 2L, 6L, 8L, 9L);
    }
  }

  @Test
  void rowsComeInPagesWhoseMemoryIsReserved() {
    try (OpenLake lake = TestLakes.ofFixture("moraine/large");
        ReadScope scope = TestLakes.newest(lake)) {
      long before = lake.figures().workingMemoryUsedBytes();
      try (Cursor cursor = scope.open(TableScan.of(MetadataTable.DATA_FILE))) {
        assertThat(cursor.next()).isTrue();
        long page = lake.figures().workingMemoryUsedBytes() - before;
        assertThat(page).isBetween(64 * 320L, 64 * 1000L);
        assertThat(scope.recordsDecoded()).isEqualTo(64);
        for (int i = 1; i < 64; i++) {
          cursor.next();
        }
        assertThat(scope.recordsDecoded()).isEqualTo(64);
        cursor.next();
        assertThat(scope.recordsDecoded()).isEqualTo(128);
      }
      assertThat(lake.figures().workingMemoryUsedBytes()).isEqualTo(before);
    }
  }

  @Test
  void aPageThatFindsNoMemoryIsRefused() {
    ReadOptions small = ReadOptions.DEFAULT.withWorkingMemoryBytes(20_000);
    try (OpenLake lake = TestLakes.over(store("moraine/large"), Clock.SYSTEM, small);
        ReadScope scope = TestLakes.newest(lake);
        Cursor cursor = scope.open(TableScan.of(MetadataTable.DATA_FILE))) {
      assertThatThrownBy(cursor::next)
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.EXHAUSTED))
          .hasMessageContaining("A page of rows")
          .hasMessageContaining("of 20000 bytes");
      assertKind(cursor::next, Kind.CLOSED);
      assertThat(lake.figures().workingMemoryUsedBytes()).isZero();
    }
  }

  @Test
  void aCancelledCursorFailsAndStaysFailed() {
    try (OpenLake lake = TestLakes.ofFixture("moraine/shop");
        ReadScope scope = TestLakes.newest(lake);
        Cursor cursor = scope.open(TableScan.of(MetadataTable.COLUMN))) {
      assertThat(cursor.next()).isTrue();
      cursor.cancel();
      assertKind(cursor::next, Kind.CANCELLED);
      assertKind(cursor::next, Kind.CANCELLED);
    }
  }

  @Test
  void anInterruptedReadIsACancelledOne() {
    try (OpenLake lake = TestLakes.ofFixture("moraine/shop");
        ReadScope scope = TestLakes.newest(lake)) {
      Thread.currentThread().interrupt();
      assertKind(() -> TestLakes.table(scope, MetadataTable.COLUMN), Kind.CANCELLED);
      assertThat(Thread.interrupted()).isTrue();
      assertShows(scope, "moraine/shop");
    }
  }

  @Test
  void closingAScopeEndsItsCursors() {
    try (OpenLake lake = TestLakes.ofFixture("moraine/shop")) {
      ReadScope scope = TestLakes.newest(lake);
      Cursor cursor = scope.open(TableScan.of(MetadataTable.COLUMN));
      assertThat(cursor.next()).isTrue();
      scope.close();
      scope.close();
      assertKind(cursor::next, Kind.CLOSED);
      assertKind(() -> scope.open(TableScan.of(MetadataTable.COLUMN)), Kind.CLOSED);
      cursor.close();
      assertThat(lake.figures().scopesClosed()).isEqualTo(lake.figures().scopesOpened());
      assertThat(lake.figures().scopes()).isEmpty();
    }
  }

  @Test
  void manyThreadsReadOneScopeAlike() {
    try (OpenLake lake = TestLakes.ofFixture("moraine/shop-levels");
        ReadScope scope = TestLakes.newest(lake)) {
      List<CompletableFuture<Void>> readers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        readers.add(CompletableFuture.runAsync(() -> assertShows(scope, "moraine/shop-levels")));
      }
      readers.forEach(CompletableFuture::join);
    }
  }

  private static ReadScope at(OpenLake lake, long snapshotId) {
    return lake.readScope(lake, TestLakes.NEWEST, ScopeRequest.at(snapshotId));
  }

  private static TableScan endedAfter(TableScan scan, long snapshotId) {
    return new TableScan(
        scan.table(),
        scan.projection(),
        scan.key(),
        scan.asOf(),
        OptionalLong.of(snapshotId),
        scan.order(),
        scan.limit());
  }

  private static List<@Nullable Object> ids(ReadScope scope, TableScan scan) {
    return TestLakes.rows(scope, scan).stream().<@Nullable Object>map(row -> row[0]).toList();
  }

  private static ObjectStore store(String fixture) {
    return FileObjectStore.open(Fixtures.store(fixture).toString(), Clock.SYSTEM);
  }

  private static void assertShows(ReadScope scope, String fixture) {
    Path dump = Fixtures.folder(fixture).resolve("tables");
    for (MetadataTable table : MetadataTable.values()) {
      assertThat(TestLakes.table(scope, table))
          .as("%s of %s", table.sqlName(), fixture)
          .isEqualTo(TableDumps.rows(dump, table));
    }
  }

  private static void assertKind(Runnable call, Kind kind) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(CatalogException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
