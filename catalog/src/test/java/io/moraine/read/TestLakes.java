package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.base.Workers;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.ReaderLease;
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
import io.moraine.testing.ManualBackground;
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

/** Opens lakes for tests; most over stores that fail on any write. */
final class TestLakes {
  /** The newest revision, without a lease. */
  static final CatalogOptions NEWEST = CatalogOptions.of("test").withReaderLease(ReaderLease.FALSE);

  /** The newest revision, under a lease or not at all. */
  static final CatalogOptions LEASED = NEWEST.withReaderLease(ReaderLease.TRUE);

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

  /** A lake that may be written, whose leases are kept when {@code background} says. */
  static OpenLake writable(ObjectStore store, Clock clock, ManualBackground background) {
    return new OpenLake(
        store,
        new RequestTally(),
        new BlockCache(64 << 20),
        WORKERS,
        clock,
        ReadOptions.DEFAULT,
        new Sources(IdSource.SYSTEM, background));
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
