package io.moraine.staged;

import static io.moraine.staged.Tx.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.keyspace.ChangelogValue;
import io.moraine.keyspace.ColumnValue;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.FileColumnStatsValue;
import io.moraine.keyspace.HeadValue;
import io.moraine.keyspace.InlineKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.keyspace.TableValue;
import io.moraine.keyspace.TagValue;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.TableScan;
import io.moraine.staged.Tx.Row;
import io.moraine.testing.StoredRecords;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What may be committed, and which records it becomes. */
class CommitRulesTest {
  /** Table 2 of schema 1, with columns 1 and 2 and no file. */
  private final StoredRecords lake = lakeWithTable();

  private static StoredRecords lakeWithTable() {
    Tx tx = new Tx(Lakes.empty());
    tx.createTable(tx.createSchema("s"), "t", "int64", "varchar");
    return tx.snapshot("created_schema:\"s\",created_table:\"s\".\"t\"").commit();
  }

  /** Table 2 with data file 0. */
  private StoredRecords lakeWithFile() {
    Tx tx = new Tx(lake);
    tx.insert(tx.fileRow(2, tx.nextFileId++, 0, 10), tx.fileStatsRow(2, 0, 1));
    return tx.snapshot("inserted_into_table:2").commit();
  }

  /**
   * Runs what must be refused. Only the loser of a race may be told in words on which DuckLake
   * tries again.
   */
  private static void assertRefused(Kind kind, String text, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> {
              assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind);
              String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
              for (String word : List.of("conflict", "concurrent", "unique", "primary key")) {
                if (kind != Kind.CONFLICT) {
                  assertThat(message).doesNotContain(word);
                }
              }
            })
        .hasMessageContaining(text);
  }

  private static void assertCommitRefused(String text, Tx tx) {
    assertRefused(Kind.CONSTRAINT, text, tx::commit);
  }

  // The snapshot

  @Test
  void aSnapshotIsOneRowInEachOfTwoTables() {
    Tx none = new Tx(lake);
    none.createSchema("x");
    assertCommitRefused("inserts into ducklake_snapshot as well", none);
    Tx half = new Tx(lake);
    half.insert(row(MetadataTable.SNAPSHOT_CHANGES, "snapshot_id", 2L, "changes_made", ""));
    assertCommitRefused("not 0 and 1", half);
    Tx two = new Tx(lake).snapshot("");
    two.insert(row(MetadataTable.SNAPSHOT_CHANGES, "snapshot_id", 3L, "changes_made", ""));
    assertCommitRefused("not 1 and 2", two);
    Tx unequal = new Tx(lake).snapshot("");
    unequal.update(MetadataTable.SNAPSHOT_CHANGES, row -> isNew(row, 2), "snapshot_id", 3L);
    assertCommitRefused("snapshot_id is 2 in ducklake_snapshot and 3", unequal);
  }

  private static boolean isNew(Row row, long id) {
    return row.number("snapshot_id") == id;
  }

  @Test
  void aSnapshotFollowsOnTheHead() {
    Tx ahead = new Tx(lake).snapshot("");
    ahead.update(MetadataTable.SNAPSHOT, row -> isNew(row, 2), "snapshot_id", 4L);
    ahead.update(MetadataTable.SNAPSHOT_CHANGES, row -> isNew(row, 2), "snapshot_id", 4L);
    assertCommitRefused("after snapshot 1 follows 2", ahead);
  }

  @Test
  void aSnapshotThatIsThereAlreadyLostARace() {
    Tx late = new Tx(lake);
    late.insert(
        row(
            MetadataTable.SNAPSHOT,
            "snapshot_id",
            1L,
            "snapshot_time",
            1L,
            "schema_version",
            1L,
            "next_catalog_id",
            3L,
            "next_file_id",
            0L),
        row(MetadataTable.SNAPSHOT_CHANGES, "snapshot_id", 1L, "changes_made", ""));
    assertRefused(
        Kind.CONFLICT, "commit conflict: snapshot 1 is not beyond the head, 1", late::commit);
  }

  @Test
  void theLoserOfARaceIsToldWhoWon() {
    Tx loser = new Tx(lake);
    loser.createSchema("mine");
    loser.snapshot("created_schema:\"mine\"");
    Tx winner = new Tx(lake);
    winner.createSchema("theirs");
    StoredRecords after = winner.snapshot("created_schema:\"theirs\"").commit();
    assertRefused(
        Kind.CONFLICT,
        "snapshot 2 is not beyond the head, 2, which was 1 when the transaction began; since then:"
            + " snapshot 2 (created_schema:\"theirs\"). Staged rows are not retried here, begin"
            + " again",
        () -> Lakes.commit(after, loser.staged));
    assertThatThrownBy(() -> Lakes.commit(after, loser.staged)).hasMessageContaining("conflict");
  }

  @Test
  void countersNeverGoBack() {
    for (String counter : List.of("schema_version", "next_catalog_id")) {
      Tx tx = new Tx(lake).snapshot("");
      tx.update(MetadataTable.SNAPSHOT, row -> isNew(row, 2), counter, 0L);
      assertCommitRefused(counter + " goes back from", tx);
    }
    Tx files = new Tx(lakeWithFile()).snapshot("");
    files.update(MetadataTable.SNAPSHOT, row -> isNew(row, 3), "next_file_id", 0L);
    assertCommitRefused("next_file_id goes back from 1 to 0", files);
  }

  @Test
  void aNewIdLiesBetweenTheCounters() {
    Tx unallocated = new Tx(lake);
    unallocated.createSchema("x");
    unallocated.nextCatalogId--;
    assertCommitRefused("the new id 3 was not handed out", unallocated.snapshot(""));
    Tx used = new Tx(lakeWithFile());
    used.insert(used.deleteFileRow(2, 0, 0));
    assertCommitRefused("next_file_id goes from 1 to 1", used.snapshot(""));
  }

  @Test
  void schemaVersionsAreOfTheSnapshot() {
    Tx tx = new Tx(lake);
    tx.schemaVersion++;
    tx.schemaVersion(2);
    tx.schemaVersion--;
    assertCommitRefused("a row begins at snapshot 2", tx.snapshot(""));
    Tx right = new Tx(lake);
    right.schemaVersion(2);
    StoredRecords after = right.snapshot("altered_table:2").commit();
    SnapshotValue snapshot = Lakes.decode(SnapshotValue.TYPE, after, new Key.Snapshot(2));
    assertThat(snapshot.schemaChangedTableIds()).containsExactly(2L);
    assertThat(after.find(new Key.SchemaVersion(2, 2).encode())).isNotNull();
  }

  @Test
  void aMalformedListOfChangesIsRefused() {
    assertCommitRefused("changes_made", new Tx(lake).snapshot("inserted_into_table:t"));
  }

  // Versions

  @Test
  void anEndIsTheSnapshotThatIsCommitted() {
    Tx tx = new Tx(lake);
    tx.update(MetadataTable.SCHEMA, row -> row.number("schema_id") == 1, "end_snapshot", 7L);
    assertCommitRefused("rows end at 2", tx.snapshot(""));
    Tx twice = new Tx(lake);
    twice.end(MetadataTable.COLUMN, row -> row.number("column_id") == 2);
    assertRefused(
        Kind.CONSTRAINT,
        "end_snapshot is set already",
        () -> twice.update(MetadataTable.COLUMN, row -> !row.isLive(), "end_snapshot", 2L));
    assertThat(twice.staged.size()).isEqualTo(1);
  }

  @Test
  void aRowThatIsNotThereCannotEnd() {
    Tx tx = new Tx(lake);
    Row absent = tx.tableRow(99, 1, "absent").with("begin_snapshot", 1L);
    tx.staged.update(
        MetadataTable.TABLE,
        List.of(
            new io.moraine.model.RowUpdate(
                absent.values(), absent.with("end_snapshot", 2L).values(), List.of(3))));
    assertCommitRefused("there is no live row of [99]", tx.snapshot(""));
  }

  @Test
  void anEndedVersionGoesIntoHistoryAsItWas() {
    Tx tx = new Tx(lake);
    Row table = tx.live(MetadataTable.TABLE, row -> true).get(0);
    tx.end(MetadataTable.TABLE, row -> true);
    tx.insert(table.with("begin_snapshot", 2L, "table_name", "renamed"));
    StoredRecords after = tx.snapshot("").commit();
    Key live = Key.Current.of(EntityKind.TABLE, 2L);
    TableValue before = Lakes.decode(TableValue.TYPE, lake, live);
    assertThat(
            Lakes.decode(TableValue.TYPE, after, new Key.History(EntityKind.TABLE, List.of(2L), 2)))
        .isEqualTo(TableValue.TYPE.with(before, Map.of("end_snapshot", 2L)));
    TableValue now = Lakes.decode(TableValue.TYPE, after, live);
    assertThat(now.tableName()).isEqualTo("renamed");
    assertThat(now.nextColumnId()).isEqualTo(before.nextColumnId()).isEqualTo(3);
  }

  @Test
  void aLiveIdIsNotInsertedAgain() {
    Tx tx = new Tx(lake);
    tx.insert(tx.tableRow(2, 1, "again"));
    assertCommitRefused("ducklake_table: [2] is there already", tx.snapshot(""));
    Tx twice = new Tx(lake);
    twice.insert(twice.tableRow(5, 1, "a"));
    assertRefused(
        Kind.CONSTRAINT,
        "has staged this row before",
        () -> twice.insert(twice.tableRow(5, 1, "b")));
  }

  @Test
  void lifetimesLieBeforeTheCommit() {
    Tx late = new Tx(lake);
    late.createSchema("x");
    late.update(MetadataTable.SCHEMA, row -> row.number("schema_id") == 3, "begin_snapshot", 3L);
    assertCommitRefused("begin_snapshot is 3, beyond 2", late.snapshot(""));
    Tx backwards = new Tx(lakeWithFile());
    backwards.insert(
        backwards
            .fileRow(2, backwards.nextFileId++, 10, 1)
            .with("begin_snapshot", 2L, "end_snapshot", 1L));
    assertCommitRefused("end_snapshot is 1, not after begin_snapshot 2", backwards.snapshot(""));
  }

  @Test
  void aFileMayBeginBeforeItsCommitAndBeMovedToIt() {
    StoredRecords before = lakeWithFile();
    Tx tx = new Tx(before);
    long merged = tx.nextFileId++;
    tx.insert(tx.fileRow(2, merged, 10, 1).with("begin_snapshot", 1L));
    long rewritten = tx.nextFileId++;
    tx.insert(tx.fileRow(2, rewritten, 11, 1).with("begin_snapshot", 1L));
    tx.update(
        MetadataTable.DATA_FILE,
        row -> row.number("data_file_id") == rewritten,
        "begin_snapshot",
        tx.id);
    StoredRecords after = tx.snapshot("merge_adjacent:2").commit();
    assertThat(Lakes.rows(after, TableScan.of(MetadataTable.DATA_FILE).select("begin_snapshot")))
        .containsExactly(List.of(2L), List.of(1L), List.of(3L));
    Tx stored = new Tx(before);
    assertRefused(
        Kind.UNSUPPORTED,
        "cannot be set: begin_snapshot; only end_snapshot can",
        () -> stored.update(MetadataTable.DATA_FILE, row -> true, "begin_snapshot", 3L));
    assertThat(stored.staged.size()).isZero();
  }

  @Test
  void otherColumnsOfStoredRowsCannotBeSet() {
    Tx tx = new Tx(lakeWithFile());
    assertRefused(
        Kind.UNSUPPORTED,
        "table_name",
        () -> tx.update(MetadataTable.TABLE, row -> true, "table_name", "x"));
    assertRefused(
        Kind.UNSUPPORTED,
        "column_id",
        () -> tx.update(MetadataTable.FILE_COLUMN_STATS, row -> true, "column_id", 7L));
    assertRefused(
        Kind.UNSUPPORTED,
        "end_snapshot, path",
        () ->
            tx.update(
                MetadataTable.DATA_FILE, row -> true, "end_snapshot", 3L, "path", "elsewhere"));
    assertThat(tx.staged.size()).isZero();
  }

  @Test
  void rowsOfTheTransactionItselfCanBeChangedAtWill() {
    Tx tx = new Tx(lake);
    tx.createSchema("typo");
    tx.update(MetadataTable.SCHEMA, row -> row.number("schema_id") == 3, "schema_name", "right");
    StoredRecords after = tx.snapshot("").commit();
    assertThat(Lakes.rows(after, TableScan.of(MetadataTable.SCHEMA).select("schema_name")))
        .contains(List.of("right"));
  }

  @Test
  void aHardDeleteLeavesNoHistory() {
    StoredRecords before = lakeWithFile();
    Tx tx = new Tx(before);
    tx.delete(MetadataTable.DATA_FILE, row -> true);
    tx.delete(MetadataTable.FILE_COLUMN_STATS, row -> true);
    StoredRecords after = tx.snapshot("merge_adjacent:2").commit();
    assertThat(after.all().keySet())
        .noneMatch(key -> key.startsWith(KeyPrefix.current(EntityKind.FILE)))
        .noneMatch(key -> key.startsWith(KeyPrefix.history(EntityKind.FILE)))
        .noneMatch(key -> key.startsWith(KeyPrefix.current(EntityKind.FILE_COLUMN_STATS)));
  }

  @Test
  void inlinedDeletesGoWithTheirFile() {
    Map<Bytes, Bytes> records = new TreeMap<>(lakeWithFile().all());
    Bytes ofFile = Key.Inline.of(InlineKind.FILE_DELETE, 2L, 0L, 4L).encode();
    Bytes ofOther = Key.Inline.of(InlineKind.FILE_DELETE, 2L, 1L, 4L).encode();
    records.put(ofFile, Bytes.fromHex("4d524e45000802"));
    records.put(ofOther, Bytes.fromHex("4d524e45000802"));
    Tx tx = new Tx(StoredRecords.of(records));
    tx.delete(MetadataTable.DATA_FILE, row -> true);
    StoredRecords after = tx.commit();
    assertThat(after.find(ofFile)).isNull();
    assertThat(after.find(ofOther)).isNotNull();
  }

  @Test
  void theNextColumnIdRisesWithTheColumns() {
    Tx tx = new Tx(lake);
    tx.insert(tx.columnRow(2, 7, "new", "int64"));
    StoredRecords after = tx.snapshot("altered_table:2").commit();
    Key live = Key.Current.of(EntityKind.TABLE, 2L);
    assertThat(Lakes.decode(TableValue.TYPE, after, live).nextColumnId()).isEqualTo(8);
    assertThat(after.all().keySet())
        .noneMatch(key -> key.startsWith(KeyPrefix.history(EntityKind.TABLE)));
    ChangelogValue changelog = Lakes.decode(ChangelogValue.TYPE, after, new Key.Changelog(2));
    assertThat(changelog.keys())
        .containsExactly(live.encode(), Key.Current.of(EntityKind.COLUMN, 2L, 7L).encode());
  }

  @Test
  void anIdOfADroppedColumnIsNotUsedAgain() {
    Tx drop = new Tx(lake);
    drop.end(MetadataTable.COLUMN, row -> row.number("column_id") == 2);
    StoredRecords dropped = drop.snapshot("altered_table:2").commit();
    Tx again = new Tx(dropped);
    again.insert(again.columnRow(2, 2, "again", "int64"));
    assertCommitRefused("the new id 2 was in use before", again.snapshot(""));
    Tx next = new Tx(dropped);
    next.insert(next.columnRow(2, 3, "next", "int64"));
    assertThat(next.snapshot("").commit().head()).isEqualTo(3);
  }

  @Test
  void fieldsOfALaterVersionAreKept() {
    Bytes table = Key.Current.of(EntityKind.TABLE, 2L).encode();
    Bytes head = Key.Sys.HEAD.encode();
    Map<Bytes, Bytes> records = new TreeMap<>(lake.all());
    for (Bytes key : List.of(table, head)) {
      records.put(key, Bytes.fromHex(Objects.requireNonNull(records.get(key)).toHex() + "f80107"));
    }
    Tx tx = new Tx(StoredRecords.of(records));
    Row row = tx.live(MetadataTable.TABLE, each -> true).get(0);
    tx.end(MetadataTable.TABLE, each -> true);
    tx.insert(row.with("begin_snapshot", 2L, "table_name", "renamed"));
    StoredRecords after = tx.snapshot("").commit();
    for (Key key :
        List.of(
            Key.Sys.HEAD,
            Key.Current.of(EntityKind.TABLE, 2L),
            new Key.History(EntityKind.TABLE, List.of(2L), 2))) {
      assertThat(Objects.requireNonNull(after.find(key.encode())).toHex()).endsWith("f80107");
    }
  }

  @Test
  void statisticsOfVariantsOutliveAnUpdate() {
    StoredRecords before = StoredRecords.ofFixture("moraine/by-hand");
    Row variant = new Tx(before).rows(MetadataTable.FILE_VARIANT_STATS, row -> true).get(0);
    Tx tx = new Tx(before);
    tx.update(
        MetadataTable.FILE_COLUMN_STATS,
        row ->
            row.number("data_file_id") == variant.number("data_file_id")
                && row.number("column_id") == variant.number("column_id"),
        "min_value",
        "changed");
    StoredRecords after = tx.snapshot("").commit();
    FileColumnStatsValue stats =
        Lakes.decode(
            FileColumnStatsValue.TYPE,
            after,
            Key.Current.of(
                EntityKind.FILE_COLUMN_STATS,
                variant.number("table_id"),
                variant.number("data_file_id"),
                variant.number("column_id")));
    assertThat(stats.minValue()).isEqualTo("changed");
    assertThat(stats.variantStats()).isNotEmpty();
  }

  @Test
  void statisticsThatStayTheSameAreNotWritten() {
    StoredRecords before = lakeWithFile();
    Tx tx = new Tx(before);
    tx.update(MetadataTable.FILE_COLUMN_STATS, row -> true, "null_count", 0L);
    tx.snapshot("");
    assertThat(tx.staged.assemble(before, 2).changes())
        .extracting(change -> Key.decode(change.key()).tag())
        .containsExactly("sys/head", "snapshot", "changelog");
  }

  @Test
  void aRowThatReplacedAStoredOneTakesItAlong() {
    Tx first = new Tx(lake);
    first.insert(stats(10));
    Tx tx = new Tx(first.snapshot("").commit());
    tx.insert(stats(20));
    tx.delete(MetadataTable.TABLE_STATS, row -> true);
    assertThat(tx.snapshot("").commit().find(Key.Current.of(EntityKind.TABLE_STATS, 2L).encode()))
        .isNull();
  }

  @Test
  void rowIdsAreNotHandedOutTwice() {
    Tx first = new Tx(lake);
    first.insert(stats(10));
    StoredRecords before = first.snapshot("").commit();
    Tx back = new Tx(before);
    back.update(MetadataTable.TABLE_STATS, row -> true, "next_row_id", 9L);
    assertCommitRefused("next_row_id goes back from 10 to 9", back.snapshot(""));
  }

  private static Row stats(long nextRowId) {
    return row(
        MetadataTable.TABLE_STATS,
        "table_id",
        2L,
        "record_count",
        10L,
        "next_row_id",
        nextRowId,
        "file_size_bytes",
        1L);
  }

  // Parts of records

  @Test
  void partsNeedTheirWhole() {
    for (Row child : children()) {
      Tx tx = new Tx(lakeWithFile());
      tx.insert(child);
      assertCommitRefused("belong to nothing that the same commit inserts", tx.snapshot(""));
    }
  }

  private static List<Row> children() {
    return List.of(
        row(
            MetadataTable.FILE_PARTITION_VALUE,
            "data_file_id",
            0L,
            "table_id",
            2L,
            "partition_key_index",
            0L,
            "partition_value",
            "x"),
        row(
            MetadataTable.PARTITION_COLUMN,
            "partition_id",
            9L,
            "table_id",
            2L,
            "partition_key_index",
            0L,
            "column_id",
            1L,
            "transform",
            "identity"),
        row(
            MetadataTable.SORT_EXPRESSION,
            "sort_id",
            9L,
            "table_id",
            2L,
            "sort_key_index",
            0L,
            "expression",
            "c1",
            "dialect",
            "duckdb",
            "sort_direction",
            "ASC",
            "null_order",
            "NULLS LAST"),
        implementation(9, 0, "scalar"),
        parameter(9, 0, 0),
        nameMapping(9, 0, null));
  }

  private static Row implementation(long macroId, long implId, String type) {
    return row(
        MetadataTable.MACRO_IMPL,
        "macro_id",
        macroId,
        "impl_id",
        implId,
        "dialect",
        "duckdb",
        "sql",
        "1",
        "type",
        type);
  }

  private static Row parameter(long macroId, long implId, long columnId) {
    return row(
        MetadataTable.MACRO_PARAMETERS,
        "macro_id",
        macroId,
        "impl_id",
        implId,
        "column_id",
        columnId,
        "parameter_name",
        "p",
        "parameter_type",
        "unknown",
        "default_value_type",
        "unknown");
  }

  private static Row nameMapping(long mappingId, long columnId, @Nullable Long parent) {
    return row(
        MetadataTable.NAME_MAPPING,
        "mapping_id",
        mappingId,
        "column_id",
        columnId,
        "source_name",
        "n",
        "target_field_id",
        1L,
        "parent_column",
        parent,
        "is_partition",
        false);
  }

  @Test
  void partsAreStoredByTheirIndex() {
    Tx tx = new Tx(lake);
    long spec = tx.nextCatalogId++;
    for (long index : List.of(1L, 2L, 0L)) {
      tx.insert(
          row(
              MetadataTable.PARTITION_COLUMN,
              "partition_id",
              spec,
              "table_id",
              2L,
              "partition_key_index",
              index,
              "column_id",
              1L,
              "transform",
              "identity"));
    }
    tx.insert(
        row(
            MetadataTable.PARTITION_INFO,
            "partition_id",
            spec,
            "table_id",
            2L,
            "begin_snapshot",
            tx.id));
    TableScan scan = TableScan.of(MetadataTable.PARTITION_COLUMN).select("partition_key_index");
    assertThat(Lakes.rows(tx.snapshot("altered_table:2").commit(), scan))
        .containsExactly(List.of(0L), List.of(1L), List.of(2L));
  }

  @Test
  void aMacroHasImplementationsOfOneTypeInOrder() {
    assertMacroRefused("has no implementation");
    assertMacroRefused("there is 1 where 0 is due", implementation(3, 1, "scalar"));
    assertMacroRefused(
        "of two types", implementation(3, 0, "scalar"), implementation(3, 1, "table"));
    assertMacroRefused(
        "there is 2 where 0 is due", implementation(3, 0, "scalar"), parameter(3, 0, 2));
    assertMacroRefused("belong to nothing", implementation(3, 0, "scalar"), parameter(3, 1, 0));
  }

  private void assertMacroRefused(String text, Row... parts) {
    Tx tx = new Tx(lake);
    tx.insert(
        row(
            MetadataTable.MACRO,
            "schema_id",
            1L,
            "macro_id",
            tx.nextCatalogId++,
            "macro_name",
            "m",
            "begin_snapshot",
            2L));
    tx.insert(parts);
    assertCommitRefused(text, tx.snapshot(""));
  }

  @Test
  void aMappingMapsNamesAndIsWrittenOnce() {
    assertMappingRefused("maps no name");
    assertMappingRefused("parent_column", nameMapping(0, 0, 0L));
    Tx tx = new Tx(lake);
    tx.insert(mapping(tx.nextFileId++), nameMapping(0, 0, null), nameMapping(0, 1, 0L));
    StoredRecords mapped = tx.snapshot("").commit();
    assertThat(Lakes.rows(mapped, TableScan.of(MetadataTable.NAME_MAPPING))).hasSize(2);
    Tx again = new Tx(mapped);
    again.insert(mapping(0), nameMapping(0, 0, null));
    assertCommitRefused("mappings do not change", again.snapshot(""));
  }

  private void assertMappingRefused(String text, Row... parts) {
    Tx tx = new Tx(lake);
    tx.insert(mapping(tx.nextFileId++));
    tx.insert(parts);
    assertCommitRefused(text, tx.snapshot(""));
  }

  private static Row mapping(long id) {
    return row(
        MetadataTable.COLUMN_MAPPING, "mapping_id", id, "table_id", 2L, "type", "map_by_name");
  }

  @Test
  void partsGoWithTheirWhole() {
    Tx tx = new Tx(StoredRecords.ofFixture("moraine/files"));
    assertThat(tx.delete(MetadataTable.FILE_PARTITION_VALUE, row -> true)).isPositive();
    assertCommitRefused("go with their ducklake_data_file, which stays", tx);
  }

  // References

  @Test
  void whatIsReferredToIsThere() {
    Tx schema = new Tx(lake);
    schema.createTable(99, "t", "int64");
    assertCommitRefused("schema_id 99 names nothing that lives", schema.snapshot(""));
    Tx column = new Tx(lake);
    column.insert(column.columnRow(99, 1, "c", "int64"));
    assertCommitRefused("ducklake_column: table_id 99", column.snapshot(""));
    Tx file = new Tx(lake);
    file.insert(file.fileRow(99, file.nextFileId++, 0, 1));
    assertCommitRefused("ducklake_data_file: table_id 99", file.snapshot(""));
    Tx deleteFile = new Tx(lake);
    deleteFile.insert(deleteFile.deleteFileRow(2, deleteFile.nextFileId++, 99));
    assertCommitRefused("data_file_id 99 names no data file of table 2", deleteFile.snapshot(""));
    Tx stats = new Tx(lake);
    stats.insert(stats.fileStatsRow(2, 99, 1));
    assertCommitRefused("data_file_id 99 names no data file", stats.snapshot(""));
  }

  @Test
  void aSchemaEndsEmpty() {
    Tx tx = new Tx(lake);
    tx.end(MetadataTable.SCHEMA, row -> row.number("schema_id") == 1);
    assertCommitRefused(
        "schema 1 cannot end while rows of ducklake_table live in it",
        tx.snapshot("dropped_schema:1"));
    Tx whole = new Tx(lake);
    whole.end(MetadataTable.SCHEMA, row -> row.number("schema_id") == 1);
    whole.end(MetadataTable.TABLE, row -> true);
    whole.end(MetadataTable.COLUMN, row -> true);
    assertThat(whole.snapshot("dropped_table:2,dropped_schema:1").commit().head()).isEqualTo(2);
  }

  @Test
  void aTableKeepsAColumnAndColumnsTheirParents() {
    Tx none = new Tx(lake);
    none.end(MetadataTable.COLUMN, row -> true);
    assertCommitRefused("table 2 is left without a column", none.snapshot(""));
    Tx bare = new Tx(lake);
    bare.createTable(1, "bare");
    assertCommitRefused("table 3 is left without a column", bare.snapshot(""));
    Tx orphan = new Tx(lake);
    orphan.insert(orphan.columnRow(2, 3, "field", "int64").with("parent_column", 9L));
    assertCommitRefused("column 3 of table 2 lies in column 9", orphan.snapshot(""));
  }

  @Test
  void filesOfAnIndexedTableAreOnlyMoved() {
    StoredRecords indexed = StoredRecords.ofFixture("moraine/indexes");
    Bytes index =
        indexed.all().keySet().stream()
            .filter(key -> key.startsWith(KeyPrefix.current(EntityKind.INDEX)))
            .findFirst()
            .orElseThrow();
    long tableId = ((Key.Current) Key.decode(index)).ids().get(0);
    Tx tx = new Tx(indexed);
    tx.insert(tx.fileRow(tableId, tx.nextFileId++, 1_000_000, 1));
    tx.snapshot("inserted_into_table:" + tableId);
    assertRefused(Kind.UNSUPPORTED, "has an equality index", tx::commit);
    Tx moved = new Tx(indexed);
    moved.insert(moved.fileRow(tableId, moved.nextFileId++, 1_000_000, 1));
    assertThat(moved.snapshot("merge_adjacent:" + tableId).commit().head())
        .isEqualTo(indexed.head() + 1);
  }

  // Tags

  @Test
  void aCommentSetToNullEndsTheTagAndStoresNothing() {
    Tx set = new Tx(lake);
    set.insert(tag(2, "first"));
    StoredRecords commented = set.snapshot("altered_table:2").commit();
    Tx unset = new Tx(commented);
    unset.end(MetadataTable.TAG, row -> true);
    unset.insert(tag(3, null));
    StoredRecords after = unset.snapshot("altered_table:2").commit();
    TagValue tags = Lakes.decode(TagValue.TYPE, after, Key.Current.of(EntityKind.TAG, 2L));
    assertThat(tags.entries())
        .singleElement()
        .satisfies(e -> assertThat(e.endSnapshot()).isEqualTo(3));
  }

  @Test
  void aCommentThatIsNotEndedCannotBeSetToNull() {
    Tx set = new Tx(lake);
    set.insert(tag(2, "first"), columnTag(1, 2, "first"));
    StoredRecords commented = set.snapshot("altered_table:2").commit();
    for (Row nothing : List.of(tag(3, null), columnTag(1, 3, null))) {
      Tx tx = new Tx(commented);
      tx.insert(nothing);
      assertCommitRefused("has a live tag of this key already", tx.snapshot(""));
      tx.end(nothing.table(), row -> true);
      assertThat(tx.commit().head()).isEqualTo(3);
    }
    Tx without = new Tx(lake);
    without.insert(tag(2, null), columnTag(1, 2, null));
    assertThat(without.snapshot("").staged.assemble(lake, 1).changes())
        .extracting(change -> Key.decode(change.key()).tag())
        .containsExactly("sys/head", "snapshot", "changelog");
  }

  private static Row tag(long begin, @Nullable String value) {
    return row(
        MetadataTable.TAG,
        "object_id",
        2L,
        "begin_snapshot",
        begin,
        "key",
        "comment",
        "value",
        value);
  }

  private static Row columnTag(long columnId, long begin, @Nullable String value) {
    return row(
        MetadataTable.COLUMN_TAG,
        "table_id",
        2L,
        "column_id",
        columnId,
        "begin_snapshot",
        begin,
        "key",
        "comment",
        "value",
        value);
  }

  @Test
  void aTagOfAKeyEndsBeforeTheNextOne() {
    Tx tx = new Tx(lake);
    tx.insert(tag(2, "a"));
    Tx second = new Tx(tx.snapshot("").commit());
    second.insert(tag(3, "b"));
    assertCommitRefused("has a live tag of this key already", second.snapshot(""));
  }

  @Test
  void tagsOfAColumnFollowItsVersionsAndEndWithIt() {
    Tx tx = new Tx(lake);
    tx.insert(columnTag(2, 2, "a comment"));
    StoredRecords tagged = tx.snapshot("altered_table:2").commit();
    assertThat(tagged.all().keySet())
        .noneMatch(key -> key.startsWith(KeyPrefix.history(EntityKind.COLUMN)));
    Tx rename = new Tx(tagged);
    Row column = rename.live(MetadataTable.COLUMN, row -> row.number("column_id") == 2).get(0);
    rename.end(MetadataTable.COLUMN, column::equals);
    rename.insert(column.with("begin_snapshot", 3L, "column_name", "renamed"));
    StoredRecords renamed = rename.snapshot("altered_table:2").commit();
    Key live = Key.Current.of(EntityKind.COLUMN, 2L, 2L);
    assertThat(Lakes.decode(ColumnValue.TYPE, renamed, live).tags()).hasSize(1);
    Tx drop = new Tx(renamed);
    drop.end(MetadataTable.COLUMN, row -> row.number("column_id") == 2);
    drop.end(MetadataTable.COLUMN_TAG, row -> true);
    StoredRecords dropped = drop.snapshot("altered_table:2").commit();
    assertThat(
            Lakes.decode(
                    ColumnValue.TYPE,
                    dropped,
                    new Key.History(EntityKind.COLUMN, List.of(2L, 2L), 4))
                .tags())
        .extracting(ColumnValue.Tag::endSnapshot)
        .containsExactly(4L);
    Tx late = new Tx(dropped);
    late.insert(columnTag(2, 5, "too late"));
    assertCommitRefused("is not live", late.snapshot(""));
  }

  // Commits that leave the head's id alone

  @Test
  void optionsKeepTheSnapshotAndMoveTheBatch() {
    Tx tx = new Tx(lake);
    tx.insert(row(MetadataTable.METADATA, "key", "x", "value", "1"));
    CommitBatch batch = tx.staged.assemble(lake, 1);
    assertThat(batch.position()).isEqualTo(new CommitPosition(1, 2));
    assertThat(batch.snapshotRecord()).isEmpty();
    assertThat(batch.changes())
        .extracting(CommitBatch.RecordChange::key)
        .containsExactly(Key.Sys.HEAD.encode(), Key.Current.of(EntityKind.OPTION, 0L, 0L).encode());
    StoredRecords first = tx.commit();
    Tx next = new Tx(first);
    next.update(MetadataTable.METADATA, row -> "x".equals(row.get("key")), "value", "2");
    StoredRecords second = next.commit();
    assertThat(Lakes.decode(HeadValue.TYPE, second, Key.Sys.HEAD))
        .isEqualTo(new HeadValue(1, 3, Bytes.EMPTY));
    Tx last = new Tx(second);
    last.delete(MetadataTable.METADATA, row -> "x".equals(row.get("key")));
    assertThat(last.commit().find(Key.Current.of(EntityKind.OPTION, 0L, 0L).encode()))
        .isEqualTo(lake.find(Key.Current.of(EntityKind.OPTION, 0L, 0L).encode()));
  }

  @Test
  void theLastOptionOfAScopeTakesTheRecordAlong() {
    Key key = Key.Current.of(EntityKind.OPTION, 2L, 2L);
    Tx tx = new Tx(lake);
    tx.insert(
        row(MetadataTable.METADATA, "key", "x", "value", "1", "scope", "table", "scope_id", 2L));
    StoredRecords set = tx.commit();
    assertThat(set.find(key.encode())).isNotNull();
    Tx unset = new Tx(set);
    unset.delete(MetadataTable.METADATA, row -> "x".equals(row.get("key")));
    assertThat(unset.commit().find(key.encode())).isNull();
  }

  @Test
  void statisticsOfRowIdsMayComeLateAndNoOthers() {
    StoredRecords before = lakeWithFile();
    Tx rowIds = new Tx(before);
    rowIds.insert(rowIds.fileStatsRow(2, 0, 2_147_483_540L));
    assertThat(rowIds.commit().head()).isEqualTo(2);
    Tx other = new Tx(before);
    other.insert(other.fileStatsRow(2, 0, 2));
    assertCommitRefused("inserts into ducklake_snapshot as well", other);
    Tx end = new Tx(before);
    end.end(MetadataTable.DATA_FILE, row -> true);
    assertCommitRefused("rows are ended by a commit that inserts into ducklake_snapshot", end);
  }

  @Test
  void snapshotsExpireButTheHead() {
    Tx tx = new Tx(lakeWithFile());
    tx.delete(MetadataTable.SNAPSHOT, row -> row.number("snapshot_id") < 2);
    StoredRecords after = tx.commit();
    assertThat(after.find(new Key.Snapshot(0).encode())).isNull();
    assertThat(after.find(new Key.Snapshot(2).encode())).isNotNull();
    assertThat(after.head()).isEqualTo(2);
    Tx head = new Tx(lake);
    head.delete(MetadataTable.SNAPSHOT, row -> row.number("snapshot_id") == 1);
    assertCommitRefused("snapshot 1 is the head", head);
    Tx half = new Tx(lake);
    half.delete(MetadataTable.SNAPSHOT_CHANGES, row -> row.number("snapshot_id") == 0);
    assertCommitRefused("goes with the snapshot", half);
  }

  // The changelog

  @Test
  void aChangelogIsCompleteOrAbsent() {
    Tx most = new Tx(lake);
    addFiles(most, Assembly.MOST_CHANGELOG_KEYS);
    StoredRecords after = most.snapshot("inserted_into_table:2").commit();
    assertThat(Lakes.decode(ChangelogValue.TYPE, after, new Key.Changelog(2)).keys())
        .hasSize(Assembly.MOST_CHANGELOG_KEYS)
        .isSorted();
    Tx more = new Tx(lake);
    addFiles(more, Assembly.MOST_CHANGELOG_KEYS + 1);
    StoredRecords without = more.snapshot("inserted_into_table:2").commit();
    assertThat(without.find(new Key.Changelog(2).encode())).isNull();
  }

  private static void addFiles(Tx tx, int count) {
    List<@Nullable Object[]> rows = new java.util.ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(tx.fileRow(2, tx.nextFileId++, i, 1).values().toArray());
    }
    tx.staged.insert(MetadataTable.DATA_FILE, rows);
  }

  @Test
  void sixtyFourChangelogsAreKept() {
    StoredRecords now = lake;
    for (long id = 2; id <= 66; id++) {
      now = new Tx(now).snapshot("").commit();
    }
    assertThat(now.all().keySet())
        .filteredOn(key -> key.startsWith(Bytes.fromHex("09")))
        .hasSize(64)
        .startsWith(new Key.Changelog(3).encode());
  }
}
