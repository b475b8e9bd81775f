package io.moraine.verbs;

import static io.moraine.verbs.VerbLake.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.TableValue;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.ColumnDefault;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewColumn;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewTable;
import io.moraine.model.PartitionField;
import io.moraine.model.SortField;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnVerbsTest {
  private static final MetadataTable TABLE = MetadataTable.COLUMN;
  private static final OptionalLong TOP = OptionalLong.empty();
  private static final long ID = 1;
  private static final long PLACE = 2;
  private static final long NAMES = 4;
  private static final long ELEMENT = 5;

  private final VerbLake lake = VerbLake.create();
  private long table;

  @BeforeEach
  void createTable() {
    table =
        lake.run(
            changes ->
                changes.createTable(
                    0,
                    NewTable.of(
                        "t",
                        NewColumn.of("id", "int32").required(),
                        NewColumn.of("place", "struct", NewColumn.of("x", "float32")),
                        NewColumn.of("names", "list", NewColumn.of("element", "varchar")))));
  }

  private long nextColumnId() {
    return lake.decode(TableValue.TYPE, Key.Current.of(EntityKind.TABLE, table)).nextColumnId();
  }

  @Test
  void aNewColumnStandsAtTheEndAndTheTableGetsAVersion() {
    long id = lake.run(c -> c.addColumn(table, TOP, NewColumn.of("note", "varchar")));
    assertThat(id).isEqualTo(6);
    assertThat(lake.live(TABLE, "column_id", "column_order", "column_name", "begin_snapshot"))
        .contains(row(6L, 6L, "note", 2L));
    assertThat(lake.rows(MetadataTable.TABLE, "table_id", "begin_snapshot", "end_snapshot"))
        .containsExactly(row(table, 2L, null), row(table, 1L, 2L));
    assertThat(lake.changesMade()).isEqualTo("altered_table:" + table);
    assertThat(lake.newest().schemaChangedTableIds()).containsExactly(table);
    assertThat(nextColumnId()).isEqualTo(7);
  }

  @Test
  void aStructGetsFieldsAndThoseHoldOthers() {
    long id =
        lake.run(
            c ->
                c.addColumn(
                    table,
                    OptionalLong.of(PLACE),
                    NewColumn.of("more", "struct", NewColumn.of("y", "date"))));
    assertThat(lake.live(TABLE, "column_id", "column_order", "column_name", "parent_column"))
        .contains(row(id, 6L, "more", PLACE), row(id + 1, 7L, "y", id));
    assertThat(nextColumnId()).isEqualTo(8);
    lake.refuses(
        Kind.CONSTRAINT,
        "structs only",
        c -> c.addColumn(table, OptionalLong.of(NAMES), NewColumn.of("z", "int8")));
    lake.refuses(
        Kind.ALREADY_EXISTS,
        "called X",
        c -> c.addColumn(table, OptionalLong.of(PLACE), NewColumn.of("X", "int8")));
    lake.refuses(
        Kind.NOT_FOUND,
        "column 77",
        c -> c.addColumn(table, OptionalLong.of(77), NewColumn.of("z", "int8")));
  }

  @Test
  void anIdIsNeverUsedAgain() {
    lake.commit(
        c -> {
          long gone = c.addColumn(table, TOP, NewColumn.of("a", "int8"));
          c.dropColumn(table, gone);
        });
    assertThat(nextColumnId()).isEqualTo(7);
    long id = lake.run(c -> c.addColumn(table, TOP, NewColumn.of("a", "int8")));
    assertThat(id).isEqualTo(7);
    lake.commit(c -> c.dropColumn(table, id));
    assertThat(lake.<Long>run(c -> c.addColumn(table, TOP, NewColumn.of("a", "int8"))))
        .isEqualTo(8);
  }

  @Test
  void norIsThatOfAColumnThatCameAndWentWithItsTable() {
    lake.commit(
        changes -> {
          long created =
              changes.createTable(
                  0,
                  NewTable.of(
                      "of_one_commit", NewColumn.of("a", "int32"), NewColumn.of("b", "int32")));
          List<Long> unused =
              changes.addDataFiles(created, List.of(NewDataFile.of("f", true, 1, 100, 10)));
          changes.dropColumn(created, 2);
          assertThat(changes.addColumn(created, OptionalLong.empty(), NewColumn.of("c", "int32")))
              .isEqualTo(3);
        });
  }

  @Test
  void aDroppedColumnTakesThoseInsideAndItsStatisticsAlong() {
    lake.stage(
        draft -> {
          VerbLake.stageStats(draft, table, PLACE + 1, false);
          VerbLake.stageStats(draft, table, ID, false);
        });
    lake.commit(c -> c.dropColumn(table, PLACE));
    assertThat(lake.live(TABLE, "column_id")).containsExactly(row(ID), row(NAMES), row(ELEMENT));
    assertThat(lake.rows(TABLE, "column_id", "end_snapshot"))
        .contains(row(PLACE, 3L), row(PLACE + 1, 3L));
    assertThat(lake.rows(MetadataTable.TABLE_COLUMN_STATS, "column_id")).containsExactly(row(ID));
    assertThat(lake.rows(MetadataTable.TABLE, "begin_snapshot")).containsExactly(row(1L));
    lake.refuses(Kind.NOT_FOUND, "column " + PLACE, c -> c.dropColumn(table, PLACE));
  }

  @Test
  void theLastColumnStays() {
    lake.refuses(Kind.CONSTRAINT, "last of its struct", c -> c.dropColumn(table, PLACE + 1));
    lake.refuses(Kind.CONSTRAINT, "list or map", c -> c.dropColumn(table, ELEMENT));
    lake.refuses(
        Kind.CONSTRAINT,
        "last of its table",
        c -> {
          c.dropColumn(table, PLACE);
          c.dropColumn(table, NAMES);
          c.dropColumn(table, ID);
        });
  }

  @Test
  void aColumnThatIsPartitionedOrSortedByStays() {
    lake.commit(
        c -> {
          c.setPartitioning(table, List.of(new PartitionField(ID, "bucket(2)")));
          c.setSortOrder(table, List.of(new SortField("len(\"names\"[1]) + 'place'", false, true)));
        });
    lake.refuses(Kind.CONSTRAINT, "partitioned by column id", c -> c.dropColumn(table, ID));
    lake.refuses(Kind.CONSTRAINT, "sorted by column names", c -> c.dropColumn(table, NAMES));
    lake.refuses(Kind.CONSTRAINT, "sorted by", c -> c.renameColumn(table, NAMES, "n"));
    lake.commit(c -> c.renameColumn(table, ID, "key"));
    lake.commit(c -> c.dropColumn(table, PLACE));
    lake.commit(
        c -> {
          c.setPartitioning(table, List.of());
          c.setSortOrder(table, List.of());
          c.dropColumn(table, ID);
          c.renameColumn(table, NAMES, "n");
        });
    assertThat(lake.live(TABLE, "column_name")).containsExactly(row("n"), row("element"));
  }

  @Test
  void anIndexedColumnKeepsItsType() {
    VerbLake indexed = TableVerbsTest.withIndex(lake, table, 99, ID);
    indexed.refuses(Kind.CONSTRAINT, "by_id", c -> c.dropColumn(table, ID));
    indexed.refuses(Kind.CONSTRAINT, "by_id", c -> c.widenColumn(table, ID, "int64"));
    indexed.commit(
        c -> {
          c.renameColumn(table, ID, "key");
          c.dropColumn(table, NAMES);
        });
  }

  @Test
  void aRenamedColumnKeepsItsIdAndTags() {
    lake.commit(c -> c.setColumnTag(table, ID, "comment", "the key"));
    lake.commit(c -> c.renameColumn(table, ID, "key"));
    assertThat(lake.rows(TABLE, "column_id", "begin_snapshot", "end_snapshot", "column_name"))
        .contains(row(ID, 3L, null, "key"), row(ID, 1L, 3L, "id"));
    assertThat(lake.rows(MetadataTable.COLUMN_TAG, "column_id", "end_snapshot", "value"))
        .containsExactly(row(ID, null, "the key"));
    lake.commit(c -> assertThat(c.findColumn(table, "KEY")).hasValue(ID));
    lake.refuses(Kind.ALREADY_EXISTS, "PLACE", c -> c.renameColumn(table, ID, "PLACE"));
    lake.refuses(Kind.ALREADY_EXISTS, "key", c -> c.renameColumn(table, ID, "key"));
    lake.refuses(Kind.CONSTRAINT, "empty", c -> c.renameColumn(table, ID, ""));
    lake.refuses(Kind.CONSTRAINT, "list or map", c -> c.renameColumn(table, ELEMENT, "e"));
    lake.commit(c -> c.renameColumn(table, ID, "KEY"));
    lake.commit(c -> c.renameColumn(table, PLACE + 1, "id"));
    assertThat(lake.newest().schemaVersion()).isEqualTo(5);
  }

  @Test
  void aTypeGrows() {
    lake.commit(
        c -> {
          c.widenColumn(table, ID, "INT64");
          c.widenColumn(table, PLACE + 1, "float64");
        });
    assertThat(lake.live(TABLE, "column_id", "column_type", "begin_snapshot"))
        .contains(row(ID, "int64", 2L), row(PLACE + 1, "float64", 2L), row(PLACE, "struct", 1L));
    lake.refuses(Kind.CONSTRAINT, "int64 to int32", c -> c.widenColumn(table, ID, "int32"));
    lake.refuses(Kind.CONSTRAINT, "int64 to int64", c -> c.widenColumn(table, ID, "int64"));
    lake.refuses(Kind.CONSTRAINT, "struct to list", c -> c.widenColumn(table, PLACE, "list"));
    lake.refuses(Kind.CONSTRAINT, "no type bigint", c -> c.widenColumn(table, ID, "bigint"));
  }

  @Test
  void aDefaultIsSetAndTakenAway() {
    lake.commit(c -> c.setColumnDefault(table, ID, Optional.of(ColumnDefault.literal("-5"))));
    assertThat(lake.live(TABLE, "default_value", "default_value_type", "initial_default"))
        .contains(row("-5", "literal", null));
    lake.commit(c -> c.setColumnDefault(table, ID, Optional.of(new ColumnDefault("1 + 1", true))));
    assertThat(lake.live(TABLE, "default_value", "default_value_type", "default_value_dialect"))
        .contains(row("1 + 1", "expression", "duckdb"));
    lake.commit(c -> c.setColumnDefault(table, ID, Optional.empty()));
    assertThat(lake.live(TABLE, "default_value", "default_value_type", "default_value_dialect"))
        .containsOnly(row(null, null, null));
    refusesDefault(ID, "no literal", "x");
    refusesDefault(ID, "no literal", "3000000000");
    refusesDefault(ID, "means no default", "NULL");
    refusesDefault(PLACE, "no defaults", "x");
    refusesDefault(PLACE + 1, "no defaults", "1");
    lake.refuses(
        Kind.CONSTRAINT,
        "not empty",
        c -> c.setColumnDefault(table, ID, Optional.of(new ColumnDefault(" ", true))));
  }

  private void refusesDefault(long column, String words, String text) {
    lake.refuses(
        Kind.CONSTRAINT,
        words,
        c -> c.setColumnDefault(table, column, Optional.of(ColumnDefault.literal(text))));
  }

  @Test
  void aColumnOfAnEmptyTableMayBecomeRequired() {
    lake.commit(c -> c.setColumnNullable(table, NAMES, false));
    assertThat(lake.live(TABLE, "column_id", "nulls_allowed")).contains(row(NAMES, false));
    lake.refuses(Kind.CONSTRAINT, "NOT NULL already", c -> c.setColumnNullable(table, ID, false));
    lake.refuses(
        Kind.CONSTRAINT, "may hold NULL already", c -> c.setColumnNullable(table, PLACE, true));
    lake.refuses(Kind.CONSTRAINT, "at the top", c -> c.setColumnNullable(table, ELEMENT, false));
    lake.commit(c -> c.setColumnNullable(table, NAMES, true));
  }

  @Test
  void aColumnThatMayHoldNullStaysNullable() {
    lake.stage(
        draft -> {
          VerbLake.stageFile(draft, table, 3);
          VerbLake.stageStats(draft, table, PLACE, true);
          VerbLake.stageStats(draft, table, NAMES, false);
        });
    lake.refuses(
        Kind.CONSTRAINT,
        "column place (2) holds NULL",
        c -> c.setColumnNullable(table, PLACE, false));
    lake.commit(c -> c.setColumnNullable(table, NAMES, false));
    long added = lake.run(c -> c.addColumn(table, TOP, NewColumn.of("new", "int8")));
    lake.refuses(
        Kind.CONSTRAINT,
        "do not say that it holds none",
        c -> c.setColumnNullable(table, added, false));
  }

  @Test
  void aRequiredColumnFillsTheRowsThatAreThere() {
    NewColumn required = NewColumn.of("a", "int8").required();
    lake.commit(c -> c.addColumn(table, TOP, required));
    lake.stage(draft -> VerbLake.stageFile(draft, table, 3));
    NewColumn again = NewColumn.of("b", "int8").required();
    lake.refuses(Kind.CONSTRAINT, "initial default", c -> c.addColumn(table, TOP, again));
    NewColumn filled =
        new NewColumn("b", "int8", false, Optional.of("4"), Optional.empty(), List.of());
    lake.commit(c -> c.addColumn(table, TOP, filled));
    assertThat(lake.live(TABLE, "column_name", "initial_default", "nulls_allowed"))
        .contains(row("b", "4", false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"row_id", "BEGIN_SNAPSHOT", "_ducklake_internal_row_id"})
  void namesOfInlinedTablesAreFreeOnlyWithoutInlining(String name) {
    lake.refuses(
        Kind.CONSTRAINT, "inlined", c -> c.addColumn(table, TOP, NewColumn.of(name, "int8")));
    lake.refuses(Kind.CONSTRAINT, "inlined", c -> c.renameColumn(table, ID, name));
    lake.stage(
        draft ->
            draft.insert(MetadataTable.METADATA, "data_inlining_row_limit", "0", "schema", 0L));
    lake.commit(c -> c.addColumn(table, TOP, NewColumn.of(name, "int8")));
    lake.stage(
        draft ->
            draft.insert(MetadataTable.METADATA, "data_inlining_row_limit", "9", "table", table));
    lake.refuses(Kind.CONSTRAINT, "inlined", c -> c.renameColumn(table, ID, "end_snapshot"));
  }

  @Test
  void severalAlterationsOfOneColumnMakeOneVersion() {
    lake.commit(
        c -> {
          c.renameColumn(table, ID, "a");
          c.widenColumn(table, ID, "int64");
          c.setColumnNullable(table, ID, true);
          c.setColumnDefault(table, ID, Optional.of(ColumnDefault.literal("3000000000")));
          c.setColumnTag(table, ID, "comment", "x");
          c.renameColumn(table, ID, "b");
        });
    assertThat(lake.rows(TABLE, "column_id", "column_name", "column_type", "nulls_allowed"))
        .contains(row(ID, "b", "int64", true), row(ID, "id", "int32", false))
        .hasSize(6);
    assertThat(lake.rows(MetadataTable.COLUMN_TAG, "column_id", "value"))
        .containsExactly(row(ID, "x"));
  }

  @Test
  void aColumnIsTaggedAndDroppedInOneCommit() {
    lake.commit(c -> c.setColumnTag(table, ID, "comment", "old"));
    lake.commit(
        c -> {
          c.setColumnTag(table, ID, "comment", "new");
          c.setColumnTag(table, NAMES, "comment", "new");
          c.dropColumn(table, ID);
          c.dropColumn(table, NAMES);
        });
    assertThat(lake.live(TABLE, "column_id")).containsExactly(row(PLACE), row(PLACE + 1));
    assertThat(lake.rows(MetadataTable.COLUMN_TAG, "column_id", "end_snapshot", "value"))
        .containsExactly(row(ID, 3L, "old"));
  }
}
