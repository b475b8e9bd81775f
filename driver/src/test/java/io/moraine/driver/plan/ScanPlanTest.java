package io.moraine.driver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.schema.StatementContext;
import io.moraine.driver.testing.DumpedScope;
import io.moraine.driver.testing.QueryRunner;
import io.moraine.testing.Fixtures;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.linq4j.Enumerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What reaches the scan, as EXPLAIN shows it and as the count of decoded records proves it. */
class ScanPlanTest {
  private final DumpedScope scope = new DumpedScope(Fixtures.folder("ducklake/duckdb/tables"));
  private final QueryRunner runner = new QueryRunner(scope);

  @Test
  void equalityOnTheKeyReadsOneRecord() {
    String sql = "SELECT snapshot_time FROM ducklake_snapshot WHERE snapshot_id = 5";
    assertThat(plan(sql))
        .isEqualTo(
            "MetadataScan(table=[ducklake_snapshot], key=[snapshot_id = 5],"
                + " columns=[snapshot_time])");
    assertThat(runner.decodedBy(sql)).isEqualTo(1);
  }

  @Test
  void aParameterOnTheKeyReadsOneRecord() {
    String sql = "SELECT schema_version FROM ducklake_snapshot WHERE snapshot_id = ?";
    assertThat(runner.rows(sql, 5L)).containsExactly(List.of(4L));
    assertThat(runner.decodedBy(sql, 5L)).isEqualTo(1);
    assertThat(runner.rows(sql, (Object) null)).isEmpty();
  }

  @Test
  void aListOnTheNextKeyColumnReadsItsPoints() {
    String sql =
        "SELECT column_name FROM ducklake_column WHERE table_id = 11 AND column_id IN (1, 3)";
    assertThat(plan(sql)).contains("key=[table_id = 11, column_id IN (1, 3)]");
    assertThat(runner.rows(sql)).containsExactlyInAnyOrder(List.of("order_id"), List.of("amount"));
    assertThat(runner.decodedBy(sql)).isEqualTo(2);
  }

  @Test
  void aRangeOnTheNextKeyColumnReadsTheRange() {
    String sql =
        "SELECT snapshot_id FROM ducklake_snapshot WHERE snapshot_id > 3 AND 6 > snapshot_id";
    assertThat(plan(sql)).contains("key=[snapshot_id >= 4, snapshot_id <= 5]");
    assertThat(runner.decodedBy(sql)).isEqualTo(2);
    assertThat(
            runner.decodedBy(
                "SELECT * FROM ducklake_snapshot WHERE snapshot_id BETWEEN ? AND ?", 10L, 12L))
        .isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "5 = snapshot_id | 1",
        "snapshot_id = CAST(5 AS INTEGER) | 1",
        "CAST(snapshot_id AS BIGINT) = 5 | 1",
        "snapshot_id = '5' | 1",
        "snapshot_id = 2 + 3 | 1",
        "snapshot_id = 3 OR snapshot_id = 5 OR 4 = snapshot_id | 3",
        "snapshot_id IN (3, 5, 4, 5) | 3",
        "snapshot_id BETWEEN 10 AND 12 | 3",
        "snapshot_id > 1 AND snapshot_id > 2 AND snapshot_id < 6 AND snapshot_id < 7 | 3",
        "snapshot_id = 4 AND snapshot_id = 5 | 0",
        "snapshot_id BETWEEN 5 AND 4 | 0",
        "snapshot_id = CAST(NULL AS BIGINT) | 0"
      })
  void aConditionOnTheKeyReadsWhatItNamesHoweverItIsWritten(String condition, int decoded) {
    String sql = "SELECT snapshot_id FROM ducklake_snapshot WHERE " + condition;
    assertThat(runner.rows(sql)).hasSize(decoded);
    assertThat(runner.decodedBy(sql)).isEqualTo(decoded);
  }

  @Test
  void parametersOnTheKeyReadTheirPoints() {
    String sql = "SELECT snapshot_id FROM ducklake_snapshot WHERE ";
    assertThat(runner.decodedBy(sql + "snapshot_id IN (?, ?, ?)", 3L, 5L, 3L)).isEqualTo(2);
    assertThat(runner.decodedBy(sql + "snapshot_id = ? OR ? = snapshot_id", 3L, 4L)).isEqualTo(2);
    assertThat(runner.decodedBy(sql + "snapshot_id = CAST(? AS INTEGER)", 3)).isEqualTo(1);
    assertThat(runner.decodedBy(sql + "snapshot_id >= ? AND snapshot_id <= ?", 4L, 5L))
        .isEqualTo(2);
  }

  @Test
  void theGreatestKeyIsReadFromTheEnd() {
    String sql = "SELECT MAX(snapshot_id) FROM ducklake_snapshot";
    assertThat(plan(sql)).contains("order=[key desc], limit=[1]");
    assertThat(runner.rows(sql)).containsExactly(List.of(146L));
    assertThat(runner.decodedBy(sql)).isEqualTo(1);
    assertThat(
            runner.decodedBy(
                "SELECT MIN(data_file_id) FROM ducklake_data_file WHERE table_id = 11"))
        .isEqualTo(1);
  }

  @Test
  void orderByTheKeyWithLimitReadsAsManyRecords() {
    String sql = "SELECT * FROM ducklake_snapshot ORDER BY snapshot_id DESC LIMIT 3";
    assertThat(plan(sql)).contains("order=[key desc], limit=[3]").doesNotContain("Sort");
    assertThat(runner.decodedBy(sql)).isEqualTo(3);
  }

  @Test
  void rowsThatEndedBeforeAreLeftOut() {
    String alive = "SELECT column_id FROM ducklake_column WHERE end_snapshot IS NULL";
    assertThat(plan(alive)).contains("endedAfter=[never]");
    assertThat(runner.decodedBy(alive)).isEqualTo(runner.rows(alive).size());
    String at =
        "SELECT column_id FROM ducklake_column"
            + " WHERE ? >= begin_snapshot AND (? < end_snapshot OR end_snapshot IS NULL)";
    assertThat(plan(at)).contains("endedAfter=[?1]");
    assertThat(runner.rows(at, 60L, 60L)).isNotEmpty();
    assertThat(runner.decodedBy(at, 60L, 60L))
        .isLessThan(runner.rows("SELECT 1 FROM ducklake_column").size());
  }

  @Test
  void aCorrelatedSubQueryReadsByTheOuterRowsKey() {
    String sql =
        "SELECT t.table_name, (SELECT MAX(f.begin_snapshot) FROM ducklake_data_file f"
            + " WHERE f.table_id = t.table_id) FROM ducklake_table t WHERE t.table_id = 11";
    assertThat(plan(sql)).contains("key=[table_id = $cor0.table_id]");
    assertThat(runner.decodedBy(sql))
        .isEqualTo(1 + runner.rows("SELECT 1 FROM ducklake_data_file WHERE table_id = 11").size());
  }

  @Test
  void aCancelledExecutionStopsAtTheNextRow() {
    StatementContext.Request request = runner.request();
    PlannedStatement plan = QueryRunner.plan("SELECT * FROM ducklake_snapshot");
    try (Enumerator<?> rows = plan.execute(request).enumerator()) {
      assertThat(rows.moveNext()).isTrue();
      request.cancelFlag().set(true);
      assertThatThrownBy(rows::moveNext)
          .isInstanceOfSatisfying(
              StatementException.class, e -> assertThat(e.state()).isEqualTo(SqlState.CANCELLED));
    }
    assertThat(scope.openCursors()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM (VALUES (1), (2)) a, (VALUES (1), (2)) b",
        "SELECT 1 FROM (VALUES (1), (2)) a(x) LEFT JOIN (VALUES (1), (2)) b(x) ON a.x < b.x"
      })
  void aCancelledExecutionStopsWithoutARowOfAScan(String sql) {
    StatementContext.Request request = runner.request();
    request.cancelFlag().set(true);
    assertThatThrownBy(
            () -> {
              try (Enumerator<?> rows = QueryRunner.plan(sql).execute(request).enumerator()) {
                rows.moveNext();
              }
            })
        .isInstanceOfSatisfying(
            StatementException.class, e -> assertThat(e.state()).isEqualTo(SqlState.CANCELLED));
  }

  @Test
  void everyCursorIsClosed() {
    runner.rows("SELECT * FROM ducklake_table t JOIN ducklake_column c ON t.table_id = c.table_id");
    runner.rows(
        "SELECT (SELECT MAX(snapshot_id) FROM ducklake_snapshot) FROM ducklake_table LIMIT 1");
    assertThat(scope.openCursors()).isZero();
  }

  private String plan(String sql) {
    return runner.rows("EXPLAIN PLAN FOR " + sql).stream()
        .map(row -> String.valueOf(row.get(0)))
        .collect(Collectors.joining("\n"));
  }
}
