package io.moraine.driver.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.driver.error.StatementException;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.ScannableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Casts, functions and timestamps as they come out of a query. The texts are DuckDB's. */
class MoraineOperatorsTest {
  private static final QueryRunner RUNNER = new QueryRunner();

  static {
    RUNNER.add("s", new Snapshots());
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " = > ",
      quoteCharacter = '`',
      nullValues = "NULL",
      value = {
        "CAST(TIMESTAMPTZ '2026-11-30 00:10:40.956145+00' AS VARCHAR) = > 2026-11-30 00:10:40.956145+00",
        "CAST(TIMESTAMP WITH TIME ZONE '2026-11-30 02:10:40.5+02' AS VARCHAR) = > 2026-11-30 00:10:40.5+00",
        "TIMESTAMP '2020-01-01 00:00:00.000001'::VARCHAR = > 2020-01-01 00:00:00.000001",
        "TRY_CAST('x' AS TIMESTAMP)::VARCHAR = > NULL",
        "TRY_CAST('inf' AS DOUBLE) = > Infinity",
        "TRY_CAST('nan' AS DOUBLE) = > NaN",
        "TRY_CAST('0044-03-15 (BC)' AS DATE)::VARCHAR = > 0044-03-15 (BC)",
        "TRY_CAST('1.5' AS INTEGER) = > 2",
        "TRY_CAST('1e3' AS BIGINT) = > 1000",
        "TRY_CAST('t' AS BOOLEAN) = > true",
        "TRY_CAST('300' AS TINYINT) = > NULL",
        "TRY_CAST('1.005' AS DECIMAL(5,2)) = > 1.01",
        "TRY_CAST('abc' AS DECIMAL(5,2)) = > NULL",
        "TRY_CAST(NULL AS BIGINT) = > NULL",
        "TRY_CAST(40000 AS SMALLINT) = > NULL",
        "CAST('5' AS BIGINT) + 1 = > 6",
        "CAST(1.5 AS INTEGER) = > 2",
        "CAST(2.5::DOUBLE AS INTEGER) = > 2",
        "CAST(1.5::DOUBLE AS VARCHAR) = > 1.5",
        "CAST(1e20::DOUBLE AS VARCHAR) = > 1e+20",
        "CAST(true AS VARCHAR) = > true",
        "(1 = 1)::TEXT = > true",
        "CAST(1.10 AS VARCHAR) = > 1.10",
        "CAST(7 AS VARCHAR) = > 7",
        "DATE '2020-02-29'::VARCHAR = > 2020-02-29",
        "CAST(DATE '2020-02-29' AS TIMESTAMP)::VARCHAR = > 2020-02-29 00:00:00",
        "CAST(TIMESTAMP '2020-02-29 12:00:00' AS DATE)::VARCHAR = > 2020-02-29",
        "CAST('F79C3E09677C4BBDA4793F349CB785E7' AS UUID)::VARCHAR = > f79c3e09-677c-4bbd-a479-3f349cb785e7",
        "now()::VARCHAR = > 2025-11-30 00:10:40.956145+00",
        "CURRENT_TIMESTAMP::VARCHAR = > 2025-11-30 00:10:40.956145+00",
        "CAST(LOCALTIMESTAMP AS VARCHAR) = > 2025-11-30 00:10:40.956145",
        "CURRENT_DATE::VARCHAR = > 2025-11-30",
        "current_schema = > metadata",
        "current_schema() = > metadata",
        "current_database() = > lake",
        "version() = > Moraine",
        "date_trunc('month', TIMESTAMP '2020-02-29 12:34:56.7')::VARCHAR = > 2020-02-01 00:00:00",
        "date_trunc('hour', now())::VARCHAR = > 2025-11-30 00:00:00+00",
        "date_trunc('week', DATE '2020-02-29')::VARCHAR = > 2020-02-24 00:00:00",
        "date_part('year', TIMESTAMP '2020-02-29 12:34:56.7') = > 2020",
        "EXTRACT(DAY FROM DATE '2020-02-29') = > 29",
        "EXTRACT(HOUR FROM TIMESTAMP '2020-02-29 12:34:56.7') = > 12",
        "YEAR(TIMESTAMP '2020-02-29 12:34:56.7') = > 2020",
        "MONTH(DATE '2020-02-29') = > 2",
        "FLOOR(TIMESTAMP '2020-02-29 12:34:56.7' TO DAY)::VARCHAR = > 2020-02-29 00:00:00",
        "epoch(TIMESTAMP '1970-01-01 00:00:01.5') = > 1.5",
        "epoch_ms(TIMESTAMP '1970-01-01 00:00:01.5') = > 1500",
        "epoch_us(now()) = > 1764461440956145",
        "to_timestamp(1.5)::VARCHAR = > 1970-01-01 00:00:01.5+00",
        "(TIMESTAMP '2020-01-31 00:00:00.000001' + INTERVAL '1' MONTH)::VARCHAR = > 2020-02-29 00:00:00.000001",
        "(now() - INTERVAL '1' DAY)::VARCHAR = > 2025-11-29 00:10:40.956145+00",
        "strftime(TIMESTAMP '2020-02-29 12:34:56.7', '%Y/%m/%d %H-%M-%S.%f %%') = > 2020/02/29 12-34-56.700000 %",
        "TIMESTAMP '2020-01-01 00:00:00.000002' > TIMESTAMP '2020-01-01 00:00:00.000001' = > true",
        "TIMESTAMP '2020-01-01 00:00:00.000002' BETWEEN '2020-01-01' AND '2020-01-01 00:00:00.000001' = > false",
        "contains('abc', 'b') = > true",
        "starts_with('abc', 'ab') AND prefix('abc', 'ab') = > true",
        "ends_with('abc', 'bc') AND suffix('abc', 'bc') = > true",
        "instr('日本語', '語') = > 3",
        "strpos('abc', 'x') = > 0",
        "length('日本語') = > 3",
        "strlen('日本語') = > 9",
        "reverse('abc') = > cba",
        "ifnull(NULL, 'x') = > x",
        "nvl(NULL, 2) = > 2",
        "if(1 = 1, 'a', 'b') = > a",
        "coalesce(NULL, 'b') = > b",
        "greatest(1, 3, 2) = > 3",
        "least(1, 3, NULL) = > 1",
        "string_split('a,b,c', ',') = > [a, b, c]",
        "regexp_matches('abc', 'b.') = > true",
        "'abc' ~ 'b' = > true",
        "'ABC' ILIKE 'a%' = > true",
        "lower('ÄB') || upper('ä') = > äbÄ",
        "replace('abc', 'b', '日') = > a日c",
        "split_part('a.b.c', '.', 2) = > b",
        "7 // 2 = > 3",
        "-7 // 2 = > -3",
        "NULL // 2 = > NULL",
        "7 % 4 = > 3",
        "trim('  a ') = > a",
        "left('abc', 2) || right('abc', 1) = > abc",
        "lpad('a', 3, '*') = > **a",
        "md5('a') = > 0cc175b9c0f1b6a831c399e269772661",
        "concat('a', 'b', 'c') = > abc",
        "substr('abc', 2) = > bc",
        "UUID '00000000-0000-0000-0000-000000000001' < UUID '00000000-0000-0000-0000-000000000002' = > true",
        "UUID '00000000-0000-0000-0000-00000000000a' = '00000000-0000-0000-0000-00000000000A' = > true"
      })
  void anExpressionHasDuckDbsValue(String expression, @Nullable String expected) {
    Object value = RUNNER.value(expression);

    assertThat(value == null ? null : value.toString()).isEqualTo(expected);
  }

  @Test
  void newUuidsDiffer() {
    assertThat(RUNNER.value("gen_random_uuid() = uuid()")).isEqualTo(false);
  }

  @Test
  void structsAndListsAreMade() {
    List<List<@Nullable Object>> rows =
        RUNNER.rows(
            "SELECT list({'id': id, 'x': 'y'} ORDER BY id DESC), list(id ORDER BY id) FROM s");

    assertThat(rows.get(0).get(1)).isEqualTo(List.of(1L, 2L, 3L));
    assertThat((List<?>) rows.get(0).get(0)).hasSize(3);
  }

  @Test
  void timestampsAreComparedToTheMicrosecond() {
    assertThat(RUNNER.rows("SELECT id FROM s WHERE t <= '2026-11-30 00:10:40.956145+00'"))
        .containsExactly(List.of(1L), List.of(2L));
    assertThat(
            RUNNER.rows("SELECT id FROM s WHERE t::TIMESTAMPTZ < '2026-11-30T00:10:40.956145+00'"))
        .containsExactly(List.of(1L));
    assertThat(RUNNER.rows("SELECT id FROM s WHERE t = ?", 1_795_997_440_956_146L))
        .containsExactly(List.of(3L));
    assertThat(
            RUNNER.rows(
                "SELECT id FROM s WHERE t > CAST(? AS TIMESTAMPTZ)", 1_795_997_440_956_145L))
        .containsExactly(List.of(3L));
    assertThat(RUNNER.rows("SELECT id FROM s ORDER BY t::TIMESTAMPTZ DESC LIMIT 1"))
        .containsExactly(List.of(3L));
    assertThat(RUNNER.rows("SELECT max(t)::VARCHAR, count(DISTINCT t), count(*) FROM s"))
        .containsExactly(List.of("2026-11-30 00:10:40.956146+00", 3L, 3L));
    assertThat(
            RUNNER.rows(
                "SELECT id FROM s WHERE t IN (TIMESTAMPTZ '2026-11-30 00:10:40.956145+00',"
                    + " TIMESTAMPTZ '2026-11-30 00:10:40.956144+00') ORDER BY 1"))
        .containsExactly(List.of(1L), List.of(2L));
  }

  @Test
  void aFunctionOfCalcitesThatCountsMillisecondsIsRefused() {
    assertThatThrownBy(() -> RUNNER.rows("SELECT CEIL(t TO DAY) FROM s"))
        .isInstanceOf(StatementException.class)
        .hasMessageContaining("CEIL is not supported for timestamps");
  }

  @Test
  void aTextThatCannotBeCastSaysSo() {
    assertThatThrownBy(() -> RUNNER.value("CAST('abc' AS BIGINT)"))
        .hasStackTraceContaining("The text 'abc' cannot be read as an integer");
  }

  @Test
  void textsOfOneColumnAreNotPadded() {
    assertThat(RUNNER.rows("SELECT c || '.' FROM (VALUES ('a'), ('bcd')) AS v (c)"))
        .containsExactly(List.of("a."), List.of("bcd."));
  }

  @Test
  void sumsAndAveragesHaveUsefulTypes() {
    assertThat(RUNNER.rows("SELECT sum(id), avg(id), string_agg(id::VARCHAR, '-') FROM s"))
        .containsExactly(List.of(6L, 2.0, "1-2-3"));
  }

  private static final class Snapshots extends AbstractTable implements ScannableTable {
    @Override
    public RelDataType getRowType(RelDataTypeFactory types) {
      return types
          .builder()
          .add("id", types.createSqlType(SqlTypeName.BIGINT))
          .add("t", ColumnTypes.TIMESTAMPTZ.sqlType(types))
          .nullable(true)
          .build();
    }

    @Override
    public Enumerable<@Nullable Object[]> scan(DataContext root) {
      return Linq4j.asEnumerable(
          List.of(
              new @Nullable Object[] {1L, 1_795_997_440_956_144L},
              new @Nullable Object[] {2L, 1_795_997_440_956_145L},
              new @Nullable Object[] {3L, 1_795_997_440_956_146L}));
    }
  }
}
