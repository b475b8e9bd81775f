package io.moraine.verbs;

import static io.moraine.verbs.VerbLake.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException.Kind;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewColumn;
import io.moraine.model.NewMacro;
import io.moraine.model.NewTable;
import io.moraine.model.NewView;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaVerbsTest {
  private static final MetadataTable TABLE = MetadataTable.SCHEMA;

  private final VerbLake lake = VerbLake.create();

  @Test
  void aNewSchemaHasAFolderOfItsName() {
    long id = lake.run(changes -> changes.createSchema("sales"));
    assertThat(lake.live(TABLE, "schema_id", "begin_snapshot", "end_snapshot", "schema_name"))
        .containsExactly(row(0L, 0L, null, "main"), row(id, 1L, null, "sales"));
    assertThat(lake.live(TABLE, "path", "path_is_relative")).contains(row("sales/", true));
    assertThat(((UUID) lake.live(TABLE, "schema_uuid").get(1).get(0)).version()).isEqualTo(4);
    assertThat(lake.changesMade()).isEqualTo("created_schema:\"sales\"");
    assertThat(lake.newest().schemaVersion()).isEqualTo(1);
    assertThat(lake.newest().nextCatalogId()).isEqualTo(id + 1);
    assertThat(lake.newest().schemaChangedTableIds()).isEmpty();
  }

  @Test
  void aDroppedSchemaEndsAndItsOptionsGo() {
    long id = lake.run(changes -> changes.createSchema("s"));
    lake.commit(changes -> changes.dropSchema(id));
    assertThat(lake.rows(TABLE, "schema_id", "end_snapshot")).contains(row(id, 2L));
    assertThat(lake.changesMade()).isEqualTo("dropped_schema:" + id);
    lake.commit(changes -> assertThat(changes.findSchema("s")).isEmpty());
    lake.refuses(Kind.NOT_FOUND, "schema " + id, changes -> changes.dropSchema(id));
  }

  @Test
  void onlyAnEmptySchemaIsDropped() {
    long id = lake.run(changes -> changes.createSchema("s"));
    NewTable table = NewTable.of("t", NewColumn.of("a", "int32"));
    NewMacro macro =
        new NewMacro(
            "m",
            NewMacro.Kind.SCALAR,
            List.of(new NewMacro.Implementation("duckdb", "1", List.of())));
    lake.commit(
        changes -> {
          changes.createTable(id, table);
          changes.createView(id, NewView.of("v", "SELECT 1"));
          changes.createMacro(id, macro);
        });
    lake.refuses(Kind.CONSTRAINT, "tables, views, macros", changes -> changes.dropSchema(id));
    lake.commit(
        changes -> {
          changes.moveTable(changes.findTable(id, "t").orElseThrow(), 0);
          changes.dropView(changes.findView(id, "v").orElseThrow());
        });
    lake.refuses(Kind.CONSTRAINT, "drop or move its macros", changes -> changes.dropSchema(id));
    lake.commit(
        changes -> {
          changes.dropMacro((Long) lake.live(MetadataTable.MACRO, "macro_id").get(0).get(0));
          changes.dropSchema(id);
        });
    assertThat(lake.live(TABLE, "schema_name")).containsExactly(row("main"));
  }

  @Test
  void aRenamedSchemaKeepsItsIdAndFolder() {
    long id = lake.run(changes -> changes.createSchema("old"));
    lake.commit(changes -> changes.createTable(id, NewTable.of("t", NewColumn.of("a", "int8"))));
    lake.commit(changes -> changes.renameSchema(id, "new"));
    assertThat(lake.rows(TABLE, "schema_id", "begin_snapshot", "end_snapshot", "schema_name"))
        .containsExactly(
            row(0L, 0L, null, "main"), row(id, 3L, null, "new"), row(id, 1L, 3L, "old"));
    assertThat(lake.rows(TABLE, "schema_uuid", "path").subList(1, 3))
        .containsOnly(lake.rows(TABLE, "schema_uuid", "path").get(1));
    assertThat(lake.changesMade()).isEqualTo("created_schema:\"new\"");
    assertThat(lake.newest().schemaVersion()).isEqualTo(3);
    lake.commit(
        changes -> {
          assertThat(changes.findSchema("OLD")).isEmpty();
          assertThat(changes.findTable(changes.findSchema("NEW").orElseThrow(), "t")).isPresent();
        });
  }

  @Test
  void aNameThatIsFreeAgainCanBeTaken() {
    long id = lake.run(changes -> changes.createSchema("s"));
    long other =
        lake.run(
            changes -> {
              changes.renameSchema(id, "t");
              return changes.createSchema("S");
            });
    lake.commit(
        changes -> {
          changes.dropSchema(other);
          changes.renameSchema(id, "s");
        });
    lake.commit(
        changes -> {
          changes.dropSchema(id);
          changes.createSchema("s");
        });
    assertThat(lake.live(TABLE, "schema_name")).containsExactly(row("main"), row("s"));
  }

  @Test
  void namesDifferInMoreThanCase() {
    lake.commit(changes -> changes.createSchema("Sales"));
    lake.refuses(Kind.ALREADY_EXISTS, "sALES", changes -> changes.createSchema("sALES"));
    lake.refuses(
        Kind.ALREADY_EXISTS,
        "a schema called X",
        changes -> {
          changes.createSchema("x");
          changes.createSchema("X");
        });
    long id = lake.run(changes -> changes.findSchema("SALES").orElseThrow());
    lake.refuses(Kind.ALREADY_EXISTS, "Sales", changes -> changes.renameSchema(id, "Sales"));
    lake.refuses(Kind.ALREADY_EXISTS, "Main", changes -> changes.renameSchema(id, "Main"));
    lake.commit(changes -> changes.renameSchema(id, "SALES"));
    lake.commit(changes -> changes.createSchema("ÄÖ"));
    lake.commit(changes -> changes.createSchema("äö"));
    assertThat(lake.live(TABLE, "schema_name"))
        .containsExactly(row("main"), row("SALES"), row("ÄÖ"), row("äö"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "a\\b", "/"})
  void aNameIsAFolder(String name) {
    lake.refuses(Kind.CONSTRAINT, "schema", changes -> changes.createSchema(name));
    long id = lake.run(changes -> changes.createSchema("s"));
    lake.refuses(Kind.CONSTRAINT, "schema", changes -> changes.renameSchema(id, name));
  }

  @Test
  void aNameHasALimit() {
    lake.refuses(
        Kind.CONSTRAINT, "longer than", changes -> changes.createSchema("x".repeat(70_000)));
    lake.refuses(Kind.CONSTRAINT, "Unicode", changes -> changes.createSchema("x\ud800"));
  }

  @Test
  void mainStays() {
    lake.refuses(Kind.CONSTRAINT, "main", changes -> changes.dropSchema(0));
    lake.refuses(Kind.CONSTRAINT, "main", changes -> changes.renameSchema(0, "x"));
  }
}
