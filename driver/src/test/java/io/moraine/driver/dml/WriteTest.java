package io.moraine.driver.dml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.plan.PlannedStatement;
import io.moraine.driver.plan.StatementKind;
import io.moraine.driver.testing.DumpedScope;
import io.moraine.driver.testing.EditedScope;
import io.moraine.driver.testing.QueryRunner;
import io.moraine.testing.Fixtures;
import java.util.List;
import java.util.UUID;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** INSERT, UPDATE and DELETE over the rows of a dumped catalog. */
class WriteTest {
  private final DumpedScope scope = new DumpedScope(Fixtures.folder("ducklake/duckdb/tables"));
  private final EditedScope transaction = new EditedScope(scope);
  private final QueryRunner runner = new QueryRunner(scope);

  @AfterEach
  void everyCursorIsClosed() {
    assertThat(scope.openCursors()).isZero();
  }

  private long write(String sql, @Nullable Object... parameters) {
    return QueryRunner.write(transaction, sql, parameters);
  }

  private List<String> tags() {
    return runner.texts("SELECT * FROM ducklake_tag WHERE object_id >= 900 ORDER BY 1, 2, 4, 5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ducklake_tag",
        "DuckLake_Tag",
        "metadata.ducklake_tag",
        "main.ducklake_tag",
        "\"public\".ducklake_tag",
        "\"__ducklake_metadata_lake\".\"main\".ducklake_tag",
        "any_name.metadata.\"DUCKLAKE_TAG\""
      })
  void tablesAreChangedUnderEveryNameUnderWhichTheyAreRead(String name) {
    assertThat(write("INSERT INTO " + name + " VALUES (900, 1, NULL, 'k', 'v')")).isEqualTo(1);
    assertThat(write("INSERT INTO " + name + " SELECT 901, 1, NULL, 'k', 'v'")).isEqualTo(1);
    assertThat(write("UPDATE " + name + " SET value = 'w' WHERE object_id = 900")).isEqualTo(1);
    assertThat(write("DELETE FROM " + name + " WHERE object_id = 901")).isEqualTo(1);
    assertThat(tags()).containsExactly("[900, 1, null, k, w]");
  }

  @Test
  void anInsertFillsColumnsOfAListAndLeavesOthersNull() {
    assertThat(
            write(
                "INSERT INTO ducklake_tag (key, OBJECT_ID) VALUES ('a', 900), ('bcd', 901),"
                    + " (DEFAULT, 902)"))
        .isEqualTo(3);
    assertThat(
            write(
                "INSERT INTO ducklake_tag (value, object_id) SELECT key, object_id + 10"
                    + " FROM ducklake_tag WHERE object_id >= 900"))
        .isEqualTo(3);
    assertThat(tags())
        .containsExactly(
            "[900, null, null, a, null]",
            "[901, null, null, bcd, null]",
            "[902, null, null, null, null]",
            "[910, null, null, null, a]",
            "[911, null, null, null, bcd]",
            "[912, null, null, null, null]");
  }

  @Test
  void textsAreNeitherPaddedNorTrimmed() {
    write("INSERT INTO ducklake_tag VALUES (900, 1, NULL, 'a', ' x '), (901, 1, NULL, 'bcd', '')");
    write(
        "INSERT INTO ducklake_tag VALUES (902, 1 + 0, NULL, 'a', ' x '),"
            + " (903, 1, NULL, 'bcd', '')");
    write(
        "UPDATE ducklake_tag SET value = v.b FROM (VALUES (902, 'y'), (903, ' long ')) v(a, b)"
            + " WHERE object_id = a");
    write(
        "INSERT INTO ducklake_tag SELECT 904, 1, NULL, b, b"
            + " FROM (VALUES ('p'), ('qrs ')) v(b)");
    assertThat(
            runner.rows(
                "SELECT key, value FROM ducklake_tag WHERE object_id >= 900"
                    + " ORDER BY object_id, key"))
        .containsExactly(
            List.of("a", " x "),
            List.of("bcd", ""),
            List.of("a", "y"),
            List.of("bcd", " long "),
            List.of("p", "p"),
            List.of("qrs ", "qrs "));
  }

  @Test
  void valuesAreConvertedToTheTypesOfTheirColumns() {
    String uuid = "0192f0e4-0000-7000-8000-000000000001";
    write(
        "INSERT INTO ducklake_schema VALUES ('900', '"
            + uuid
            + "', 1.5, CAST(NULL AS BIGINT),"
            + " 12, 2.50, 'true')");
    write("INSERT INTO ducklake_schema SELECT '901', '" + uuid + "', 2.5, NULL, 12, 2.50, 'f'");
    assertThat(runner.rows("SELECT * FROM ducklake_schema WHERE schema_id >= 900 ORDER BY 1"))
        .containsExactly(
            java.util.Arrays.asList(900L, UUID.fromString(uuid), 2L, null, "12", "2.50", true),
            java.util.Arrays.asList(901L, UUID.fromString(uuid), 3L, null, "12", "2.50", false));
  }

  @Test
  void theTimeOfAStatementIsTheSameInAllRowsAndEveryUuidIsNew() {
    write(
        "INSERT INTO ducklake_snapshot VALUES (9000, NOW(), 1, 2, 3)," + " (9001, now(), 1, 2, 3)");
    write(
        "INSERT INTO ducklake_schema (schema_id, schema_uuid) VALUES (900, UUID()),"
            + " (901, gen_random_uuid())");
    assertThat(
            runner.texts("SELECT snapshot_time FROM ducklake_snapshot WHERE snapshot_id >= 9000"))
        .containsExactly(
            "[2026-11-30 12:00:00.000000+00:00]", "[2026-11-30 12:00:00.000000+00:00]");
    assertThat(
            runner.rows("SELECT DISTINCT schema_uuid FROM ducklake_schema WHERE schema_id >= 900"))
        .hasSize(2);
  }

  @Test
  void parametersGetTheTypesOfTheirColumnsWhereverTheyStand() {
    assertThat(typesOf("INSERT INTO ducklake_schema VALUES (?, ?, 1, ?, 'a', ?, ?)"))
        .containsExactly("BIGINT", "UUID", "BIGINT", "VARCHAR", "BOOLEAN");
    assertThat(
            typesOf(
                "INSERT INTO ducklake_tag SELECT ?, 1, NULL, ? AS k, value"
                    + " FROM ducklake_tag WHERE object_id = ?"))
        .containsExactly("BIGINT", "VARCHAR", "BIGINT");
    assertThat(
            typesOf(
                "WITH v(a) AS (VALUES (CAST(? AS BIGINT))) UPDATE ducklake_tag t SET value = ?, key"
                    + " = COALESCE(CAST(? AS VARCHAR), key) FROM v WHERE object_id = a AND value ="
                    + " ?"))
        .containsExactly("BIGINT", "VARCHAR", "VARCHAR", "VARCHAR");
    assertThat(typesOf("DELETE FROM ducklake_tag WHERE object_id IN (?, ?)"))
        .containsExactly("BIGINT", "BIGINT");
    assertThat(write("INSERT INTO ducklake_tag VALUES (?, 1, ?, ?, 'v')", 900L, null, "k"))
        .isEqualTo(1);
    assertThat(write("UPDATE ducklake_tag SET value = ? WHERE object_id = ?", null, 900L))
        .isEqualTo(1);
    assertThat(tags()).containsExactly("[900, 1, null, k, null]");
    assertThat(write("DELETE FROM ducklake_tag WHERE object_id IN (?, ?)", 900L, 901L))
        .isEqualTo(1);
    assertThat(tags()).isEmpty();
  }

  private static List<String> typesOf(String sql) {
    return QueryRunner.plan(sql).parameterTypes().stream()
        .map(RelDataType::getSqlTypeName)
        .map(Enum::name)
        .toList();
  }

  @Test
  void aStatementDoesNotSeeItsOwnRows() {
    write("INSERT INTO ducklake_tag VALUES (900, 1, NULL, 'k', 'v'), (901, 1, NULL, 'k', 'v')");
    assertThat(
            write(
                "INSERT INTO ducklake_tag SELECT object_id + 10, 1, NULL, key, value"
                    + " FROM ducklake_tag WHERE object_id >= 900"))
        .isEqualTo(2);
    assertThat(write("UPDATE ducklake_tag SET object_id = object_id + 1 WHERE object_id >= 900"))
        .isEqualTo(4);
    assertThat(runner.rows("SELECT object_id FROM ducklake_tag WHERE object_id >= 900 ORDER BY 1"))
        .containsExactly(List.of(901L), List.of(902L), List.of(911L), List.of(912L));
  }

  @Test
  void anUpdateTakesExpressionsAndSubQueries() {
    write("INSERT INTO ducklake_tag VALUES (900, 1, NULL, 'k', 'v'), (901, 1, NULL, 'k', 'v')");
    assertThat(
            write(
                "UPDATE ducklake_tag AS t SET value = t.key || value, begin_snapshot ="
                    + " (SELECT MAX(snapshot_id) FROM ducklake_snapshot),"
                    + " end_snapshot = begin_snapshot + 1"
                    + " WHERE object_id IN (SELECT MAX(object_id) FROM ducklake_tag)"))
        .isEqualTo(1);
    long head = scope.snapshotId();
    assertThat(tags()).containsExactly("[900, 1, null, k, v]", "[901, " + head + ", 2, k, kv]");
  }

  @Test
  void anUpdateFromChangesARowOnceByTheLeastValues() {
    write("INSERT INTO ducklake_tag VALUES (900, 1, NULL, 'k', 'v'), (901, 1, NULL, 'k', 'v')");
    assertThat(
            write(
                "WITH v(id, b, c) AS (VALUES (900, 'z', 1), (900, 'x', 9), (900, 'x', 2),"
                    + " (900, NULL, 1), (950, 'a', 1)) UPDATE ducklake_tag SET value = v.b,"
                    + " begin_snapshot = v.c FROM v WHERE object_id = v.id"))
        .isEqualTo(1);
    assertThat(tags()).containsExactly("[900, 2, null, k, x]", "[901, 1, null, k, v]");
  }

  @Test
  void anUpdateJoinsSeveralTables() {
    write("INSERT INTO ducklake_tag VALUES (900, 1, NULL, 'k', 'v'), (901, 1, NULL, 'k', 'v')");
    assertThat(
            write(
                "UPDATE ducklake_tag SET value = s.schema_name FROM ducklake_schema s"
                    + " JOIN (VALUES (900)) v(id) ON TRUE, ducklake_snapshot p"
                    + " WHERE object_id = v.id AND s.schema_id = 0 AND p.snapshot_id = 0"))
        .isEqualTo(1);
    assertThat(tags()).containsExactly("[900, 1, null, k, main]", "[901, 1, null, k, v]");
  }

  @Test
  void aWithItemOfTheTablesNameTakesNotItsPlace() {
    write("INSERT INTO ducklake_tag VALUES (900, 1, NULL, 'k', 'v')");
    assertThat(
            write(
                "WITH ducklake_tag(a) AS (VALUES (900)) DELETE FROM ducklake_tag"
                    + " WHERE object_id IN (SELECT a FROM ducklake_tag)"))
        .isEqualTo(1);
    assertThat(
            write(
                "WITH v(a) AS (VALUES (900)) INSERT INTO ducklake_tag (object_id)"
                    + " SELECT a FROM v UNION ALL SELECT a + 1 FROM v ORDER BY 1"))
        .isEqualTo(2);
  }

  @Test
  void aDeleteTakesAliasesAndSubQueries() {
    write(
        "INSERT INTO ducklake_macro_impl VALUES (900, 1, 'd', 's', 't'), (901, 1, 'd', 's', 't')");
    write("INSERT INTO ducklake_macro VALUES (0, 900, 'm', 1, NULL)");
    assertThat(
            write(
                "DELETE FROM ducklake_macro_impl tbl WHERE NOT EXISTS (SELECT 1 FROM"
                    + " ducklake_macro WHERE macro_id = tbl.macro_id)"))
        .isEqualTo(1);
    long all = (Long) runner.rows("SELECT COUNT(*) FROM ducklake_macro_impl").get(0).get(0);
    assertThat(write("DELETE FROM ducklake_macro_impl")).isEqualTo(all);
    assertThat(write("DELETE FROM ducklake_macro_impl")).isZero();
  }

  @Test
  void manyRowsOfConstantsAreInsertedAtOnce() {
    StringBuilder sql = new StringBuilder("INSERT INTO ducklake_tag VALUES ");
    for (int i = 0; i < 20_000; i++) {
      sql.append(i == 0 ? "" : ", ").append("(").append(900 + i).append(", 1, NULL, 'k', NULL)");
    }
    assertThat(write(sql.toString())).isEqualTo(20_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO ducklake_snapshot VALUES (NULL, NOW(), 1, 1, 1) | NOT_NULL",
        "INSERT INTO ducklake_snapshot SELECT NULL, NOW(), 1, 1, 1 | NOT_NULL",
        "INSERT INTO ducklake_metadata (key) VALUES ('a') | NOT_NULL",
        "UPDATE ducklake_metadata SET value = NULL | NOT_NULL",
        "INSERT INTO ducklake_tag VALUES ('x', 1, NULL, 'k', 'v') | INVALID_TEXT",
        "INSERT INTO ducklake_tag SELECT 'x', 1, NULL, 'k', 'v' | INVALID_TEXT",
        "UPDATE ducklake_tag SET object_id = key | INVALID_TEXT",
        "INSERT INTO ducklake_tag (object_id) VALUES (1e30) | NUMERIC_OVERFLOW",
        "INSERT INTO ducklake_tag (object_id) VALUES (9223372036854775808) | NUMERIC_OVERFLOW",
        "INSERT INTO ducklake_schema (schema_uuid) VALUES ('nix') | INVALID_TEXT",
        "INSERT INTO ducklake_snapshot (snapshot_id, snapshot_time) VALUES (1, 'x') | INVALID_TEXT",
        "INSERT INTO ducklake_schema (schema_uuid) VALUES (1) | TYPE_MISMATCH",
        "INSERT INTO ducklake_schema (schema_uuid) SELECT 1 | TYPE_MISMATCH",
        "INSERT INTO ducklake_tag VALUES (1, 2) | COLUMN_COUNT",
        "INSERT INTO ducklake_tag (key) VALUES (1, 2) | COLUMN_COUNT",
        "INSERT INTO ducklake_tag SELECT 1, 2 | COLUMN_COUNT",
        "INSERT INTO ducklake_tag (key, nix) VALUES (1, 2) | UNKNOWN_COLUMN",
        "INSERT INTO ducklake_tag (key, KEY) VALUES (1, 2) | DUPLICATE_NAME",
        "INSERT INTO nix VALUES (1) | UNKNOWN_TABLE",
        "UPDATE ducklake_tag SET nix = 1 | UNKNOWN_COLUMN",
        "UPDATE ducklake_tag SET key = nix | UNKNOWN_COLUMN",
        "UPDATE ducklake_tag SET key = 'a', key = 'b' | DUPLICATE_NAME",
        "UPDATE ducklake_tag SET key = 'a' WHERE nix = 1 | UNKNOWN_COLUMN",
        "UPDATE ducklake_tag SET key = v.a FROM nix v | UNKNOWN_TABLE",
        "UPDATE ducklake_tag SET object_id = (SELECT object_id FROM ducklake_tag)"
            + " | MORE_THAN_ONE_ROW",
        "UPDATE ducklake_tag SET key = 'a' WHERE 1 | TYPE_MISMATCH",
        "UPDATE ducklake_tag SET object_id = 1 / (object_id - object_id) | DIVISION_BY_ZERO",
        "DELETE FROM ducklake_tag WHERE nix = 1 | UNKNOWN_COLUMN",
        "INSERT INTO system.cache VALUES (1) | UNSUPPORTED",
        "DELETE FROM information_schema.tables | UNSUPPORTED",
        "UPDATE information_schema.columns SET table_name = 'x' | UNSUPPORTED",
        "INSERT INTO ducklake_inlined_data_1_2 VALUES (1) | UNSUPPORTED",
        "DELETE FROM main.ducklake_inlined_delete_7 | UNSUPPORTED",
        "CREATE TABLE IF NOT EXISTS ducklake_inlined_data_1_2 (a HUGEINT) | UNSUPPORTED",
        "CREATE TABLE t (a INT) | UNSUPPORTED",
        "DROP TABLE ducklake_tag | UNSUPPORTED",
        "MERGE INTO ducklake_tag t USING ducklake_tag s ON TRUE WHEN MATCHED THEN DELETE"
            + " | UNSUPPORTED",
        "INSERT INTO ducklake_tag (key) VALUES ('a') ON CONFLICT DO NOTHING | UNSUPPORTED",
        "INSERT INTO ducklake_tag (key) VALUES ('a') RETURNING key | UNSUPPORTED",
        "UPDATE ducklake_tag SET key = 'a' RETURNING * | UNSUPPORTED",
        "DELETE FROM ducklake_tag WHERE key = 'a' RETURNING key | UNSUPPORTED",
        "INSERT OR REPLACE INTO ducklake_tag VALUES (1) | UNSUPPORTED",
        "DELETE FROM ducklake_tag USING ducklake_table t WHERE t.table_id = 1 | UNSUPPORTED",
        "EXPLAIN ANALYZE DELETE FROM ducklake_tag | UNSUPPORTED",
        "INSERT INTO ducklake_tag VALUES | SYNTAX",
        "UPDATE ducklake_tag SET | SYNTAX",
        "UPDATE ducklake_tag SET key = 'a' FROM | SYNTAX"
      })
  void aStatementThatFailsStagesNothing(String sql, SqlState state) {
    assertThatThrownBy(() -> write(sql))
        .isInstanceOfSatisfying(
            RuntimeException.class,
            e ->
                assertThat(
                        ((StatementException) io.moraine.driver.plan.PlanErrors.translate(e))
                            .state())
                    .as(e.toString())
                    .isEqualTo(state));
    assertThat(transaction.stagedRows()).isZero();
  }

  @Test
  void whatIsRefusedIsNamed() {
    assertThatThrownBy(
            () ->
                write(
                    "INSERT INTO ducklake_tag (key) VALUES ('a') ON CONFLICT (key)"
                        + " DO NOTHING"))
        .hasMessageContaining("INSERT with ON … DO NOTHING");
    assertThatThrownBy(() -> write("DROP TABLE IF EXISTS main.ducklake_inlined_data_1_2"))
        .hasMessageContaining("DROP TABLE ducklake_inlined_data_1_2")
        .hasMessageContaining("inlined rows cannot be written yet");
    assertThatThrownBy(() -> write("INSERT INTO ducklake_tag VALUES (1,\n 'x', NULL, 'k', 'v')"))
        .hasMessageContaining("Column begin_snapshot")
        .hasMessageContaining("line 2, column 2");
  }

  @Test
  void explainShowsWhereTheRowsComeFromAndChangesNothing() {
    assertThat(
            runner.texts(
                "EXPLAIN UPDATE ducklake_column_tag SET value = v.b FROM (VALUES (3, 'x')) v(a, b)"
                    + " WHERE table_id = v.a"))
        .first()
        .asString()
        .contains(
            "MetadataModify(table=[ducklake_column_tag], operation=[UPDATE], columns=[value])");
    assertThat(
            String.join(
                "\n", runner.texts("EXPLAIN DELETE FROM ducklake_table WHERE table_id = 3")))
        .contains("MetadataModify(table=[ducklake_table], operation=[DELETE])")
        .contains("key=[table_id = 3]");
    assertThat(runner.texts("EXPLAIN PLAN FOR INSERT INTO ducklake_tag (key) VALUES ('a'), ('b')"))
        .containsExactly(
            "[MetadataModify(table=[ducklake_tag], operation=[INSERT], columns=[key])]",
            "[  Constants(rows=[2])]");
    assertThat(
            runner.texts(
                "EXPLAIN WITH v(a) AS (VALUES ('a')) INSERT INTO ducklake_tag (key)"
                    + " SELECT a FROM v"))
        .hasSizeGreaterThan(1);
    assertThat(transaction.stagedRows()).isZero();
  }

  @Test
  void aPlanTellsWhatItChanges() {
    PlannedStatement plan = QueryRunner.plan("DELETE FROM ducklake_tag WHERE object_id = ?");
    assertThat(plan.kind()).isEqualTo(StatementKind.DELETE);
    assertThat(plan.kind().isWrite()).isTrue();
    assertThat(plan.rowType().getFieldList()).isEmpty();
    assertThat(plan.parameterTypes()).hasSize(1);
  }
}
