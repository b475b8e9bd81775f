package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.base.Workers;
import io.moraine.model.CatalogOptions;
import io.moraine.model.Cursor;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.model.TableScan;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.read.BlockCache;
import io.moraine.testing.Fixtures;
import io.moraine.testing.ReadOnlyObjectStore;
import io.moraine.testing.TableDumps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Opens lakes for tests, over stores that fail on any write. */
final class TestLakes {
  static final CatalogOptions NEWEST = CatalogOptions.of("test");
  static final Workers WORKERS = new Workers("test-read", 64);

  private TestLakes() {}

  static OpenLake ofFixture(String fixture) {
    return in(Fixtures.store(fixture), Clock.SYSTEM);
  }

  static OpenLake in(Path folder, Clock clock) {
    return over(FileObjectStore.open(folder.toString(), clock), clock, ReadOptions.DEFAULT);
  }

  /** A lake with a block cache of its own. */
  static OpenLake over(ObjectStore store, Clock clock, ReadOptions options) {
    return new OpenLake(
        new ReadOnlyObjectStore(store),
        new RequestTally(),
        new BlockCache(64 << 20),
        WORKERS,
        clock,
        options);
  }

  static CatalogOptions checkpoint(UUID id) {
    return NEWEST.withCheckpoint(Optional.of(id));
  }

  static CatalogOptions withFreshness(CatalogOptions options, Duration freshness) {
    return options.withFreshness(freshness);
  }

  static ReadScope newest(OpenLake lake) {
    return lake.readScope(lake, NEWEST, ScopeRequest.NEWEST);
  }

  static List<@Nullable Object[]> rows(ReadScope scope, TableScan scan) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    try (Cursor cursor = scope.open(scan)) {
      while (cursor.next()) {
        rows.add(cursor.row());
      }
    }
    return rows;
  }

  /** All columns of a table as the reference stores dump them. */
  static List<List<@Nullable Object>> table(ReadScope scope, MetadataTable table) {
    return rows(scope, TableScan.of(table)).stream().map(Arrays::asList).toList();
  }

  static List<String> lines(ReadScope scope, MetadataTable table) {
    return rows(scope, TableScan.of(table)).stream()
        .map(each -> TableDumps.line(table, each))
        .toList();
  }
}
