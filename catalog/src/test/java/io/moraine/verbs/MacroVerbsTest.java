package io.moraine.verbs;

import static io.moraine.verbs.VerbLake.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException.Kind;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewMacro;
import io.moraine.model.NewMacro.Implementation;
import io.moraine.model.NewMacro.Parameter;
import io.moraine.model.NewMacro.TypedDefault;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MacroVerbsTest {
  private static final MetadataTable TABLE = MetadataTable.MACRO;
  private static final Parameter A = new Parameter("a", Optional.empty());
  private static final Parameter B =
      new Parameter("b", Optional.of(new TypedDefault("7", "INT32")));

  private final VerbLake lake = VerbLake.create();

  private static NewMacro scalar(String name, Implementation... implementations) {
    return new NewMacro(name, NewMacro.Kind.SCALAR, List.of(implementations));
  }

  private static NewMacro table(String name, Implementation... implementations) {
    return new NewMacro(name, NewMacro.Kind.TABLE, List.of(implementations));
  }

  private static Implementation of(String sql, Parameter... parameters) {
    return new Implementation("duckdb", sql, List.of(parameters));
  }

  @Test
  void aNewMacroHasItsImplementationsAndParameters() {
    long id = lake.run(changes -> changes.createMacro(0, scalar("m", of("a + b", A, B), of("1"))));
    assertThat(
            lake.rows(
                TABLE, "schema_id", "macro_id", "macro_name", "begin_snapshot", "end_snapshot"))
        .containsExactly(row(0L, id, "m", 1L, null));
    assertThat(lake.rows(MetadataTable.MACRO_IMPL, "macro_id", "impl_id", "dialect", "sql", "type"))
        .containsExactly(
            row(id, 0L, "duckdb", "a + b", "scalar"), row(id, 1L, "duckdb", "1", "scalar"));
    assertThat(
            lake.rows(
                MetadataTable.MACRO_PARAMETERS,
                "macro_id",
                "impl_id",
                "column_id",
                "parameter_name",
                "parameter_type",
                "default_value",
                "default_value_type"))
        .containsExactly(
            row(id, 0L, 0L, "a", "unknown", "NULL", "unknown"),
            row(id, 0L, 1L, "b", "unknown", "7", "int32"));
    assertThat(lake.changesMade()).isEqualTo("created_scalar_macro:\"main\".\"m\"");
    assertThat(lake.newest().schemaVersion()).isEqualTo(1);
    assertThat(lake.newest().schemaChangedTableIds()).isEmpty();
  }

  @Test
  void scalarAndTableMacrosDoNotShareTheirNames() {
    long scalar = lake.run(changes -> changes.createMacro(0, scalar("m", of("1"))));
    long table = lake.run(changes -> changes.createMacro(0, table("M", of("SELECT 1"))));
    lake.refuses(
        Kind.ALREADY_EXISTS, "macro called M", c -> c.createMacro(0, scalar("M", of("2"))));
    lake.refuses(
        Kind.ALREADY_EXISTS, "macro called m", c -> c.createMacro(0, table("m", of("SELECT 2"))));
    lake.commit(changes -> changes.dropMacro(table));
    assertThat(lake.changesMade()).isEqualTo("dropped_table_macro:" + table);
    lake.commit(changes -> changes.dropMacro(scalar));
    assertThat(lake.changesMade()).isEqualTo("dropped_scalar_macro:" + scalar);
    lake.refuses(Kind.NOT_FOUND, "macro " + scalar, changes -> changes.dropMacro(scalar));
    lake.commit(changes -> changes.createMacro(0, scalar("m", of("3"))));
    assertThat(lake.live(TABLE, "macro_name")).containsExactly(row("m"));
  }

  @Test
  void aRenamedMacroHasAnotherId() {
    long id = lake.run(changes -> changes.createMacro(0, table("m", of("SELECT a", A), of("x"))));
    long renamed = lake.run(changes -> changes.renameMacro(id, "n"));
    assertThat(lake.rows(TABLE, "macro_id", "macro_name", "begin_snapshot", "end_snapshot"))
        .containsExactly(row(renamed, "n", 2L, null), row(id, "m", 1L, 2L));
    assertThat(lake.rows(MetadataTable.MACRO_IMPL, "macro_id", "impl_id", "sql"))
        .containsExactly(
            row(renamed, 0L, "SELECT a"),
            row(renamed, 1L, "x"),
            row(id, 0L, "SELECT a"),
            row(id, 1L, "x"));
    assertThat(lake.rows(MetadataTable.MACRO_PARAMETERS, "macro_id", "parameter_name"))
        .containsExactly(row(renamed, "a"), row(id, "a"));
    assertThat(lake.changesMade())
        .isEqualTo("created_table_macro:\"main\".\"n\",dropped_table_macro:" + id);
    lake.refuses(Kind.ALREADY_EXISTS, "called n", changes -> changes.renameMacro(renamed, "n"));
    lake.refuses(Kind.CONSTRAINT, "empty", changes -> changes.renameMacro(renamed, ""));
    lake.commit(changes -> changes.renameMacro(changes.renameMacro(renamed, "o"), "N"));
    assertThat(lake.live(TABLE, "macro_name")).containsExactly(row("N"));
  }

  @Test
  void aMacroOfOneCommitComesAndGoes() {
    lake.commit(
        changes -> {
          changes.dropMacro(changes.createMacro(0, scalar("m", of("a", A))));
          changes.createMacro(0, scalar("m", of("b", B)));
        });
    assertThat(lake.rows(MetadataTable.MACRO_IMPL, "sql")).containsExactly(row("b"));
  }

  @Test
  void whatDuckDbWouldNotLoadIsRefused() {
    refuses("name of a macro", scalar("", of("1")));
    refuses("at least one implementation", scalar("m"));
    refuses("has SQL", scalar("m", of(" ")));
    refuses("dialect", scalar("m", new Implementation("", "1", List.of())));
    refuses("two implementations of 1", scalar("m", of("a", A), of("b", B)));
    refuses(
        "two parameters are called A",
        scalar("m", of("a", A, new Parameter("A", Optional.empty()))));
    refuses("name of a parameter", scalar("m", of("a", new Parameter("", Optional.empty()))));
    refuses("no default", scalar("m", of("a", defaulted("NULL", "int32"))));
    refuses("no literal of int32", scalar("m", of("a", defaulted("x", "int32"))));
    refuses("no type INTEGER", scalar("m", of("a", defaulted("1", "INTEGER"))));
    refuses("nested", scalar("m", of("a", defaulted("[1]", "list"))));
    lake.refuses(Kind.NOT_FOUND, "schema 9", c -> c.createMacro(9, scalar("m", of("1"))));
  }

  private static Parameter defaulted(String text, String type) {
    return new Parameter("a", Optional.of(new TypedDefault(text, type)));
  }

  private void refuses(String words, NewMacro created) {
    lake.refuses(Kind.CONSTRAINT, words, changes -> changes.createMacro(0, created));
  }
}
