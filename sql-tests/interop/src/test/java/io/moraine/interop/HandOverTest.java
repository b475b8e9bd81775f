package io.moraine.interop;

import static io.moraine.interop.RustScript.verb;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.api.Catalog;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.model.Transaction;
import io.moraine.testing.DuckLakeCommit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Java and Rust write a lake in turn; each sees all that the other did. */
class HandOverTest {
  private static final int HAND_OVERS = 5;

  private final RustProgram rust = RustProgram.built();

  /** Who flushes the log before handing over. */
  enum Flushing {
    NEITHER,
    JAVA,
    RUST,
    BOTH;

    boolean byJava() {
      return this == JAVA || this == BOTH;
    }

    boolean byRust() {
      return this == RUST || this == BOTH;
    }
  }

  @ParameterizedTest
  @EnumSource
  void fiveHandOversInTurnLoseNothing(Flushing flushing) {
    JavaLake lake = JavaLake.create();
    for (int turn = 1; turn <= HAND_OVERS; turn++) {
      javaTurn(lake, turn, flushing.byJava());
      assertThatBothShowTheSame(lake);
      assertThatTheStoreIsSound(lake);
      rustTurn(lake, turn, flushing.byRust());
      assertThatBothShowTheSame(lake);
      assertThatTheStoreIsSound(lake);
    }
    assertThatOlderSnapshotsAreTheSame(lake);
  }

  @ParameterizedTest
  @EnumSource
  void aLakeThatRustCreatedIsWrittenByJava(Flushing flushing) {
    JavaLake lake = JavaLake.in(JavaLake.create().folder().resolveSibling("of-rust"));
    rust.run("create", lake.folder(), "s3://bucket/data");
    Map<String, List<List<@Nullable Object>>> created = lake.tables();
    javaTurn(lake, 1, flushing.byJava());
    rustTurn(lake, 1, flushing.byRust());
    javaTurn(lake, 2, flushing.byJava());
    assertThatBothShowTheSame(lake);
    assertThatTheStoreIsSound(lake);
    try (Catalog catalog = lake.open();
        ReadScope scope = catalog.readScope(ScopeRequest.at(0))) {
      assertThat(JavaLake.tables(scope).get("ducklake_schema"))
          .isEqualTo(created.get("ducklake_schema"));
    }
  }

  /** What happens in a turn of Java's: four commits and one of an option alone. */
  private static void javaTurn(JavaLake lake, int turn, boolean flush) {
    try (Catalog catalog = lake.open()) {
      JavaLake.commit(
          catalog,
          commit -> {
            commit.createSchema("java" + turn);
            long table = commit.createTable("j" + turn, "id", "größe");
            commit.comment(table, "of turn " + turn);
          });
      long table = idOf(catalog, "j" + turn);
      JavaLake.commit(catalog, commit -> commit.addFile(table, "j" + turn + "-a.parquet", 10));
      JavaLake.commit(
          catalog,
          commit -> {
            commit.addFile(table, "j" + turn + "-b.parquet", 5);
            commit.addColumn(table, 3, "later");
          });
      JavaLake.commit(
          catalog,
          commit -> {
            if (turn % 2 == 0) {
              commit.dropTable(idOf(catalog, "j" + (turn - 1)));
            } else {
              commit.renameTable(table, "renamed" + turn);
              commit.renameTable(idOf(catalog, "j" + turn), "j" + turn);
            }
          });
      setOption(catalog, "turn", "java " + turn);
      if (flush) {
        assertThat(catalog.flush()).isPositive();
      }
    }
  }

  /** What happens in a turn of Rust's: verbs in several commits, one of an option alone. */
  private void rustTurn(JavaLake lake, int turn, boolean flush) {
    String schema = "rust" + turn;
    RustScript script =
        new RustScript()
            .verbs(
                verb("create_schema", schema),
                verb(
                    "create_table",
                    schema,
                    "r",
                    List.of(List.of("id", "int64"), List.of("name", "varchar", true, "x"))))
            .verbs(
                verb("register_data_file", schema, "r", "a.parquet", 10, bounds("0", "9")),
                verb("register_data_file", schema, "r", "b.parquet", 7, bounds("10", "16")))
            .verbs(
                verb("add_column", schema, "r", List.of("more", "float64")),
                verb("set_table_tag", schema, "r", "comment", "from Rust"))
            .verbs(verb("set_option", "turn", "rust " + turn))
            .verbs(verb("register_data_file", "main", "j" + turn, "r.parquet", 3, Map.of()));
    JsonNode answers = rust.run("commit", lake.folder(), script.file());
    assertThat(answers.get("commits"))
        .allSatisfy(each -> assertThat(each.has("snapshot")).isTrue());
    if (flush) {
      rust.run("flush", lake.folder());
    }
  }

  private static Map<String, List<String>> bounds(String low, String high) {
    return Map.of("id", List.of(low, high));
  }

  private static void setOption(Catalog catalog, String key, String value) {
    try (ReadScope scope = catalog.readScope();
        Transaction transaction = catalog.begin(scope)) {
      DuckLakeCommit.setOption(transaction, key, value);
      transaction.commit(Optional.empty());
    }
  }

  private static long idOf(Catalog catalog, String table) {
    try (ReadScope scope = catalog.readScope()) {
      return Objects.requireNonNull(JavaLake.tables(scope).get("ducklake_table")).stream()
          .filter(row -> table.equals(row.get(5)))
          .mapToLong(row -> (Long) row.get(0))
          .findFirst()
          .orElseThrow();
    }
  }

  private void assertThatBothShowTheSame(JavaLake lake) {
    JsonNode dump = rust.run("dump", lake.folder());
    Map<String, List<List<@Nullable Object>>> ofRust = JavaLake.tables(dump);
    try (Catalog catalog = lake.open();
        ReadScope scope = catalog.readScope()) {
      JsonNode head = dump.get("head");
      assertThat(scope.position())
          .isEqualTo(
              new CommitPosition(
                  head.get("snapshot_id").longValue(), head.get("batch_seq").longValue()));
      JavaLake.tables(scope)
          .forEach((name, rows) -> assertThat(rows).as(name).isEqualTo(ofRust.get(name)));
    }
  }

  /** SlateDB itself reads all rows, and writes on. */
  private void assertThatTheStoreIsSound(JavaLake lake) {
    JsonNode newest = rust.run("store-check", lake.copy(), "0.18");
    JsonNode oldest = rust.run("store-check", lake.copy(), "0.16");
    assertThat(newest.get("rows").intValue()).isPositive().isEqualTo(oldest.get("rows").intValue());
  }

  /** The names that live at each snapshot, and the files. */
  private void assertThatOlderSnapshotsAreTheSame(JavaLake lake) {
    try (Catalog catalog = lake.open();
        ReadScope newest = catalog.readScope()) {
      for (long snapshot = 0; snapshot <= newest.snapshotId(); snapshot += 4) {
        try (ReadScope scope = catalog.readScope(ScopeRequest.at(snapshot))) {
          Map<String, List<List<@Nullable Object>>> tables = JavaLake.tables(scope);
          JsonNode view = rust.run("view", lake.folder(), snapshot);
          assertThat(view.get("schemas").findValuesAsText("name"))
              .as("names of schemas and tables at snapshot %d", snapshot)
              .containsExactlyInAnyOrderElementsOf(namesAt(tables));
        }
      }
    }
  }

  private static List<String> namesAt(Map<String, List<List<@Nullable Object>>> tables) {
    return java.util.stream.Stream.of(MetadataTable.SCHEMA, MetadataTable.TABLE)
        .flatMap(
            table ->
                Objects.requireNonNull(tables.get(table.sqlName())).stream()
                    .map(row -> (String) row.get(table.ordinalOf(nameColumn(table)))))
        .toList();
  }

  private static String nameColumn(MetadataTable table) {
    return table == MetadataTable.SCHEMA ? "schema_name" : "table_name";
  }
}
