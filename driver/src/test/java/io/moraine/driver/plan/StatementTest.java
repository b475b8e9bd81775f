package io.moraine.driver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.testing.DumpedScope;
import io.moraine.driver.testing.QueryRunner;
import io.moraine.testing.Fixtures;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names, dialect, errors and kinds of statements. */
class StatementTest {
  private final DumpedScope scope = new DumpedScope(Fixtures.folder("ducklake/duckdb/tables"));
  private final QueryRunner runner = new QueryRunner(scope);

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
  void metadataTablesAreFoundAsClientsNameThem(String name) {
    assertThat(runner.rows("SELECT object_id FROM " + name)).isNotEmpty();
  }

  @Test
  void metadataTablesAreFoundFromEverySchema() {
    PlanSettings inSystem = new PlanSettings("system");
    assertThat(new SqlPlanner(1).prepare("SELECT * FROM ducklake_tag, cache", inSystem).rowType())
        .isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT nix FROM ducklake_tag | UNKNOWN_COLUMN",
        "SELECT 1 FROM nix | UNKNOWN_TABLE",
        "SELECT 1 FROM system.ducklake_tag | UNKNOWN_TABLE",
        "SELECT nix(1) | UNKNOWN_FUNCTION",
        "SELECT table_id FROM ducklake_table JOIN ducklake_column ON TRUE | AMBIGUOUS_COLUMN",
        "SELECT table_id FROM ducklake_table GROUP BY schema_id | GROUPING",
        "SELECT 1 FROM ducklake_tag t, ducklake_tag t | DUPLICATE_NAME",
        "SELECT table_name + table_uuid FROM ducklake_table | TYPE_MISMATCH",
        "SELECT table_id FROM ducklake_table UNION SELECT 1, 2 | COLUMN_COUNT",
        "SELECT FROM WHERE | SYNTAX",
        "SELECT COUNT(DISTINCT key) OVER () FROM ducklake_tag | UNSUPPORTED",
        "MERGE INTO ducklake_tag | UNSUPPORTED",
        "DROP TABLE ducklake_tag | UNSUPPORTED",
        "COMMIT | UNSUPPORTED",
        "SHOW TABLES FROM nix | UNKNOWN_SCHEMA",
        "DESCRIBE nix | UNKNOWN_TABLE"
      })
  void aWrongStatementHasItsState(String sql, SqlState state) {
    assertState(state, () -> QueryRunner.plan(sql));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT table_id % 0 FROM ducklake_table | DIVISION_BY_ZERO",
        "SELECT 9223372036854775807 + table_id FROM ducklake_table | NUMERIC_OVERFLOW",
        "SELECT (SELECT table_id FROM ducklake_table) | MORE_THAN_ONE_ROW"
      })
  void anErrorWhileReadingHasItsState(String sql, SqlState state) {
    assertState(
        state,
        () -> {
          try {
            runner.rows(sql);
          } catch (RuntimeException e) {
            throw PlanErrors.translate(e);
          }
        });
    assertThat(scope.openCursors()).isZero();
  }

  @Test
  void aColumnOfUsingIsTheLeftTables() {
    String join =
        " FROM ducklake_table_stats s LEFT JOIN ducklake_table_column_stats c USING (table_id)";
    assertThat(
            runner.rows(
                "SELECT table_id, column_id" + join + " WHERE table_id = 8 ORDER BY table_id"))
        .containsExactlyInAnyOrder(List.of(8L, 1L), List.of(8L, 2L));
    assertThat(runner.decodedBy("SELECT column_id" + join + " WHERE table_id = 8")).isEqualTo(3);
    assertThat(
            runner.rows(
                "SELECT table_id, COUNT(*)" + join + " GROUP BY table_id HAVING table_id = 8"))
        .containsExactly(List.of(8L, 2L));
  }

  @Test
  void columnsAreLeftOutOfAStarAndReplacedInIt() {
    assertThat(
            runner.rows(
                "SELECT * EXCLUDE (schema_version, next_catalog_id, next_file_id, snapshot_time)"
                    + " FROM ducklake_snapshot WHERE snapshot_id = 5"))
        .containsExactly(List.of(5L));
    assertThat(
            runner.rows(
                "SELECT * REPLACE (0 AS snapshot_id) FROM (SELECT snapshot_id, schema_version FROM"
                    + " ducklake_snapshot WHERE snapshot_id = 5) t"))
        .containsExactly(List.of(0, 4L));
  }

  @Test
  void rowsComeInTheOrderAskedFor() {
    List<List<Object>> rows =
        runner.rows(
            "SELECT table_id, COUNT(*) FROM ducklake_column GROUP BY table_id ORDER BY table_id"
                + " DESC");
    assertThat(rows)
        .isSortedAccordingTo((left, right) -> ((Long) right.get(0)).compareTo((Long) left.get(0)));
  }

  @Test
  void nullsComeLastInEitherDirection() {
    String sql = "SELECT parent_column FROM ducklake_column ORDER BY parent_column %s";
    List<List<Object>> ascending = runner.rows(sql.formatted("ASC"));
    List<List<Object>> descending = runner.rows(sql.formatted("DESC"));
    assertThat(ascending.get(ascending.size() - 1).get(0)).isNull();
    assertThat(descending.get(descending.size() - 1).get(0)).isNull();
  }

  @Test
  void textsInValuesAreNotPadded() {
    assertThat(runner.rows("VALUES ('a'), ('bcd')"))
        .containsExactlyInAnyOrder(List.of("a"), List.of("bcd"));
  }

  @Test
  void schemasTablesAndColumnsAreShown() {
    assertThat(runner.rows("SHOW SCHEMAS"))
        .containsExactly(List.of("information_schema"), List.of("metadata"), List.of("system"));
    assertThat(runner.rows("SHOW TABLES")).hasSize(28).contains(List.of("ducklake_snapshot"));
    assertThat(runner.rows("DESCRIBE main.ducklake_snapshot"))
        .startsWith(
            List.of("snapshot_id", "BIGINT", "NO"),
            List.of("snapshot_time", "TIMESTAMP WITH TIME ZONE", "YES"));
  }

  @Test
  void theInformationSchemaListsWhatIsThere() {
    assertThat(
            runner.rows(
                "SELECT table_name FROM information_schema.tables"
                    + " WHERE table_schema = 'metadata' AND table_type = 'BASE TABLE'"))
        .hasSize(28);
    assertThat(
            runner.rows(
                "SELECT column_name, ordinal_position, is_nullable FROM information_schema.columns"
                    + " WHERE table_name = 'ducklake_tag' ORDER BY ordinal_position"))
        .hasSize(5)
        .startsWith(List.of("object_id", 1, "YES"));
  }

  @Test
  void theSystemSchemaShowsTheFiguresOfTheCatalog() {
    assertThat(runner.rows("SELECT used_bytes FROM system.memory")).containsExactly(List.of(0L));
    assertThat(runner.rows("SELECT COUNT(*) FROM system.generations")).containsExactly(List.of(0L));
  }

  @Test
  void aPlanIsKeptByTextAndSchema() {
    SqlPlanner planner = new SqlPlanner(10);
    PlanSettings settings = new PlanSettings("metadata");
    PlannedStatement first = planner.prepare("SELECT 1", settings);
    assertThat(planner.prepare("SELECT 1", settings)).isSameAs(first);
    assertThat(planner.prepare("SELECT 1", new PlanSettings("system"))).isNotSameAs(first);
  }

  @Test
  void aRecursiveQueryRunsAgainAndAgain() {
    String sql =
        "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5)"
            + " SELECT COUNT(*) FROM t";
    assertThat(runner.rows(sql)).containsExactly(List.of(5L));
    assertThat(runner.rows(sql)).containsExactly(List.of(5L));
  }

  private static void assertState(
      SqlState state, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StatementException.class, e -> assertThat(e.state()).isEqualTo(state));
  }
}
