package io.moraine.driver.jdbc;

import io.moraine.driver.dml.PlannedWrite;
import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.metadata.JdbcType;
import io.moraine.driver.plan.PlannedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/**
 * A plan with its columns as JDBC describes them. Immutable.
 *
 * @param plan the plan
 * @param metaData the columns of its rows
 */
record Prepared(PlannedStatement plan, MoraineResultSetMetaData metaData) {
  static Prepared of(PlannedStatement plan) {
    List<ResultColumn> columns = new ArrayList<>();
    for (RelDataTypeField field : plan.rowType().getFieldList()) {
      columns.add(column(field, plan.signature().columns.get(field.getIndex())));
    }
    return new Prepared(plan, new MoraineResultSetMetaData(columns));
  }

  /**
   * How to run it.
   *
   * @throws SQLException if it gives rows
   */
  PlannedWrite requireWrite() throws SQLException {
    return plan.write()
        .orElseThrow(
            () ->
                SqlErrors.of(
                    SqlState.INVALID_STATEMENT,
                    "the statement gives rows, not an update count; call executeQuery or execute"));
  }

  /** Checks that it gives rows. */
  void requireRows() throws SQLException {
    if (writes()) {
      throw SqlErrors.of(
          SqlState.INVALID_STATEMENT,
          "the statement gives an update count, not rows; call executeUpdate or execute");
    }
  }

  /** Whether it gives an update count instead of rows. */
  boolean writes() {
    return plan.kind().isWrite();
  }

  /** Refuses to give generated keys, if wanted: no key of the catalog is generated. */
  void refuseGeneratedKeys(boolean wanted) throws SQLException {
    if (wanted && writes()) {
      throw SqlErrors.unsupported("Returning generated keys");
    }
  }

  Meta.Signature signature() {
    return plan.signature();
  }

  private static ResultColumn column(RelDataTypeField field, ColumnMetaData origin) {
    RelDataType type = field.getType();
    return new ResultColumn(
        origin.label,
        textOr(origin.columnName, origin.label),
        textOr(origin.tableName, ""),
        textOr(origin.schemaName, ""),
        JdbcType.of(type),
        origin.nullable,
        ResultColumn.precisionOf(type),
        ResultColumn.scaleOf(type));
  }

  private static String textOr(@Nullable String text, String otherwise) {
    return text == null || text.isEmpty() ? otherwise : text;
  }
}
