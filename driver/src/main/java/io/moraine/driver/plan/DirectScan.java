package io.moraine.driver.plan;

import io.moraine.driver.schema.MoraineScan;
import io.moraine.driver.schema.StatementContext;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A plan that is nothing but one scan, run without generated code: to compile a class takes longer
 * than all the rest of planning.
 */
final class DirectScan {
  private final MoraineScan scan;
  private final List<Value> values;

  private DirectScan(MoraineScan scan, List<Value> values) {
    this.scan = scan;
    this.values = List.copyOf(values);
  }

  /** A value known when the statement starts. */
  private interface Value {
    @Nullable Object in(StatementContext context);
  }

  /** The plan, or null if values of the scan must be computed. */
  static @Nullable DirectScan of(MetadataScan scan) {
    List<Value> values = new ArrayList<>();
    for (RexNode each : scan.spec().values()) {
      Value value = valueOf(each);
      if (value == null) {
        return null;
      }
      values.add(value);
    }
    return new DirectScan(scan.spec().toScan(), values);
  }

  Enumerable<?> open(StatementContext context) {
    @Nullable Object[] row = new Object[values.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = values.get(i).in(context);
    }
    return scan.open(context, row);
  }

  private static @Nullable Value valueOf(RexNode expression) {
    if (!SqlTypeName.INT_TYPES.contains(expression.getType().getSqlTypeName())) {
      return null;
    }
    if (expression instanceof RexLiteral literal) {
      Long value = literal.getValueAs(Long.class);
      return context -> value;
    }
    if (expression instanceof RexDynamicParam parameter) {
      return context -> context.parameter(parameter.getIndex());
    }
    return expression.isA(SqlKind.CAST)
            && expression.getType().getSqlTypeName() == SqlTypeName.BIGINT
        ? valueOf(((RexCall) expression).getOperands().get(0))
        : null;
  }
}
