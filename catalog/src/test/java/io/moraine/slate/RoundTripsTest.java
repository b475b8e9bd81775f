package io.moraine.slate;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.base.Workers;
import io.moraine.objectstore.CountingObjectStore;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.format.BlockFormat;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowKind;
import io.moraine.slate.format.TestTables;
import io.moraine.slate.format.TestTables.LastEntry;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.testing.FarObjectStore;
import io.moraine.testing.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How many requests follow one another where a store is far away, and how many there are. */
class RoundTripsTest {
  private static final int ROW_BYTES = 4 << 10;
  private static final int WINDOW_BYTES = 8 << 20;
  private static final int WINDOW_READS = 32;

  private final Workers workers = new Workers("round-trips", 8);
  private final MemoryObjectStore objects = new MemoryObjectStore("far", Clock.SYSTEM);
  private final Call call = new Call();
  private long lastSeq;
  private long lastTable;

  @AfterEach
  void close() {
    workers.close();
  }

  @Test
  void aPointReadAsksAllTablesForTheirIndexThenForTheBlock() {
    SlateReader reader = open(flushed(7, 400), runs(2, 400), workers);
    assertThat(find(reader, key(17))).isEqualTo(1);
    assertThat(call.cost().roundTrips()).isEqualTo(2);
    assertThat(call.cost().requests()).isLessThanOrEqualTo(2 * 9);
  }

  @Test
  void aPointReadOfSmallTablesIsOneRoundTrip() {
    SlateReader reader = open(flushed(7, 20), runs(2, 20), workers);
    assertThat(find(reader, key(17))).isEqualTo(1);
    assertThat(call.cost().roundTrips()).isEqualTo(1);
    assertThat(call.cost().requests()).isLessThanOrEqualTo(9);
  }

  @Test
  void whatIsAtHandSparesOlderTables() {
    SsTableView old = table(0, 400);
    SsTableView recent = table(0, 400);
    SlateReader recentAlone = open(List.of(recent), List.of(), workers);
    BlockCache cache = new BlockCache(64 << 20);
    assertThat(find(open(List.of(recent), List.of(), workers, cache), key(17))).isEqualTo(1);
    assertThat(find(recentAlone, key(17))).isEqualTo(1);
    long before = call.cost().requests();
    assertThat(find(open(List.of(recent, old), List.of(), workers, cache), key(17))).isEqualTo(1);
    assertThat(call.cost().requests()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(ScanShape.class)
  void theFirstRowTakesTwoRoundTripsHoweverManyTablesThereAre(ScanShape shape) {
    for (Direction direction : Direction.values()) {
      SlateReader reader = open(flushed(40, 300), runs(3, 300), workers);
      Call mine = new Call();
      try (RowIterator rows = reader.scan(BytesRange.ALL, direction, shape)) {
        assertThat(mine.<Boolean>run(rows::next)).isTrue();
      }
      assertThat(mine.cost().roundTrips()).as("%s", direction).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource(Direction.class)
  void aBulkScanIsBoundByBandwidthAcrossTheBordersOfTables(Direction direction) {
    List<SortedRun> run = List.of(run(24, 600));
    SlateReader reader = open(List.of(), run, workers);
    assertThat(scan(reader, direction, ScanShape.BULK)).isEqualTo(24 * 600);
    long bytes = 24L * 600 * ROW_BYTES;
    assertThat(call.cost().roundTrips()).isLessThanOrEqualTo(bytes / WINDOW_BYTES + 3);
    assertThat(call.cost().requests()).isLessThan(24 + bytes / (512 << 10));
    assertThat(call.cost().bytes()).isLessThan(bytes + bytes / 8);
  }

  @ParameterizedTest
  @EnumSource(Direction.class)
  void tablesThatOverlapShareTheWindow(Direction direction) {
    SlateReader reader = open(flushed(4, 3000), List.of(run(10, 600), run(3, 1000)), workers);
    assertThat(scan(reader, direction, ScanShape.BULK)).isEqualTo(6000);
    long bytes = (4 * 3000 + 10 * 600 + 3 * 1000) * (long) ROW_BYTES;
    assertThat(call.cost().roundTrips()).isLessThanOrEqualTo(bytes / WINDOW_BYTES + 6);
  }

  @ParameterizedTest
  @EnumSource(Direction.class)
  void smallTablesAreReadWholeAndAsManyAtOnceAsAWindowHas(Direction direction) {
    SlateReader reader = open(List.of(), List.of(run(200, 12)), workers, new BlockCache(0));
    assertThat(scan(reader, direction, ScanShape.BULK)).isEqualTo(200 * 12);
    assertThat(call.cost().requests()).isEqualTo(200);
    assertThat(call.cost().roundTrips()).isLessThanOrEqualTo(200 / WINDOW_READS + 1);
  }

  @Test
  void noMoreIsReadAheadThanTheShapeAllows() {
    // Reads are done where they are asked for, so all that was asked for is counted.
    SlateReader reader = open(flushed(2, 6000), List.of(run(20, 600)), Runnable::run);
    try (RowIterator rows = reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)) {
      for (int taken = 0; taken < 5000; taken++) {
        assertThat(call.<Boolean>run(rows::next)).isTrue();
        long given = (long) taken * ROW_BYTES * 3;
        assertThat(call.cost().bytes()).isLessThan(given + WINDOW_BYTES + 5 * (1 << 20));
      }
    }
  }

  @Test
  void manyReadersNeedNoMoreThanOneThreadThatReadsAhead() throws Exception {
    List<SsTableView> l0 = flushed(3, 400);
    List<SortedRun> runs = List.of(run(5, 300), run(20, 20));
    try (Workers one = new Workers("one", 1)) {
      SlateReader reader = open(l0, runs, one, new BlockCache(1 << 20));
      Supplier<Integer> scans = () -> countRows(reader, Direction.ASCENDING, ScanShape.RANGE_PROBE);
      Supplier<Integer> gets = () -> getAll(reader, 200);
      assertThat(workers.runAll(List.of(scans, gets, gets, scans, gets, scans)))
          .containsExactly(1500, 200, 200, 1500, 200, 1500);
    }
  }

  @Test
  void whatAScanThatIsClosedDidNotNeedIsNotRead() {
    List<Runnable> asked = new ArrayList<>();
    SlateReader reader = open(flushed(3, 3000), List.of(run(10, 600)), asked::add);
    try (RowIterator rows = reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)) {
      assertThat(call.<Boolean>run(rows::next)).isTrue();
    }
    long requests = call.cost().requests();
    assertThat(asked).hasSizeGreaterThan(WINDOW_READS);
    asked.forEach(Runnable::run);
    assertThat(call.cost().requests()).isEqualTo(requests);
  }

  private static int getAll(SlateReader reader, int count) {
    List<Bytes> keys = IntStream.range(0, count).mapToObj(RoundTripsTest::key).toList();
    return (int) reader.getAll(keys).stream().filter(Objects::nonNull).count();
  }

  private <T> T counted(Supplier<T> work) {
    return call.run(work);
  }

  private int find(SlateReader reader, Bytes key) {
    return counted(() -> reader.get(key) == null ? 0 : 1);
  }

  private int scan(SlateReader reader, Direction direction, ScanShape shape) {
    return counted(() -> countRows(reader, direction, shape));
  }

  private static int countRows(SlateReader reader, Direction direction, ScanShape shape) {
    int count = 0;
    try (RowIterator rows = reader.scan(BytesRange.ALL, direction, shape)) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }

  private SlateReader open(List<SsTableView> l0, List<SortedRun> runs, Executor executor) {
    return open(l0, runs, executor, new BlockCache(64 << 20));
  }

  private SlateReader open(
      List<SsTableView> l0, List<SortedRun> runs, Executor executor, BlockCache cache) {
    ObjectStore far =
        new CountingObjectStore(new FarObjectStore(objects), new RequestTally(), Clock.SYSTEM);
    SlateOptions options = SlateOptions.of(cache).withExecutor(executor);
    Manifest manifest = TestTrees.manifest(l0, runs, lastSeq);
    return Stores.slate(far, TestTrees.LAYOUT, options)
        .open(manifest, TestTrees.tail(lastSeq, List.of()));
  }

  /** Tables that all hold the same keys, newest first. */
  private List<SsTableView> flushed(int count, int rowCount) {
    List<SsTableView> tables = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tables.add(0, table(0, rowCount));
    }
    return tables;
  }

  private List<SortedRun> runs(int count, int rowCount) {
    return IntStream.range(0, count).mapToObj(id -> run(1, rowCount)).toList();
  }

  /** Tables that follow one another. */
  private SortedRun run(int tables, int rowCount) {
    return new SortedRun(
        ++lastTable,
        IntStream.range(0, tables).mapToObj(i -> table(i * rowCount, rowCount)).toList());
  }

  private SsTableView table(int firstKey, int rowCount) {
    List<Row> rows =
        Stream.iterate(firstKey, number -> number + 1).limit(rowCount).map(this::row).toList();
    TestTables.Table table = TestTables.table(BlockFormat.V2, rows, 2, LastEntry.STORED);
    return TestTrees.write(objects, new Ulid(0, ++lastTable), BlockFormat.V2, table);
  }

  private Row row(int number) {
    byte[] value = new byte[ROW_BYTES];
    return new Row(
        key(number),
        ++lastSeq,
        RowKind.VALUE,
        Bytes.wrap(value),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private static Bytes key(int number) {
    return Bytes.utf8("%08d".formatted(number));
  }
}
