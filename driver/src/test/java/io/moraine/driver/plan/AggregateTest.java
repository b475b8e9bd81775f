package io.moraine.driver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.driver.testing.DumpedScope;
import io.moraine.driver.testing.QueryRunner;
import io.moraine.testing.Fixtures;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sums and averages, with the values that DuckDB gives. */
class AggregateTest {
  private static final String NUMBERS = " FROM (VALUES (CAST(1 AS BIGINT)), (NULL), (2), (2)) t(x)";

  private final QueryRunner runner =
      new QueryRunner(new DumpedScope(Fixtures.folder("ducklake/duckdb/tables")));

  @Test
  void sumsOfEveryKindLeaveNullsOut() {
    assertThat(
            runner.rows(
                "SELECT SUM(x), SUM(DISTINCT x), SUM(x) FILTER (WHERE x > 1), AVG(x),"
                    + " SUM(CAST(x AS INTEGER)), SUM(CAST(x AS DOUBLE)), COUNT(x), COUNT(*)"
                    + NUMBERS))
        .containsExactly(List.of(5L, 3L, 4L, 5 / 3.0, 5L, 5.0, 3L, 4L));
  }

  @Test
  void aSumOfNothingIsNull() {
    assertThat(runner.rows("SELECT SUM(x)" + NUMBERS + " WHERE x > 5"))
        .containsExactly(Collections.singletonList(null));
  }

  @Test
  void aSumMayReachTheGreatestBigint() {
    assertThat(runner.rows("SELECT SUM(x) FROM (VALUES (9223372036854775807), (-1), (1)) t(x)"))
        .containsExactly(List.of(Long.MAX_VALUE));
  }

  @Test
  void sumsOfWindowsMoveWithTheirFrame() {
    assertThat(
            runner.rows(
                "SELECT SUM(x) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW),"
                    + " AVG(x) OVER () FROM (VALUES (1), (2), (3)) t(x)"))
        .containsExactlyInAnyOrder(
            Arrays.asList(1L, 2.0), Arrays.asList(3L, 2.0), Arrays.asList(5L, 2.0));
  }
}
