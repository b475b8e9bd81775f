package io.moraine.interop;

import static io.moraine.interop.RustScript.verb;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.api.Catalog;
import io.moraine.base.Bytes;
import io.moraine.keyspace.OptionScopeValue;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.keyspace.ViewValue;
import io.moraine.model.Changes;
import io.moraine.model.NewColumn;
import io.moraine.model.NewMacro;
import io.moraine.model.NewMacro.Implementation;
import io.moraine.model.NewMacro.Parameter;
import io.moraine.model.NewMacro.TypedDefault;
import io.moraine.model.NewTable;
import io.moraine.model.NewView;
import io.moraine.model.OptionScope;
import io.moraine.model.PartitionField;
import io.moraine.model.SortField;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The same verbs by Java and by Rust on the same lake make the same records, byte for byte, but for
 * what nobody can say twice: UUIDs and times. A view without aliases differs, too: Java stores an
 * empty text, with which DuckDB loads the lake, and Rust nothing.
 */
class SameObjectVerbsTest {
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

  private final RustProgram rust = RustProgram.built();
  private final RustScript script = new RustScript();
  private final JavaLake lake = JavaLake.create();

  @Test
  void theSameVerbsMakeTheSameRecords() {
    Path ofRust = lake.copy();
    try (Catalog catalog = lake.open()) {
      tables(catalog);
      columns(catalog);
      specifications(catalog);
      viewsAndMacros(catalog);
      tags(catalog);
      drops(catalog);
    }
    assertThat(rust.run("commit", ofRust, script.file()).get("commits"))
        .allSatisfy(each -> assertThat(each.has("snapshot")).as(each.toString()).isTrue());
    assertThat(records(lake.folder())).isEqualTo(records(ofRust));
  }

  private void commit(Catalog catalog, Consumer<Changes> work, List<?>... verbs) {
    var unused =
        catalog.commit(
            changes -> {
              work.accept(changes);
              return true;
            });
    script.verbs(verbs);
  }

  private void tables(Catalog catalog) {
    commit(
        catalog,
        c -> {
          long schema = c.createSchema("s \"1\"");
          c.createTable(
              schema,
              NewTable.of(
                  "t",
                  NewColumn.of("id", "int32").required(),
                  NewColumn.of("place", "struct", NewColumn.of("x", "float32")),
                  NewColumn.of("names", "list", NewColumn.of("element", "varchar"))));
          c.createTable(0, NewTable.of("ünï", NewColumn.of("at", "timestamp")));
        },
        verb("create_schema", "s \"1\""),
        verb(
            "create_table",
            "s \"1\"",
            "t",
            List.of(
                column("id", "int32", false),
                column("place", "struct", true, column("x", "float32", true)),
                column("names", "list", true, column("element", "varchar", true)))),
        verb("create_table", "main", "ünï", List.of(column("at", "timestamp", true))));
    commit(
        catalog,
        c -> c.renameTable(table(c, "s \"1\"", "t"), "orders"),
        verb("rename_table", "s \"1\"", "t", "orders"));
    commit(
        catalog,
        c -> c.moveTable(table(c, "main", "ünï"), c.findSchema("s \"1\"").orElseThrow()),
        verb("move_table", "main", "ünï", "s \"1\""));
  }

  private void columns(Catalog catalog) {
    commit(
        catalog,
        c -> {
          long table = table(c, "s \"1\"", "orders");
          c.addColumn(
              table,
              OptionalLong.empty(),
              NewColumn.of(
                  "tags", "map", NewColumn.of("key", "varchar"), NewColumn.of("value", "int64")));
        },
        verb(
            "add_column",
            "s \"1\"",
            "orders",
            column(
                "tags",
                "map",
                true,
                column("key", "varchar", true),
                column("value", "int64", true))));
    commit(
        catalog,
        c -> {
          long table = table(c, "s \"1\"", "orders");
          c.renameColumn(table, column(c, table, "id"), "key");
          c.widenColumn(table, column(c, table, "key"), "int64");
          c.setColumnNullable(table, column(c, table, "key"), true);
          c.setColumnNullable(table, column(c, table, "names"), false);
          c.dropColumn(table, column(c, table, "place"));
        },
        verb("rename_column", "s \"1\"", "orders", "id", "key"),
        verb("widen_column", "s \"1\"", "orders", "key", "int64"),
        verb("allow_nulls", "s \"1\"", "orders", "key"),
        verb("forbid_nulls", "s \"1\"", "orders", "names"),
        verb("drop_column", "s \"1\"", "orders", "place"));
  }

  private void specifications(Catalog catalog) {
    commit(
        catalog,
        c -> {
          long table = table(c, "s \"1\"", "orders");
          c.setPartitioning(
              table, List.of(new PartitionField(column(c, table, "key"), "bucket(8)")));
          c.setSortOrder(table, List.of(new SortField("key", false, false)));
        },
        verb("partition", "s \"1\"", "orders", "key", "bucket(8)"),
        verb("sort", "s \"1\"", "orders", "key"));
    commit(
        catalog,
        c -> {
          long table = table(c, "s \"1\"", "orders");
          c.setPartitioning(
              table, List.of(new PartitionField(column(c, table, "key"), "identity")));
        },
        verb("partition", "s \"1\"", "orders", "key", "identity"));
    commit(
        catalog,
        c -> c.setSortOrder(table(c, "s \"1\"", "orders"), List.of()),
        verb("unsort", "s \"1\"", "orders"));
    commit(
        catalog,
        c -> c.setPartitioning(table(c, "s \"1\"", "orders"), List.of()),
        verb("unpartition", "s \"1\"", "orders"));
  }

  private void viewsAndMacros(Catalog catalog) {
    commit(
        catalog,
        c -> {
          c.createView(0, NewView.of("v", "SELECT 1"));
          c.createMacro(
              0,
              new NewMacro(
                  "m",
                  NewMacro.Kind.SCALAR,
                  List.of(
                      new Implementation("duckdb", "1", List.of()),
                      new Implementation(
                          "duckdb",
                          "a + b",
                          List.of(
                              new Parameter("a", Optional.empty()),
                              new Parameter("b", Optional.of(new TypedDefault("2", "int32"))))))));
        },
        verb("create_view", "main", "v", "SELECT 1"),
        verb(
            "create_macro",
            "main",
            "m",
            "scalar",
            List.of(
                List.of("1", List.of()),
                List.of(
                    "a + b",
                    List.of(List.of("a", "NULL", "unknown"), List.of("b", "2", "int32"))))));
  }

  private void tags(Catalog catalog) {
    commit(
        catalog,
        c -> {
          long table = table(c, "s \"1\"", "orders");
          c.setTag(table, "comment", "one");
          c.setTag(c.findView(0, "v").orElseThrow(), "comment", "view");
          c.setTag(0, "comment", "schema");
          c.setOption(new OptionScope.OfTable(table), "target_file_size", "1000");
        },
        verb("set_table_tag", "s \"1\"", "orders", "comment", "one"),
        verb("set_view_tag", "main", "v", "comment", "view"),
        verb("set_schema_tag", "main", "comment", "schema"),
        verb("set_table_option", "s \"1\"", "orders", "target_file_size", "1000"));
    commit(
        catalog,
        c -> c.setTag(table(c, "s \"1\"", "orders"), "comment", "two"),
        verb("set_table_tag", "s \"1\"", "orders", "comment", "two"));
    commit(
        catalog,
        c -> {
          c.setTag(table(c, "s \"1\"", "orders"), "comment", null);
          c.setTag(0, "comment", null);
        },
        verb("end_table_tag", "s \"1\"", "orders", "comment"),
        verb("set_schema_tag", "main", "comment", null));
  }

  private void drops(Catalog catalog) {
    commit(
        catalog,
        c -> {
          c.dropView(c.findView(0, "v").orElseThrow());
          c.dropTable(table(c, "s \"1\"", "orders"));
        },
        verb("drop_view", "main", "v"),
        verb("drop_table", "s \"1\"", "orders"));
    commit(
        catalog,
        c -> {
          c.dropTable(table(c, "s \"1\"", "ünï"));
          c.dropSchema(c.findSchema("s \"1\"").orElseThrow());
          c.createSchema("t");
        },
        verb("drop_table", "s \"1\"", "ünï"),
        verb("drop_schema", "s \"1\""),
        verb("create_schema", "t"));
  }

  private static long table(Changes changes, String schema, String name) {
    return changes.findTable(changes.findSchema(schema).orElseThrow(), name).orElseThrow();
  }

  private static long column(Changes changes, long table, String name) {
    return changes.findColumn(table, name).orElseThrow();
  }

  private static List<@Nullable Object> column(
      String name, String type, boolean nullable, List<?>... inside) {
    return verb(name, type, nullable, null, List.of(inside));
  }

  private Map<String, String> records(Path folder) {
    Map<String, String> records = new TreeMap<>();
    rust.run("store-dump", folder, "0.18")
        .get("rows")
        .forEach(
            row -> {
              String key = row.get("key").textValue();
              records.put(key, comparable(Bytes.fromHex(key), row.get("value").textValue()));
            });
    return records;
  }

  private static String comparable(Bytes key, String hex) {
    Bytes value = Bytes.fromHex(hex);
    String text =
        switch (hexStart(key)) {
          case "03" -> withoutTime(key, value);
          case "04020d" -> OptionScopeValue.TYPE.decode(key, value).options().toString();
          case "040204", "0504" -> withoutAliases(key, value);
          default -> new String(value.toArray(), java.nio.charset.StandardCharsets.ISO_8859_1);
        };
    return UUID_TEXT.matcher(text).replaceAll("uuid");
  }

  /** What tells the kind of a record. */
  private static String hexStart(Bytes key) {
    String hex = key.toHex();
    return hex.startsWith("04")
        ? hex.substring(0, 6)
        : hex.startsWith("05") ? hex.substring(0, 4) : hex.substring(0, 2);
  }

  private static String withoutTime(Bytes key, Bytes value) {
    SnapshotValue snapshot = SnapshotValue.TYPE.decode(key, value);
    return SnapshotValue.TYPE.with(snapshot, Map.of("snapshot_time_micros", 0L)).toString();
  }

  private static String withoutAliases(Bytes key, Bytes value) {
    ViewValue view = ViewValue.TYPE.decode(key, value);
    return ViewValue.TYPE.with(view, Map.of("column_aliases", "")).toString();
  }
}
