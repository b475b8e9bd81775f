package io.moraine.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Key;
import io.moraine.model.CatalogException;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import io.moraine.testing.StoredRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TableScanTest {
  private static final long SEED = 20_261_130;
  private static final int SCANS_PER_TABLE = 60;
  private static final List<ScanOrder> ORDERS = List.of(ScanOrder.values());
  private static final Bytes GARBAGE = Bytes.fromHex("deadbeef");

  private final StoredRecords files = StoredRecords.ofFixture("moraine/files");

  static List<String> lakes() {
    return MetadataTablesTest.lakesWithTables();
  }

  @ParameterizedTest
  @MethodSource("lakes")
  void aScanGivesWhatAFilterOverAllRowsGives(String fixture) {
    StoredRecords records = StoredRecords.ofFixture(fixture);
    SplittableRandom random = new SplittableRandom(SEED + fixture.hashCode());
    for (MetadataTable table : MetadataTable.values()) {
      List<List<@Nullable Object>> all = read(records, TableScan.of(table));
      for (int i = 0; i < SCANS_PER_TABLE; i++) {
        TableScan scan = randomScan(table, all, records.head(), random);
        assertThat(read(records, scan))
            .as("%s of %s, seed %s", scan, fixture, SEED)
            .isEqualTo(expected(all, scan));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("lakes")
  void rowsThatEndedLaterAreNeverLeftOut(String fixture) {
    StoredRecords records = StoredRecords.ofFixture(fixture);
    for (MetadataTable table : MetadataTable.values()) {
      for (long bound = 0; bound <= records.head() + 1; bound += 3) {
        long endedAfter = bound;
        TableScan scan = with(TableScan.of(table), OptionalLong.of(endedAfter));
        Predicate<List<@Nullable Object>> later = row -> !endsUpTo(table, row, endedAfter);
        assertThat(read(records, scan).stream().filter(later).toList())
            .as("%s of %s ended after %s", table, fixture, endedAfter)
            .isEqualTo(read(records, TableScan.of(table)).stream().filter(later).toList());
      }
    }
  }

  @Test
  void aPointReadDecodesOneRecord() {
    TableScan scan = TableScan.of(MetadataTable.DATA_FILE).where(KeyCondition.equalTo(1L, 6L));
    assertThat(decoded(files, scan)).isEqualTo(1);
    assertThat(read(files, scan)).hasSize(1);
    assertThat(
            decoded(
                files, TableScan.of(MetadataTable.DATA_FILE).where(KeyCondition.equalTo(1L, 99L))))
        .isZero();
    assertThat(
            decoded(
                files,
                TableScan.of(MetadataTable.FILE_PARTITION_VALUE)
                    .where(KeyCondition.equalTo(1L, 6L))))
        .isEqualTo(1);
  }

  @Test
  void aSetOfKeysDecodesTheirRecordsOnly() {
    KeyCondition.OneOf ids = new KeyCondition.OneOf(List.of(-7L, 0L, 2L, 3L, 6L, 99L));
    TableScan scan =
        TableScan.of(MetadataTable.DATA_FILE).where(new KeyCondition(List.of(1L), ids));
    assertThat(decoded(files, scan)).isEqualTo(read(files, scan).size()).isPositive();
  }

  @Test
  void theNewestSnapshotTakesOneRecord() {
    TableScan all = TableScan.of(MetadataTable.SNAPSHOT);
    TableScan newest =
        new TableScan(
            all.table(),
            all.projection(),
            KeyCondition.NONE,
            OptionalLong.empty(),
            OptionalLong.empty(),
            ScanOrder.KEY_DESCENDING,
            1);
    assertThat(decoded(files, newest)).isEqualTo(1);
    assertThat(read(files, newest).get(0).get(0)).isEqualTo(files.head());
    assertThat(decoded(files, newest.asOf(5))).isEqualTo(1);
    assertThat(read(files, newest.asOf(5)).get(0).get(0)).isEqualTo(5L);
  }

  @Test
  void endedRecordsAreSkippedByTheirKeys() {
    long live = count(files, "current/file");
    long ended = count(files, "history/file");
    TableScan scan = TableScan.of(MetadataTable.DATA_FILE);
    assertThat(ended).isPositive();
    assertThat(decoded(files, scan)).isEqualTo(live + ended);
    assertThat(decoded(files, with(scan, OptionalLong.of(files.head())))).isEqualTo(live);
    assertThat(decoded(files, scan.asOf(files.head()))).isEqualTo(live);
    long endedAfterTen =
        files.all().keySet().stream()
            .map(Key::decode)
            .filter(
                key ->
                    key instanceof Key.History history
                        && history.kind() == EntityKind.FILE
                        && history.endSnapshot() > 10)
            .count();
    assertThat(endedAfterTen).isBetween(1L, ended);
    assertThat(decoded(files, scan.asOf(10))).isEqualTo(live + endedAfterTen);
  }

  @Test
  void historyIsNotTouchedIfNothingInItCanMatch() {
    Map<Bytes, Bytes> withoutHistory = new HashMap<>(files.all());
    withoutHistory.keySet().removeIf(key -> Key.decode(key) instanceof Key.History);
    TableScan scan = TableScan.of(MetadataTable.DATA_FILE).asOf(files.head());
    assertThat(read(StoredRecords.of(withoutHistory), scan)).isEqualTo(read(files, scan));
  }

  @Test
  void aQueryAnswersWhileEveryOtherRecordIsDamaged() {
    for (MetadataTable table :
        List.of(MetadataTable.DATA_FILE, MetadataTable.DELETE_FILE, MetadataTable.COLUMN)) {
      TableScan scan = TableScan.of(table).where(KeyCondition.equalTo(1L));
      String kind =
          table == MetadataTable.DATA_FILE ? "file" : table.name().toLowerCase(Locale.ROOT);
      StoredRecords damaged =
          damagedBut(
              key ->
                  key.tag().endsWith("/" + kind)
                      && Long.valueOf(1).equals(key.fields().get("table_id")));
      assertThat(read(damaged, scan)).isEqualTo(read(files, scan)).isNotEmpty();
      assertThatThrownBy(() -> read(damaged, TableScan.of(table)))
          .isInstanceOf(CatalogException.class)
          .hasMessageContaining("no MRNE frame");
    }
  }

  @Test
  void columnsOfTheKeyAloneAreReadWithoutTheValue() {
    TableScan scan = TableScan.of(MetadataTable.DATA_FILE).select("data_file_id", "table_id");
    assertThat(read(damagedBut(key -> false), scan)).isEqualTo(read(files, scan)).isNotEmpty();
    TableScan count = TableScan.of(MetadataTable.COLUMN).select();
    assertThat(read(damagedBut(key -> false), count))
        .hasSize((int) (count(files, "current/column") + count(files, "history/column")));
  }

  @Test
  void aKeyOfTheWrongLengthIsRefused() {
    Map<Bytes, Bytes> records = new HashMap<>(files.all());
    Bytes key = Bytes.fromHex("04020700000000000000010000000000000006ff");
    records.put(key, GARBAGE);
    assertThatThrownBy(
            () ->
                read(
                    StoredRecords.of(records),
                    TableScan.of(MetadataTable.DATA_FILE).select("table_id")))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> assertThat(e.kind()).isEqualTo(CatalogException.Kind.CORRUPTION))
        .hasMessageContaining(key.toHex());
  }

  @Test
  void aScanThatCannotBeIsRefused() {
    for (TableScan scan :
        List.of(
            TableScan.of(MetadataTable.METADATA).where(KeyCondition.equalTo(1L)),
            TableScan.of(MetadataTable.TABLE).where(KeyCondition.equalTo(1L, 2L)),
            new TableScan(
                MetadataTable.TAG,
                List.of(5),
                KeyCondition.NONE,
                OptionalLong.empty(),
                OptionalLong.empty(),
                ScanOrder.STORED,
                1))) {
      assertThatThrownBy(() -> read(files, scan))
          .isInstanceOfSatisfying(
              CatalogException.class,
              e -> assertThat(e.kind()).isEqualTo(CatalogException.Kind.INVALID_REQUEST));
    }
  }

  private StoredRecords damagedBut(Predicate<Key> kept) {
    Map<Bytes, Bytes> records = new HashMap<>(files.all());
    Bytes head = Key.Sys.HEAD.encode();
    records.replaceAll(
        (key, value) -> key.equals(head) || kept.test(Key.decode(key)) ? value : GARBAGE);
    return StoredRecords.of(records);
  }

  private static long count(StoredRecords records, String tag) {
    return records.all().keySet().stream().filter(key -> Key.decode(key).tag().equals(tag)).count();
  }

  private static TableScan with(TableScan scan, OptionalLong endedAfter) {
    return new TableScan(
        scan.table(),
        scan.projection(),
        scan.key(),
        scan.asOf(),
        endedAfter,
        scan.order(),
        scan.limit());
  }

  private static List<List<@Nullable Object>> read(StoredRecords records, TableScan scan) {
    List<List<@Nullable Object>> result = new ArrayList<>();
    try (RowIterator rows = MetadataTables.open(records, scan, records.head(), () -> {})) {
      while (rows.next()) {
        result.add(Collections.unmodifiableList(Arrays.asList(rows.row())));
      }
    }
    return result;
  }

  private static long decoded(StoredRecords records, TableScan scan) {
    AtomicLong decoded = new AtomicLong();
    try (RowIterator rows =
        MetadataTables.open(records, scan, records.head(), decoded::incrementAndGet)) {
      while (rows.next()) {
        assertThat(rows.row()).hasSize(scan.projection().size());
      }
    }
    return decoded.get();
  }

  private static TableScan randomScan(
      MetadataTable table, List<List<@Nullable Object>> all, long head, SplittableRandom random) {
    List<Integer> projection = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      if (random.nextInt(3) > 0) {
        projection.add(random.nextInt(table.columns().size()));
      }
    }
    return new TableScan(
        table,
        projection,
        randomCondition(table, all, random),
        random.nextBoolean()
            ? OptionalLong.empty()
            : OptionalLong.of(random.nextLong(-1, head + 2)),
        OptionalLong.empty(),
        ORDERS.get(random.nextInt(ORDERS.size())),
        random.nextBoolean() ? Long.MAX_VALUE : random.nextLong(5));
  }

  private static KeyCondition randomCondition(
      MetadataTable table, List<List<@Nullable Object>> all, SplittableRandom random) {
    List<Integer> keys = table.keyColumns();
    int fixed = random.nextInt(keys.size() + 1);
    List<Long> near = all.isEmpty() ? List.of() : ids(keys, all.get(random.nextInt(all.size())));
    List<Long> prefix = new ArrayList<>();
    for (int i = 0; i < fixed; i++) {
      prefix.add(randomId(near, i, random));
    }
    if (fixed == keys.size()) {
      return new KeyCondition(prefix, new KeyCondition.Any());
    }
    return new KeyCondition(
        prefix,
        switch (random.nextInt(3)) {
          case 0 -> new KeyCondition.Any();
          case 1 ->
              new KeyCondition.OneOf(
                  random
                      .ints(random.nextInt(6), 0, 1)
                      .mapToObj(none -> randomId(near, fixed, random))
                      .toList());
          default ->
              new KeyCondition.Between(
                  randomId(near, fixed, random), randomId(near, fixed, random));
        });
  }

  private static long randomId(List<Long> near, int index, SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> random.nextLong();
      case 1 -> random.nextLong(-3, 3);
      case 2 -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
      default ->
          index < near.size() ? near.get(index) + random.nextInt(5) / 3 : random.nextLong(20);
    };
  }

  private static List<List<@Nullable Object>> expected(
      List<List<@Nullable Object>> all, TableScan scan) {
    MetadataTable table = scan.table();
    List<List<@Nullable Object>> rows =
        new ArrayList<>(
            all.stream()
                .filter(row -> matches(scan.key(), ids(table.keyColumns(), row)))
                .filter(row -> scan.asOf().isEmpty() || sees(table, row, scan.asOf().getAsLong()))
                .toList());
    if (scan.order() != ScanOrder.STORED) {
      rows.sort(Comparator.comparing(row -> ids(table.keyColumns(), row), TableScanTest::compare));
    }
    if (scan.order() == ScanOrder.KEY_DESCENDING) {
      Collections.reverse(rows);
    }
    return rows.stream().limit(scan.limit()).map(row -> project(scan, row)).toList();
  }

  private static List<@Nullable Object> project(TableScan scan, List<@Nullable Object> row) {
    List<@Nullable Object> projected = new ArrayList<>();
    scan.projection().forEach(ordinal -> projected.add(row.get(ordinal)));
    return projected;
  }

  private static boolean matches(KeyCondition condition, List<Long> ids) {
    if (!ids.subList(0, condition.prefix().size()).equals(condition.prefix())) {
      return false;
    }
    if (condition.next() instanceof KeyCondition.OneOf oneOf) {
      return oneOf.values().contains(ids.get(condition.prefix().size()));
    } else if (condition.next() instanceof KeyCondition.Between between) {
      long id = ids.get(condition.prefix().size());
      return between.fromInclusive() <= id && id <= between.toInclusive();
    }
    return true;
  }

  /** As a reader at a snapshot filters; snapshots themselves up to it. */
  private static boolean sees(MetadataTable table, List<@Nullable Object> row, long snapshot) {
    if (table == MetadataTable.SNAPSHOT || table == MetadataTable.SNAPSHOT_CHANGES) {
      return row.get(0) instanceof Long id && id <= snapshot;
    }
    int begin = table.beginSnapshotOrdinal();
    return begin < 0
        || (row.get(begin) instanceof Long from
            && from <= snapshot
            && !endsUpTo(table, row, snapshot));
  }

  private static boolean endsUpTo(MetadataTable table, List<@Nullable Object> row, long snapshot) {
    int end = table.endSnapshotOrdinal();
    return end >= 0 && row.get(end) instanceof Long to && to <= snapshot;
  }

  private static List<Long> ids(List<Integer> keyColumns, List<@Nullable Object> row) {
    return keyColumns.stream().map(ordinal -> (Long) row.get(ordinal)).toList();
  }

  private static int compare(List<Long> one, List<Long> other) {
    for (int i = 0; i < one.size(); i++) {
      int order = Long.compare(one.get(i), other.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
