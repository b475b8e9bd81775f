package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.model.Cursor;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.read.BlockCache;
import io.moraine.testing.FarObjectStore;
import io.moraine.testing.Fixtures;
import io.moraine.testing.ReadOnlyObjectStore;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What scans cost in a store that is far away, with a cache that keeps nothing. */
class ScanRoundTripsTest {
  private static final long WINDOW_BYTES = 8 << 20;
  private static final int WINDOW_READS = 32;

  /** Index, first blocks, and what a window that is not full at its borders costs. */
  private static final long CONSTANT = 3;

  @ParameterizedTest
  @EnumSource(ScanOrder.class)
  void theListOf100000FilesIsBoundByBandwidth(ScanOrder order) {
    try (OpenLake lake = far("big");
        ReadScope scope = TestLakes.newest(lake)) {
      Call call = new Call();
      TableScan files = inOrder(TableScan.of(MetadataTable.DATA_FILE), order);
      assertThat(count(call, scope, files)).isEqualTo(100_000);
      assertThat(call.cost().bytes()).isBetween(12_000_000L, 16_000_000L);
      assertThat(call.cost().roundTrips())
          .isLessThanOrEqualTo(CONSTANT + call.cost().bytes() / WINDOW_BYTES);
      assertThat(call.cost().requests()).isLessThan(60);
      assertThat(call.cost().records()).isEqualTo(100_000);
    }
  }

  @Test
  void theFirstRowsTakeTwoRoundTripsAndLittleMore() {
    try (OpenLake lake = far("big");
        ReadScope scope = TestLakes.newest(lake)) {
      Call call = new Call();
      TableScan files = limited(TableScan.of(MetadataTable.DATA_FILE), 10);
      assertThat(count(call, scope, files)).isEqualTo(10);
      assertThat(call.cost().roundTrips()).isEqualTo(2);
      assertThat(call.cost().requests()).isLessThanOrEqualTo(4);
      assertThat(call.cost().bytes()).isLessThan(1_200_000);
    }
  }

  @ParameterizedTest
  @EnumSource(MetadataTable.class)
  void noTableCostsARoundTripARow(MetadataTable table) {
    for (ScanOrder order : ScanOrder.values()) {
      try (OpenLake lake = far("moraine/large");
          ReadScope scope = TestLakes.newest(lake)) {
        Call call = new Call();
        count(call, scope, inOrder(TableScan.of(table), order));
        assertThat(call.cost().roundTrips()).as("%s", order).isLessThanOrEqualTo(4);
      }
    }
  }

  @Test
  void manyKeysAreAskedForAtOnce() {
    TableScan files = TableScan.of(MetadataTable.DATA_FILE);
    KeyCondition keys = new KeyCondition(List.of(1L), oneOf(LongStream.range(0, 100), 199));
    assertAskedForAtOnce(files.where(keys), 100);
  }

  @Test
  void manyRangesOfKeysAreAskedForAtOnce() {
    TableScan columns = TableScan.of(MetadataTable.COLUMN);
    KeyCondition tables = new KeyCondition(List.of(), oneOf(LongStream.range(0, 80), 5));
    assertAskedForAtOnce(columns.where(tables), 80);
  }

  private static void assertAskedForAtOnce(TableScan scan, int keys) {
    try (OpenLake lake = far("big");
        ReadScope scope = TestLakes.newest(lake);
        OpenLake near = TestLakes.ofFixture("big");
        ReadScope nearScope = TestLakes.newest(near)) {
      for (ScanOrder order : ScanOrder.values()) {
        TableScan ordered = inOrder(scan, order);
        Call call = new Call();
        int rows = count(call, scope, ordered);
        assertThat(rows).isPositive().isEqualTo(TestLakes.rows(nearScope, ordered).size());
        int windows = (keys + WINDOW_READS - 1) / WINDOW_READS;
        assertThat(call.cost().roundTrips()).as("%s", order).isLessThan(3L * windows);
      }
    }
  }

  private static KeyCondition.OneOf oneOf(LongStream numbers, long distance) {
    return new KeyCondition.OneOf(numbers.mapToObj(each -> 1 + each * distance).toList());
  }

  private static int count(Call call, ReadScope scope, TableScan scan) {
    return call.run(
        () -> {
          int rows = 0;
          try (Cursor cursor = scope.open(scan)) {
            while (cursor.next()) {
              rows++;
            }
          }
          return rows;
        });
  }

  private static TableScan inOrder(TableScan scan, ScanOrder order) {
    return new TableScan(
        scan.table(),
        scan.projection(),
        scan.key(),
        scan.asOf(),
        scan.endedAfter(),
        order,
        scan.limit());
  }

  private static TableScan limited(TableScan scan, long limit) {
    return new TableScan(
        scan.table(),
        scan.projection(),
        scan.key(),
        scan.asOf(),
        scan.endedAfter(),
        scan.order(),
        limit);
  }

  private static OpenLake far(String fixture) {
    return new OpenLake(
        new FarObjectStore(
            new ReadOnlyObjectStore(
                FileObjectStore.open(Fixtures.store(fixture).toString(), Clock.SYSTEM))),
        new RequestTally(),
        new BlockCache(1000),
        TestLakes.WORKERS,
        Clock.SYSTEM,
        ReadOptions.DEFAULT);
  }
}
