package io.moraine.verbs;

import static io.moraine.verbs.VerbLake.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.IndexValue;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.TableValue;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.ColumnDefault;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewColumn;
import io.moraine.model.NewTable;
import io.moraine.model.NewTable.TablePath;
import io.moraine.model.NewView;
import io.moraine.model.PartitionField;
import io.moraine.model.SortField;
import io.moraine.testing.StoredRecords;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableVerbsTest {
  private static final MetadataTable TABLE = MetadataTable.TABLE;
  private static final NewTable ORDERS =
      NewTable.of(
          "orders",
          NewColumn.of("id", "int64").required(),
          NewColumn.of(
              "lines",
              "list",
              NewColumn.of(
                  "element",
                  "struct",
                  NewColumn.of("item", "varchar"),
                  NewColumn.of("price", "DECIMAL(9, 2)"))),
          NewColumn.of(
              "tags", "map", NewColumn.of("key", "varchar"), NewColumn.of("value", "json")));

  private final VerbLake lake = VerbLake.create();

  private long orders() {
    return lake.run(changes -> changes.createTable(0, ORDERS));
  }

  @Test
  void aNewTableHasItsColumnsEachBeforeThoseInside() {
    long id = orders();
    assertThat(
            lake.rows(
                TABLE,
                "table_id",
                "begin_snapshot",
                "end_snapshot",
                "schema_id",
                "table_name",
                "path",
                "path_is_relative"))
        .containsExactly(row(id, 1L, null, 0L, "orders", "orders/", true));
    assertThat(
            lake.rows(
                MetadataTable.COLUMN,
                "column_id",
                "column_order",
                "column_name",
                "column_type",
                "nulls_allowed",
                "parent_column"))
        .containsExactly(
            row(1L, 1L, "id", "int64", false, null),
            row(2L, 2L, "lines", "list", true, null),
            row(3L, 3L, "element", "struct", true, 2L),
            row(4L, 4L, "item", "varchar", true, 3L),
            row(5L, 5L, "price", "decimal(9,2)", true, 3L),
            row(6L, 6L, "tags", "map", true, null),
            row(7L, 7L, "key", "varchar", true, 6L),
            row(8L, 8L, "value", "json", true, 6L));
    assertThat(
            lake.rows(
                MetadataTable.COLUMN,
                "initial_default",
                "default_value",
                "default_value_type",
                "default_value_dialect"))
        .containsOnly(row(null, null, null, null));
    assertThat(
            lake.rows(
                MetadataTable.TABLE_STATS,
                "table_id",
                "record_count",
                "next_row_id",
                "file_size_bytes"))
        .containsExactly(row(id, 0L, 0L, 0L));
    assertThat(lake.changesMade()).isEqualTo("created_table:\"main\".\"orders\"");
    assertThat(lake.newest().schemaChangedTableIds()).containsExactly(id);
    assertThat(
            lake.rows(
                MetadataTable.SCHEMA_VERSIONS, "begin_snapshot", "schema_version", "table_id"))
        .containsExactly(row(1L, 1L, id));
    assertThat(lake.decode(TableValue.TYPE, Key.Current.of(EntityKind.TABLE, id)).nextColumnId())
        .isEqualTo(9);
  }

  @Test
  void defaultsAreStoredWithTheirKind() {
    NewColumn literal =
        new NewColumn(
            "a",
            "int32",
            true,
            Optional.of("7"),
            Optional.of(ColumnDefault.literal("8")),
            List.of());
    NewColumn expression =
        new NewColumn(
            "b",
            "timestamp",
            true,
            Optional.empty(),
            Optional.of(new ColumnDefault("now()", true)),
            List.of());
    lake.commit(changes -> changes.createTable(0, NewTable.of("t", literal, expression)));
    assertThat(
            lake.rows(
                MetadataTable.COLUMN,
                "initial_default",
                "default_value",
                "default_value_type",
                "default_value_dialect"))
        .containsExactly(
            row("7", "8", "literal", "duckdb"), row(null, "now()", "expression", "duckdb"));
  }

  @Test
  void aTableMayLieInAnyFolder() {
    NewColumn column = NewColumn.of("a", "int8");
    lake.commit(
        changes -> {
          changes.createTable(0, placed("a", column, "x/y/", true));
          changes.createTable(0, placed("b", column, "s3://other/b/", false));
        });
    assertThat(lake.rows(TABLE, "path", "path_is_relative"))
        .containsExactly(row("x/y/", true), row("s3://other/b/", false));
  }

  private static NewTable placed(String name, NewColumn column, String path, boolean relative) {
    return new NewTable(name, List.of(column), Optional.of(new TablePath(path, relative)));
  }

  @ParameterizedTest
  @CsvSource({
    "x,true",
    "'',true",
    "/,true",
    "/x/,true",
    "../x/,true",
    "x//y/,true",
    "s3://b,false"
  })
  void aFolderEndsInASlashAndARelativeOneLeadsDown(String path, boolean relative) {
    lake.refuses(
        Kind.CONSTRAINT,
        "path of table t",
        changes -> changes.createTable(0, placed("t", NewColumn.of("a", "int8"), path, relative)));
  }

  @Test
  void tablesAndViewsShareTheirNames() {
    NewColumn column = NewColumn.of("a", "int8");
    long table = lake.run(changes -> changes.createTable(0, NewTable.of("t", column)));
    long view = lake.run(changes -> changes.createView(0, NewView.of("v", "SELECT 1")));
    lake.refuses(
        Kind.ALREADY_EXISTS,
        "a table called T",
        changes -> changes.createView(0, NewView.of("T", "x")));
    lake.refuses(
        Kind.ALREADY_EXISTS,
        "a view called V",
        changes -> changes.createTable(0, NewTable.of("V", column)));
    lake.refuses(Kind.ALREADY_EXISTS, "view", changes -> changes.renameTable(table, "v"));
    lake.refuses(Kind.ALREADY_EXISTS, "table", changes -> changes.renameView(view, "t"));
    lake.refuses(Kind.ALREADY_EXISTS, "table", changes -> changes.renameTable(table, "t"));
    lake.commit(changes -> changes.renameTable(table, "T"));
    long other =
        lake.run(
            changes -> {
              long schema = changes.createSchema("s");
              changes.createTable(schema, NewTable.of("t", column));
              return schema;
            });
    lake.refuses(Kind.ALREADY_EXISTS, "called T", changes -> changes.moveTable(table, other));
    lake.refuses(Kind.ALREADY_EXISTS, "called T", changes -> changes.moveTable(table, 0));
    lake.commit(
        changes -> {
          assertThat(changes.findTable(0, "t")).hasValue(table);
          assertThat(changes.findView(0, "V")).hasValue(view);
          assertThat(changes.findTable(0, "v")).isEmpty();
          assertThat(changes.findView(0, "t")).isEmpty();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "a\\b"})
  void aNameIsAFolder(String name) {
    long id = orders();
    lake.refuses(
        Kind.CONSTRAINT,
        "table",
        changes -> changes.createTable(0, NewTable.of(name, NewColumn.of("a", "int8"))));
    lake.refuses(Kind.CONSTRAINT, "table", changes -> changes.renameTable(id, name));
    lake.refuses(
        Kind.CONSTRAINT, "view", changes -> changes.createView(0, NewView.of(name, "SELECT 1")));
  }

  @Test
  void whatIsNotThereIsNamed() {
    NewTable table = NewTable.of("t", NewColumn.of("a", "int8"));
    lake.refuses(Kind.NOT_FOUND, "schema 9", changes -> changes.createTable(9, table));
    lake.refuses(Kind.NOT_FOUND, "table 9", changes -> changes.dropTable(9));
    lake.refuses(Kind.NOT_FOUND, "table 9", changes -> changes.renameTable(9, "x"));
    long id = orders();
    lake.refuses(Kind.NOT_FOUND, "schema 9", changes -> changes.moveTable(id, 9));
  }

  @Test
  void aRenamedTableKeepsItsIdAndFolder() {
    long id = orders();
    lake.commit(changes -> changes.renameTable(id, "sales"));
    assertThat(lake.rows(TABLE, "table_id", "begin_snapshot", "end_snapshot", "table_name"))
        .containsExactly(row(id, 2L, null, "sales"), row(id, 1L, 2L, "orders"));
    assertThat(lake.rows(TABLE, "table_uuid", "path"))
        .containsOnly(lake.rows(TABLE, "table_uuid", "path").get(0));
    assertThat(lake.changesMade()).isEqualTo("altered_table:" + id);
    assertThat(lake.newest().schemaChangedTableIds()).containsExactly(id);
    assertThat(lake.newest().schemaVersion()).isEqualTo(2);
  }

  @Test
  void aDroppedTableTakesItsPartsAlong() {
    long id = orders();
    long other =
        lake.run(changes -> changes.createTable(0, NewTable.of("o", NewColumn.of("a", "int8"))));
    lake.commit(
        changes -> {
          changes.setPartitioning(id, List.of(new PartitionField(1, "identity")));
          changes.setSortOrder(id, List.of(new SortField("id", false, false)));
          changes.setTag(id, "comment", "kept");
        });
    lake.stage(
        draft -> {
          VerbLake.stageFile(draft, id, 5);
          VerbLake.stageStats(draft, id, 1, false);
          draft.insert(MetadataTable.METADATA, "target_file_size", "1", "table", id);
          draft.insert(MetadataTable.METADATA, "target_file_size", "2", "table", other);
        });
    lake.commit(changes -> changes.dropTable(id));
    long end = lake.head();
    assertThat(lake.live(TABLE, "table_id")).containsExactly(row(other));
    assertThat(lake.live(MetadataTable.COLUMN, "table_id")).containsExactly(row(other));
    for (MetadataTable table :
        List.of(
            MetadataTable.DATA_FILE,
            MetadataTable.DELETE_FILE,
            MetadataTable.PARTITION_INFO,
            MetadataTable.SORT_INFO)) {
      assertThat(lake.rows(table, "table_id", "end_snapshot"))
          .as("%s", table)
          .containsExactly(row(id, end));
    }
    assertThat(lake.rows(MetadataTable.TABLE_STATS, "table_id")).containsExactly(row(other));
    assertThat(lake.rows(MetadataTable.TABLE_COLUMN_STATS, "table_id")).isEmpty();
    assertThat(lake.rows(MetadataTable.METADATA, "key", "scope_id"))
        .contains(row("target_file_size", other))
        .doesNotContain(row("target_file_size", id));
    assertThat(lake.rows(MetadataTable.FILE_COLUMN_STATS, "table_id")).containsExactly(row(id));
    assertThat(lake.rows(MetadataTable.TAG, "object_id", "end_snapshot"))
        .containsExactly(row(id, null));
    assertThat(lake.changesMade()).isEqualTo("dropped_table:" + id);
    assertThat(lake.newest().schemaChangedTableIds()).isEmpty();
    lake.commit(changes -> changes.createTable(0, ORDERS));
    assertThat(lake.live(TABLE, "table_name")).containsExactly(row("o"), row("orders"));
  }

  @Test
  void indexesOfADroppedTableEnd() {
    long id = orders();
    VerbLake indexed = withIndex(lake, id, 99, 1);
    indexed.commit(changes -> changes.dropTable(id));
    assertThat(indexed.records().find(Key.Current.of(EntityKind.INDEX, id, 99L).encode())).isNull();
    IndexValue ended =
        indexed.decode(IndexValue.TYPE, new Key.History(EntityKind.INDEX, List.of(id, 99L), 2));
    assertThat(ended.endSnapshot()).isEqualTo(2);
    assertThat(ended.beginSnapshot()).isEqualTo(1);
  }

  /** The lake with an equality index, which only Moraine makes. */
  static VerbLake withIndex(VerbLake lake, long tableId, long indexId, long columnId) {
    Map<Bytes, Bytes> records = new HashMap<>(lake.records().all());
    IndexValue index =
        IndexValue.TYPE.with(
            IndexValue.TYPE.empty(),
            Map.of(
                "index_id",
                indexId,
                "table_id",
                tableId,
                "begin_snapshot",
                1L,
                "index_name",
                "by_id",
                "column_ids",
                List.of(columnId)));
    records.put(
        Key.Current.of(EntityKind.INDEX, tableId, indexId).encode(), IndexValue.TYPE.encode(index));
    return VerbLake.of(StoredRecords.of(records));
  }

  @Test
  void aMovedTableWithoutFilesStaysRelative() {
    long id = orders();
    lake.commit(changes -> changes.moveTable(id, changes.createSchema("s")));
    assertThat(lake.live(TABLE, "schema_id", "path", "path_is_relative"))
        .containsExactly(row(id + 1, "orders/", true));
    assertThat(lake.changesMade()).isEqualTo("created_schema:\"s\",altered_table:" + id);
  }

  @Test
  void filesOfAMovedTableAreFoundWhereTheyAre() {
    long id = orders();
    lake.stage(draft -> VerbLake.stageFile(draft, id, 5));
    lake.commit(changes -> changes.moveTable(id, changes.createSchema("s")));
    assertThat(lake.live(TABLE, "path", "path_is_relative"))
        .containsExactly(row("s3://lake/data/main/orders/", false));
    lake.commit(changes -> changes.moveTable(id, 0));
    assertThat(lake.live(TABLE, "path", "path_is_relative"))
        .containsExactly(row("s3://lake/data/main/orders/", false));
  }

  @Test
  void filesOfALakeThatDoesNotSayWhereItsDataIsDoNotMove() {
    VerbLake nowhere = VerbLake.create(Optional.empty());
    long id = nowhere.run(changes -> changes.createTable(0, ORDERS));
    nowhere.stage(draft -> VerbLake.stageFile(draft, id, 5));
    nowhere.refuses(
        Kind.UNSUPPORTED, "data_path", changes -> changes.moveTable(id, changes.createSchema("s")));
  }

  @Test
  void aTableOfOneCommitComesAndGoes() {
    long[] id = new long[1];
    lake.commit(
        changes -> {
          id[0] = changes.createTable(0, ORDERS);
          changes.renameTable(id[0], "other");
          changes.setColumnTag(id[0], 1, "comment", "c");
          changes.setTag(id[0], "comment", "c");
          changes.setPartitioning(id[0], List.of(new PartitionField(1, "bucket(4)")));
          changes.setSortOrder(id[0], List.of(new SortField("id", true, true)));
          changes.dropTable(id[0]);
          changes.createTable(0, NewTable.of("other", NewColumn.of("a", "int8")));
        });
    assertThat(lake.rows(TABLE, "table_id", "table_name"))
        .containsExactly(row(lake.newest().nextCatalogId() - 1, "other"));
    assertThat(lake.rows(MetadataTable.COLUMN, "column_name")).containsExactly(row("a"));
    assertThat(lake.rows(MetadataTable.PARTITION_INFO, "partition_id")).isEmpty();
    assertThat(lake.rows(MetadataTable.SORT_EXPRESSION, "sort_id")).isEmpty();
    assertThat(lake.changesMade())
        .isEqualTo(
            "dropped_table:"
                + id[0]
                + ",created_table:\"main\".\"orders\",created_table:\"main\".\"other\""
                + ",altered_table:"
                + id[0]);
  }

  @Test
  void tagsOfATableOrViewThatCameAndWentAreNotKept() {
    lake.commit(
        changes -> {
          long table = changes.createTable(0, NewTable.of("gone", NewColumn.of("a", "int32")));
          changes.setTag(table, "comment", "of no use");
          changes.dropTable(table);
          long view = changes.createView(0, NewView.of("gone", "SELECT 1"));
          changes.setTag(view, "comment", "of no use");
          changes.dropView(view);
          long schema = changes.createSchema("gone");
          changes.setTag(schema, "comment", "of no use");
          changes.dropSchema(schema);
        });
    assertThat(lake.rows(MetadataTable.TAG, "object_id", "value")).isEmpty();
  }

  @Test
  void aTableIsDroppedWithTheFilesOfTheSameCommit() {
    lake.stage(
        draft -> {
          LakeChanges changes =
              new LakeChanges(
                  draft,
                  rows -> {
                    throw new UnsupportedOperationException();
                  });
          long id = changes.createTable(0, ORDERS);
          VerbLake.stageFile(draft, id, 3);
          long map = draft.newFileId();
          draft.insert(MetadataTable.COLUMN_MAPPING, map, id, "map_by_name");
          draft.insert(MetadataTable.NAME_MAPPING, map, 0L, "id", 1L, null, false);
          changes.dropTable(id);
        });
    assertThat(lake.rows(MetadataTable.DATA_FILE, "data_file_id")).isEmpty();
    assertThat(lake.rows(MetadataTable.FILE_COLUMN_STATS, "data_file_id")).isEmpty();
    assertThat(lake.rows(MetadataTable.COLUMN_MAPPING, "mapping_id")).isEmpty();
  }

  @Test
  void aTableOfManyFilesIsDropped() {
    long id = orders();
    int files = 51_000;
    lake.stage(
        draft -> {
          for (int i = 0; i < files; i++) {
            draft.insert(
                MetadataTable.DATA_FILE,
                draft.newFileId(),
                id,
                draft.snapshotId(),
                null,
                null,
                "f",
                true,
                "parquet",
                1L,
                1L,
                1L,
                0L,
                null,
                null,
                null,
                null);
          }
        });
    StagedChanges staged = new StagedChanges(lake.records(), lake.newest(), () -> 1, 0);
    VerbLake.changes(staged).dropTable(id);
    assertThat(Objects.requireNonNull(staged.finish(5).orElse(null)).changes())
        .hasSizeGreaterThan(2 * files);
  }

  @Test
  void severalVerbsMakeOneSnapshot() {
    lake.commit(
        changes -> {
          long schema = changes.createSchema("s");
          long first = changes.createTable(schema, ORDERS);
          long second = changes.createTable(schema, NewTable.of("x", NewColumn.of("a", "int8")));
          changes.renameTable(first, "first");
          changes.createTable(schema, ORDERS);
          changes.moveTable(second, 0);
          changes.renameSchema(schema, "t");
          changes.dropTable(first);
        });
    assertThat(lake.head()).isEqualTo(1);
    assertThat(lake.newest().schemaVersion()).isEqualTo(1);
    assertThat(lake.live(TABLE, "schema_id", "table_name", "begin_snapshot"))
        .containsExactly(row(0L, "x", 1L), row(1L, "orders", 1L));
    assertThat(lake.rows(TABLE, "table_id")).hasSize(2);
  }
}
