package io.moraine.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.KeyRange;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import io.moraine.table.MetadataTables;
import io.moraine.table.RecordSource;
import io.moraine.table.RowIterator;
import io.moraine.testing.StoredRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a transaction shows of its own rows. */
class StagedRowsTest {
  private static final int SEEDS = 14;
  private static final int COMMITS = 8;
  private static final List<String> LAKES =
      List.of("empty", "types", "evolution", "files", "macros", "lineage", "options");

  static IntStream seeds() {
    return IntStream.range(0, SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatATransactionShowsIsWhatItsStatementsSayAndWhatItsCommitLeaves(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StoredRecords lake = StoredRecords.ofFixture("moraine/" + LAKES.get(seed % LAKES.size()));
    for (int commit = 0; commit < COMMITS; commit++) {
      String where = "seed " + seed + ", commit " + commit;
      Tx tx = new Tx(lake);
      boolean minting = random.nextInt(4) > 0;
      tell(tx, minting, random, where);
      if (minting) {
        tx.snapshot("altered_table:1");
      }
      for (MetadataTable table : MetadataTable.values()) {
        assertThat(Lakes.rows(lake, tx.staged, TableScan.of(table)))
            .as("%s: %s", where, table)
            .containsExactlyElementsOf(tx.naive.rows(table));
        if (StagedRows.areRecords(table)) {
          assertThatIdsFindWhatIsLive(tx, table, where);
        }
      }
      StoredRecords next = tx.staged.size() == 0 ? lake : tx.commit();
      for (MetadataTable table : MetadataTable.values()) {
        assertThat(Lakes.rows(next, TableScan.of(table)))
            .as("%s: %s after the commit", where, table)
            .containsExactlyInAnyOrderElementsOf(tx.naive.rows(table));
      }
      lake = next;
    }
  }

  private static void assertThatIdsFindWhatIsLive(Tx tx, MetadataTable table, String where) {
    Map<List<Long>, List<@Nullable Object>> live = new HashMap<>();
    Set<List<Long>> ids = new HashSet<>();
    for (List<@Nullable Object> row : tx.naive.rows(table)) {
      List<Long> key = table.keyColumns().stream().map(column -> (Long) row.get(column)).toList();
      ids.add(key);
      if (table.endSnapshotOrdinal() < 0 || row.get(table.endSnapshotOrdinal()) == null) {
        live.put(key, row);
      }
    }
    ids.add(Collections.nCopies(table.keyColumns().size(), 999_999L));
    for (List<Long> key : ids) {
      @Nullable Object @Nullable [] found =
          tx.staged.find(tx.lake, table, key.toArray(Long[]::new));
      assertThat(found == null ? null : Arrays.asList(found))
          .as("%s: %s %s", where, table, key)
          .isEqualTo(live.get(key));
    }
  }

  /** Statements, savepoints gone back to, and scans that stay open over both. */
  private static void tell(Tx tx, boolean minting, SplittableRandom random, String where) {
    RandomStatements statements = new RandomStatements(tx, random);
    for (int i = random.nextInt(8); i >= 0; i--) {
      int savepoint = tx.staged.size();
      NaiveTables before = tx.naive.copy();
      List<MetadataTable> tables = List.of(MetadataTable.values());
      MetadataTable table = tables.get(random.nextInt(tables.size()));
      TableScan scan = randomScan(table, before, tx.id, random);
      try (RowIterator open = tx.staged.open(tx.lake, scan, () -> {})) {
        List<List<@Nullable Object>> shown = new ArrayList<>();
        long early = random.nextInt(3);
        while (early-- > 0 && open.next()) {
          shown.add(Arrays.asList(open.row()));
        }
        if (minting) {
          statements.next();
        } else {
          statements.nextOfMaintenance();
        }
        if (random.nextInt(6) == 0 && !minting) {
          tx.staged.truncate(savepoint);
          tx.naive = before.copy();
        }
        while (open.next()) {
          shown.add(Arrays.asList(open.row()));
        }
        assertThat(shown)
            .as("%s: a scan opened before statement %s: %s", where, i, scan)
            .isEqualTo(before.rows(scan));
      }
    }
  }

  private static TableScan randomScan(
      MetadataTable table, NaiveTables naive, long id, SplittableRandom random) {
    List<Integer> projection = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      if (random.nextInt(3) > 0) {
        projection.add(random.nextInt(table.columns().size()));
      }
    }
    return new TableScan(
        table,
        projection,
        randomCondition(table, naive, random),
        random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(random.nextLong(-1, id + 2)),
        OptionalLong.empty(),
        List.of(ScanOrder.values()).get(random.nextInt(3)),
        random.nextInt(3) > 0 ? Long.MAX_VALUE : random.nextLong(5));
  }

  private static KeyCondition randomCondition(
      MetadataTable table, NaiveTables naive, SplittableRandom random) {
    List<Integer> keys = table.keyColumns();
    List<List<@Nullable Object>> rows = naive.rows(table);
    if (keys.isEmpty() || rows.isEmpty() || random.nextBoolean()) {
      return KeyCondition.NONE;
    }
    List<@Nullable Object> near = rows.get(random.nextInt(rows.size()));
    List<Long> prefix = new ArrayList<>();
    for (int i = random.nextInt(keys.size() + 1); i > 0; i--) {
      prefix.add((Long) near.get(keys.get(prefix.size())));
    }
    if (prefix.size() == keys.size()) {
      return new KeyCondition(prefix, new KeyCondition.Any());
    }
    long id = (Long) near.get(keys.get(prefix.size()));
    return new KeyCondition(
        prefix,
        switch (random.nextInt(3)) {
          case 0 -> new KeyCondition.Any();
          case 1 -> new KeyCondition.OneOf(List.of(id, id + 1, 99L));
          default -> new KeyCondition.Between(id, id + random.nextInt(9));
        });
  }

  @Test
  void goingBackToASavepointForgetsWhatCameAfter() {
    Tx tx = new Tx(Lakes.empty());
    tx.createSchema("kept");
    int savepoint = tx.staged.size();
    tx.createTable(0, "forgotten", "int64");
    tx.end(MetadataTable.SCHEMA, row -> "kept".equals(row.get("schema_name")));
    tx.staged.truncate(savepoint);
    assertThat(tx.staged.size()).isEqualTo(1);
    assertThat(tx.rows(MetadataTable.TABLE, row -> true)).isEmpty();
    assertThat(tx.rows(MetadataTable.SCHEMA, row -> true))
        .extracting(row -> row.get("schema_name"))
        .containsExactly("main", "kept");
    assertThatThrownBy(() -> tx.staged.truncate(2)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anOpenScanKeepsTheRowsItBeganWith() {
    StoredRecords lake = StoredRecords.ofFixture("moraine/types");
    Tx tx = new Tx(lake);
    tx.createSchema("staged");
    TableScan scan = TableScan.of(MetadataTable.SCHEMA);
    NaiveTables before = tx.naive.copy();
    try (RowIterator first = tx.staged.open(lake, scan, () -> {});
        RowIterator second = tx.staged.open(lake, scan, () -> {})) {
      tx.update(
          MetadataTable.SCHEMA, row -> "staged".equals(row.get("schema_name")), "path", "other/");
      tx.end(MetadataTable.SCHEMA, row -> row.number("schema_id") == 1);
      assertThat(drain(first)).isEqualTo(before.rows(scan));
      tx.staged.truncate(0);
      assertThat(drain(second)).isEqualTo(before.rows(scan));
    }
    assertThat(Lakes.rows(lake, tx.staged, scan)).isEqualTo(Lakes.rows(lake, scan));
  }

  private static List<List<@Nullable Object>> drain(RowIterator rows) {
    List<List<@Nullable Object>> list = new ArrayList<>();
    while (rows.next()) {
      list.add(Arrays.asList(rows.row()));
    }
    return list;
  }

  @Test
  void aRowIsNotVisibleAtTheSnapshotThatEndsIt() {
    StoredRecords lake = StoredRecords.ofFixture("moraine/types");
    Tx tx = new Tx(lake);
    tx.end(MetadataTable.SCHEMA, row -> row.number("schema_id") == 1);
    TableScan scan = TableScan.of(MetadataTable.SCHEMA).select("schema_id", "end_snapshot");
    assertThat(Lakes.rows(lake, tx.staged, scan.asOf(tx.id)))
        .extracting(row -> row.get(0))
        .doesNotContain(1L);
    assertThat(Lakes.rows(lake, tx.staged, scan.asOf(lake.head()))).contains(List.of(1L, tx.id));
  }

  @Test
  void aTableThatNothingWasStagedForIsReadAsBefore() {
    StoredRecords lake = StoredRecords.ofFixture("moraine/files");
    Tx tx = new Tx(lake);
    tx.createSchema("s");
    TableScan scan = TableScan.of(MetadataTable.DATA_FILE).select("path");
    CountingRecords plain = new CountingRecords(lake);
    CountingRecords staged = new CountingRecords(lake);
    try (RowIterator one = MetadataTables.open(plain, scan, lake.head(), plain::count);
        RowIterator other = tx.staged.open(staged, scan, staged::count)) {
      while (one.next()) {
        assertThat(other.next()).isTrue();
        assertThat(other.row()).isEqualTo(one.row());
      }
      assertThat(other.next()).isFalse();
      assertThat(other).hasSameClassAs(one);
    }
    assertThat(staged.records.get()).isEqualTo(plain.records.get()).isPositive();
  }

  @Test
  void storedRowsAreReadAsTheyAreAskedFor() {
    StoredRecords lake = StoredRecords.ofFixture("moraine/files");
    Tx tx = new Tx(lake);
    tx.end(MetadataTable.DATA_FILE, row -> row.number("data_file_id") == 1);
    CountingRecords records = new CountingRecords(lake);
    try (RowIterator rows =
        tx.staged.open(records, TableScan.of(MetadataTable.DATA_FILE), records::count)) {
      assertThat(rows.next()).isTrue();
      assertThat(records.records.get()).isEqualTo(1);
    }
  }

  @Test
  void aRowThatEndsWhereItBeginsIsVisibleNowhere() {
    Tx tx = new Tx(Lakes.empty());
    tx.createSchema("brief");
    assertThat(tx.end(MetadataTable.SCHEMA, row -> "brief".equals(row.get("schema_name"))))
        .isEqualTo(1);
    assertThat(tx.rows(MetadataTable.SCHEMA, row -> true)).hasSize(1);
    StoredRecords after = tx.snapshot("").commit();
    assertThat(after.find(Key.Current.of(EntityKind.SCHEMA, 1L).encode())).isNull();
    assertThat(after.find(new Key.History(EntityKind.SCHEMA, List.of(1L), 1).encode())).isNull();
  }

  @Test
  void scansOfOtherThreadsShowWhatWasStagedWhenTheyWereOpened() throws Exception {
    StoredRecords lake = Lakes.empty();
    StagedRows staged = new StagedRows(0);
    int rows = 2_000;
    Thread writer =
        new Thread(
            () -> {
              for (long i = 0; i < rows; i++) {
                Tx.Row option =
                    Tx.row(MetadataTable.METADATA, "key", "k" + i % 50, "value", "v" + i);
                staged.insert(
                    MetadataTable.METADATA, List.<@Nullable Object[]>of(option.values().toArray()));
              }
            },
            "stages options");
    writer.start();
    TableScan scan = TableScan.of(MetadataTable.METADATA).select("value");
    int shown = 0;
    while (shown < rows) {
      List<Long> values = new ArrayList<>();
      for (List<@Nullable Object> row : Lakes.rows(lake, staged, scan)) {
        if (String.valueOf(row.get(0)).matches("v\\d+")) {
          values.add(Long.parseLong(String.valueOf(row.get(0)).substring(1)));
        }
      }
      shown = values.isEmpty() ? 0 : (int) (values.get(values.size() - 1) + 1);
      assertThat(values)
          .isEqualTo(LongStream.range(Math.max(0, shown - 50), shown).boxed().toList());
    }
    writer.join();
  }

  @Test
  void anExpiredSnapshotTakesItsChangesAlong() {
    Tx tx = new Tx(StoredRecords.ofFixture("moraine/shop"));
    tx.delete(MetadataTable.SNAPSHOT, row -> row.number("snapshot_id") == 3);
    assertThat(tx.rows(MetadataTable.SNAPSHOT_CHANGES, row -> row.number("snapshot_id") == 3))
        .isEmpty();
  }

  private static final class CountingRecords implements RecordSource {
    private final StoredRecords lake;
    private final AtomicLong records = new AtomicLong();

    private CountingRecords(StoredRecords lake) {
      this.lake = lake;
    }

    void count() {
      records.incrementAndGet();
    }

    @Override
    public @Nullable Bytes find(Bytes key) {
      return lake.find(key);
    }

    @Override
    public RecordIterator scan(List<KeyRange> ranges, Direction direction) {
      return lake.scan(ranges, direction);
    }
  }
}
