package io.moraine.driver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.testing.DumpedScope;
import io.moraine.driver.testing.QueryRunner;
import io.moraine.testing.Fixtures;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Statements that are large are planned in bounded time, or refused by state. */
@Timeout(120)
class LargeStatementTest {
  private final QueryRunner runner =
      new QueryRunner(new DumpedScope(Fixtures.folder("ducklake/duckdb/tables")));

  @Test
  void tenTablesAreJoinedByTheKeyOfTheFirst() {
    String sql =
        "SELECT t0.table_name FROM ducklake_table t0"
            + join(1, 10, i -> " JOIN ducklake_table t%d USING (table_id)".formatted(i))
            + " WHERE t0.table_id = 7";
    assertThat(runner.rows(sql)).containsExactly(List.of("nested"));
    assertThat(runner.decodedBy(sql)).isEqualTo(10);
  }

  @Test
  void aUnionOfTwoHundredBranchesReadsByKeyInEach() {
    String sql =
        join(
            0,
            200,
            i -> "SELECT table_id FROM ducklake_table WHERE table_id = " + i,
            " UNION ALL ");
    assertThat(runner.rows(sql)).hasSize(26);
    assertThat(runner.decodedBy(sql)).isEqualTo(26);
  }

  @Test
  void aThousandValuesInAListAreReadByKey() {
    String sql =
        "SELECT table_name FROM ducklake_table WHERE table_id IN ("
            + join(0, 1000, Integer::toString, ", ")
            + ")";
    assertThat(runner.rows(sql)).hasSize(26);
  }

  @Test
  void aStatementThatIsTooLargeSaysSo() {
    assertTooComplex("SELECT " + join(0, 20_000, i -> "table_id", "+") + " FROM ducklake_table");
    assertTooComplex("VALUES " + join(0, 5_000, i -> "(%d, 'value %d')".formatted(i, i), ", "));
  }

  private static void assertTooComplex(String sql) {
    assertThatThrownBy(() -> QueryRunner.plan(sql))
        .isInstanceOfSatisfying(
            StatementException.class, e -> assertThat(e.state()).isEqualTo(SqlState.TOO_COMPLEX));
  }

  private static String join(int from, int to, java.util.function.IntFunction<String> each) {
    return join(from, to, each, "");
  }

  private static String join(
      int from, int to, java.util.function.IntFunction<String> each, String separator) {
    return IntStream.range(from, to).mapToObj(each).collect(Collectors.joining(separator));
  }
}
