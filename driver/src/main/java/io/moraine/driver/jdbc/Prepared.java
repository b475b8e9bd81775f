package io.moraine.driver.jdbc;

import io.moraine.driver.metadata.JdbcType;
import io.moraine.driver.plan.PlannedStatement;
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
