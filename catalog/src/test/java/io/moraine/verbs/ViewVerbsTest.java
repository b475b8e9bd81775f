package io.moraine.verbs;

import static io.moraine.verbs.VerbLake.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException.Kind;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewView;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViewVerbsTest {
  private static final MetadataTable TABLE = MetadataTable.VIEW;

  private final VerbLake lake = VerbLake.create();

  @Test
  void aNewViewHasAVersionOfItsOwn() {
    long id =
        lake.run(
            changes ->
                changes.createView(
                    0, new NewView("v", "duckdb", "SELECT 1, 2", List.of("a,b", "c\"d"))));
    long plain = lake.run(changes -> changes.createView(0, NewView.of("w", "SELECT 1")));
    assertThat(
            lake.rows(
                TABLE,
                "view_id",
                "begin_snapshot",
                "end_snapshot",
                "schema_id",
                "view_name",
                "dialect",
                "sql",
                "column_aliases"))
        .containsExactly(
            row(id, 1L, null, 0L, "v", "duckdb", "SELECT 1, 2", "\"a,b\",\"c\"\"d\""),
            row(plain, 2L, null, 0L, "w", "duckdb", "SELECT 1", ""));
    assertThat(lake.changesMade()).isEqualTo("created_view:\"main\".\"w\"");
    assertThat(lake.newest().schemaChangedTableIds()).containsExactly(plain);
    assertThat(lake.newest().schemaVersion()).isEqualTo(2);
  }

  @Test
  void aRenamedViewIsAltered() {
    long id = lake.run(changes -> changes.createView(0, NewView.of("v", "SELECT 1")));
    lake.commit(changes -> changes.renameView(id, "w"));
    assertThat(lake.rows(TABLE, "view_id", "begin_snapshot", "end_snapshot", "view_name"))
        .containsExactly(row(id, 2L, null, "w"), row(id, 1L, 2L, "v"));
    assertThat(lake.changesMade()).isEqualTo("altered_view:" + id);
    assertThat(lake.newest().schemaChangedTableIds()).containsExactly(id);
    lake.commit(
        changes -> {
          assertThat(changes.findView(0, "v")).isEmpty();
          assertThat(changes.findView(0, "W")).hasValue(id);
        });
    lake.refuses(Kind.ALREADY_EXISTS, "called w", changes -> changes.renameView(id, "w"));
    lake.commit(changes -> changes.renameView(id, "W"));
  }

  @Test
  void aDroppedViewLeavesItsName() {
    long id = lake.run(changes -> changes.createView(0, NewView.of("v", "SELECT 1")));
    long again =
        lake.run(
            changes -> {
              changes.dropView(id);
              return changes.createView(0, NewView.of("V", "SELECT 2"));
            });
    assertThat(lake.rows(TABLE, "view_id", "end_snapshot", "view_name"))
        .containsExactly(row(again, null, "V"), row(id, 2L, "v"));
    assertThat(lake.changesMade()).isEqualTo("dropped_view:" + id + ",created_view:\"main\".\"V\"");
    lake.refuses(Kind.NOT_FOUND, "view " + id, changes -> changes.dropView(id));
    lake.refuses(Kind.NOT_FOUND, "view " + id, changes -> changes.renameView(id, "x"));
    lake.refuses(
        Kind.NOT_FOUND, "schema 9", changes -> changes.createView(9, NewView.of("x", "y")));
  }

  @Test
  void aViewHasAQuery() {
    lake.refuses(
        Kind.CONSTRAINT, "a query", changes -> changes.createView(0, NewView.of("v", " ")));
    lake.refuses(
        Kind.CONSTRAINT,
        "dialect",
        changes -> changes.createView(0, new NewView("v", "", "SELECT 1", List.of())));
  }
}
