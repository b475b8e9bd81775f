package io.moraine.verbs;

import io.moraine.model.CatalogException.Kind;
import io.moraine.model.ColumnDefault;
import io.moraine.model.NewColumn;
import io.moraine.model.NewTable;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnRulesTest {
  private final VerbLake lake = VerbLake.create();

  private void refuses(Kind kind, String words, NewColumn... columns) {
    lake.refuses(kind, words, changes -> changes.createTable(0, NewTable.of("t", columns)));
  }

  @Test
  void aTableHasColumnsOfDifferentNames() {
    refuses(Kind.CONSTRAINT, "at least one column");
    refuses(Kind.CONSTRAINT, "empty", NewColumn.of("", "int8"));
    refuses(Kind.CONSTRAINT, "called A", NewColumn.of("a", "int8"), NewColumn.of("A", "int8"));
    refuses(
        Kind.CONSTRAINT,
        "called Y",
        NewColumn.of("s", "struct", NewColumn.of("y", "int8"), NewColumn.of("Y", "int8")));
    lake.commit(
        changes ->
            changes.createTable(
                0,
                NewTable.of(
                    "t",
                    NewColumn.of("a", "int8"),
                    NewColumn.of("s", "struct", NewColumn.of("a", "int8")))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bigint",
        "enum",
        "decimal",
        "decimal(39,1)",
        "decimal(0,0)",
        "decimal(3,4)",
        "decimal(a,b)",
        "decimal(3)",
        "int7",
        "",
        "union",
        "unknown",
        "point",
        "varchar(3)",
        "int8[]",
        "INTEGER"
      })
  void aTypeIsAWordOfDuckLake(String type) {
    refuses(Kind.CONSTRAINT, type, NewColumn.of("a", type));
  }

  @Test
  void variantsAreNotWritten() {
    refuses(Kind.UNSUPPORTED, "VARIANT", NewColumn.of("a", "Variant"));
  }

  @Test
  void nestedColumnsHaveTheRightChildren() {
    NewColumn element = NewColumn.of("element", "int8");
    NewColumn key = NewColumn.of("key", "int8");
    NewColumn value = NewColumn.of("value", "int8");
    refuses(Kind.CONSTRAINT, "at least one field", NewColumn.of("a", "struct"));
    refuses(Kind.CONSTRAINT, "element, not none", NewColumn.of("a", "list"));
    refuses(Kind.CONSTRAINT, "not value", NewColumn.of("a", "list", value));
    refuses(Kind.CONSTRAINT, "not element, element", NewColumn.of("a", "list", element, element));
    refuses(Kind.CONSTRAINT, "not value, key", NewColumn.of("a", "map", value, key));
    refuses(Kind.CONSTRAINT, "not key", NewColumn.of("a", "map", key));
    refuses(Kind.CONSTRAINT, "int8 holds no columns", NewColumn.of("a", "int8", element));
    refuses(
        Kind.CONSTRAINT,
        "geometry stands at the top",
        NewColumn.of("a", "list", NewColumn.of("element", "geometry")));
    refuses(Kind.CONSTRAINT, "NOT NULL", NewColumn.of("a", "map", key.required(), value));
    lake.commit(
        changes ->
            changes.createTable(
                0,
                NewTable.of(
                    "t", NewColumn.of("g", "geometry"), NewColumn.of("m", "map", key, value))));
  }

  @Test
  void nestingHasAnEnd() {
    NewColumn column = NewColumn.of("element", "int8");
    for (int i = 0; i < ColumnRules.MAX_DEPTH - 1; i++) {
      column = NewColumn.of("element", "list", column);
    }
    NewColumn deepest = column;
    lake.commit(
        changes -> changes.createTable(0, NewTable.of("deep", NewColumn.of("a", "list", deepest))));
    refuses(
        Kind.CONSTRAINT,
        "more than 100",
        NewColumn.of("a", "list", NewColumn.of("element", "list", deepest)));
  }

  @Test
  void nestedColumnsHaveNoDefaults() {
    NewColumn child =
        new NewColumn(
            "element",
            "int8",
            true,
            Optional.empty(),
            Optional.of(ColumnDefault.literal("1")),
            List.of());
    NewColumn initial =
        new NewColumn("element", "int8", true, Optional.of("1"), Optional.empty(), List.of());
    NewColumn parent =
        new NewColumn(
            "a",
            "list",
            true,
            Optional.empty(),
            Optional.of(new ColumnDefault("[1]", true)),
            List.of(NewColumn.of("element", "int8")));
    refuses(Kind.CONSTRAINT, "no defaults", NewColumn.of("a", "list", child));
    refuses(Kind.CONSTRAINT, "no defaults", NewColumn.of("a", "list", initial));
    refuses(Kind.CONSTRAINT, "no defaults", parent);
  }

  @ParameterizedTest
  @CsvSource({
    "int8,128",
    "int8,-129",
    "int8,1.5",
    "uint8,-1",
    "uint8,256",
    "uint128,-1",
    "int64,x",
    "int128,170141183460469231731687303715884105728",
    "float32,1e",
    "float64,one",
    "'decimal(4,2)',100",
    "'decimal(4,2)',1e2",
    "boolean,1",
    "boolean,yes",
    "date,today",
    "date,2024/01/01",
    "time,noon",
    "timestamp,now",
    "timestamptz,1",
    "uuid,x",
    "int8,''"
  })
  void aLiteralIsOfItsType(String type, String text) {
    refuses(Kind.CONSTRAINT, "no literal of " + type, withDefault(type, text));
    refuses(
        Kind.CONSTRAINT,
        "no literal of " + type,
        new NewColumn("a", type, true, Optional.of(text), Optional.empty(), List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "int8,-128",
    "int8,+127",
    "uint8,255",
    "uint128,340282366920938463463374607431768211455",
    "float32,-1.5e3",
    "float64,NaN",
    "float64,-inf",
    "'decimal(4,2)',99.999",
    "'decimal(2,2)',0",
    "boolean,TRUE",
    "date,2024-02-29",
    "date,infinity",
    "time,12:30",
    "timestamp,2024-01-01 10:00:00",
    "timestamptz,2024-01-01 10:00:00+02",
    "uuid,F79C3E09-677c-4bbd-a479-3f349cb785e7",
    "varchar,''",
    "interval,1 day",
    "json,{}",
    "blob,\\x00"
  })
  void literalsThatAreFine(String type, String text) {
    lake.commit(changes -> changes.createTable(0, NewTable.of("t", withDefault(type, text))));
  }

  private static NewColumn withDefault(String type, String text) {
    return new NewColumn(
        "a", type, true, Optional.empty(), Optional.of(ColumnDefault.literal(text)), List.of());
  }

  @Test
  void theWordForNoDefaultIsNone() {
    refuses(Kind.CONSTRAINT, "means no default", withDefault("varchar", "NULL"));
    refuses(
        Kind.CONSTRAINT,
        "means no default",
        new NewColumn(
            "a",
            "int8",
            true,
            Optional.empty(),
            Optional.of(new ColumnDefault("NULL", true)),
            List.of()));
  }
}
