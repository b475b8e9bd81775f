package io.moraine.driver.dml;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.driver.error.StatementException;
import io.moraine.driver.plan.PlanErrors;
import io.moraine.driver.testing.DumpedScope;
import io.moraine.driver.testing.EditedScope;
import io.moraine.driver.testing.QueryRunner;
import io.moraine.model.MetadataTable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Constants read off the parse tree become what the planner makes of them. */
class ConstantInsertTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "NULL",
        "DEFAULT",
        "1",
        "-1",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "1.5",
        "-2.5",
        "0.50",
        "1e3",
        "-1.5e0",
        "1e300",
        "true",
        "FALSE",
        "''",
        "' 7 '",
        "'7.5'",
        "'it''s'",
        "'t'",
        "'日本'",
        "'0192F0E4-0000-7000-8000-000000000001'",
        "'2026-11-29 23:48:13.29+00'",
        "'2026-11-29T23:48:13.123456Z'",
        "'infinity'",
        "'2026-11-29'",
        "CAST(NULL AS BOOLEAN)",
        "CAST(NULL AS VARCHAR)",
        "CAST('12' AS BIGINT)",
        "CAST(300 AS TINYINT)",
        "CAST('12' AS SMALLINT)",
        "CAST(1.5 AS INTEGER)",
        "CAST(2 AS DOUBLE)",
        "CAST('x' AS VARCHAR(10))",
        "CAST('f' AS BOOLEAN)",
        "CAST('2026-11-29 01:02:03' AS TIMESTAMP)",
        "CAST('2026-11-29' AS DATE)",
        "CAST('2026-11-29 01:02:03+01' AS TIMESTAMPTZ)",
        "CAST('0192f0e4-0000-7000-8000-000000000001' AS UUID)",
        "TIMESTAMP '2026-11-29 01:02:03.5'",
        "TIMESTAMPTZ '2026-11-29 01:02:03.5+02'",
        "DATE '2026-11-29'",
        "'1'::BIGINT",
        "'2026-11-29'::DATE::TIMESTAMP",
        "NOW()",
        "CAST(1 AS DECIMAL(5, 2))",
        "TRY_CAST('x' AS BIGINT)",
        "1 + 1",
        "'a' || 'b'",
        "X'00ff'"
      })
  void aConstantIsReadAsThePlannerReadsIt(String constant) {
    for (String column : List.of("schema_id", "schema_uuid", "schema_name", "path_is_relative")) {
      assertThat(inserted("ducklake_schema", column, constant, "end_snapshot", "1"))
          .as(constant + " as " + column)
          .isEqualTo(inserted("ducklake_schema", column, constant, "end_snapshot", "1 + 0"));
    }
    assertThat(inserted("ducklake_snapshot", "snapshot_time", constant, "snapshot_id", "1"))
        .as(constant + " as snapshot_time")
        .isEqualTo(
            inserted("ducklake_snapshot", "snapshot_time", constant, "snapshot_id", "1 + 0"));
  }

  /** The rows, or the state of the error. */
  private static Object inserted(
      String table, String column, String constant, String other, String value) {
    DumpedScope scope = DumpedScope.empty();
    String sql =
        "INSERT INTO "
            + table
            + " ("
            + column
            + ", "
            + other
            + ") VALUES ("
            + constant
            + ", "
            + value
            + ")";
    try {
      QueryRunner.write(new EditedScope(scope), sql);
      return scope.rowsOf(MetadataTable.find(table).orElseThrow());
    } catch (RuntimeException e) {
      return ((StatementException) PlanErrors.translate(e)).state();
    }
  }

  @Test
  void valuesOfOneColumnNeedNotAgreeInTheirTypes() {
    DumpedScope scope = DumpedScope.empty();
    QueryRunner.write(
        new EditedScope(scope),
        "INSERT INTO ducklake_tag (key) VALUES ('a'), (1), (2.50), (true), (CAST(1 AS DOUBLE))");
    assertThat(scope.rowsOf(MetadataTable.TAG).stream().map(row -> row.get(3)))
        .containsExactly("a", "1", "2.50", "true", "1.0");
  }
}
