package io.moraine.driver.type;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;

/**
 * How calls become expressions of a plan. Differs from Calcite's in what looks inside timestamps,
 * which have microseconds here: such calls become the driver's own, and what has no counterpart is
 * refused.
 */
public final class MoraineConvertlets implements SqlRexConvertletTable {
  /** The one table. */
  public static final MoraineConvertlets INSTANCE = new MoraineConvertlets();

  /** Operators that treat a timestamp as a value to compare or pass on. */
  private static final Set<SqlKind> VALUE_ONLY =
      EnumSet.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.BETWEEN,
          SqlKind.IN,
          SqlKind.NOT_IN,
          SqlKind.SOME,
          SqlKind.ALL,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.CASE,
          SqlKind.COALESCE,
          SqlKind.NULLIF,
          SqlKind.NVL,
          SqlKind.IF,
          SqlKind.GREATEST,
          SqlKind.LEAST,
          SqlKind.GREATEST_PG,
          SqlKind.LEAST_PG,
          SqlKind.CAST,
          SqlKind.SAFE_CAST,
          SqlKind.AS,
          SqlKind.ROW,
          SqlKind.ARRAY_VALUE_CONSTRUCTOR,
          SqlKind.MAP_VALUE_CONSTRUCTOR,
          SqlKind.DESCENDING,
          SqlKind.NULLS_FIRST,
          SqlKind.NULLS_LAST,
          SqlKind.ITEM,
          SqlKind.DOT);

  private MoraineConvertlets() {}

  @Override
  public SqlRexConvertlet get(SqlCall call) {
    SqlOperator operator = call.getOperator();
    if (operator instanceof ScalarOperator scalar) {
      return (context, each) -> own(context, each, scalar);
    }
    if (operator instanceof Period) {
      return MoraineConvertlets::period;
    }
    if (operator instanceof StructPack) {
      return MoraineConvertlets::struct;
    }
    return switch (call.getKind()) {
      case PLUS, MINUS -> MoraineConvertlets::plusOrMinus;
      case EXTRACT -> MoraineConvertlets::extract;
      case FLOOR -> MoraineConvertlets::floor;
      default -> MoraineConvertlets::standard;
    };
  }

  private static RexNode standard(SqlRexContext context, SqlCall call) {
    if (!VALUE_ONLY.contains(call.getKind())
        && !call.getOperator().isAggregator()
        && call.getOperandList().stream().anyMatch(each -> isTimestamp(context, each))) {
      throw new StatementException(
          SqlState.UNSUPPORTED,
          call.getOperator().getName()
              + " is not supported for timestamps; try date_trunc,"
              + " date_part, epoch_us or strftime");
    }
    SqlRexConvertlet convertlet = StandardConvertletTable.INSTANCE.get(call);
    if (convertlet == null) {
      throw new StatementException(
          SqlState.UNSUPPORTED, call.getOperator().getName() + " is not supported");
    }
    return convertlet.convertCall(context, call);
  }

  /** A function of the driver's, with its arguments in the classes of the method's parameters. */
  private static RexNode own(SqlRexContext context, SqlCall call, ScalarOperator operator) {
    RexBuilder builder = context.getRexBuilder();
    List<RexNode> operands = new ArrayList<>();
    for (int i = 0; i < call.operandCount(); i++) {
      RexNode value = context.convertExpression(call.operand(i));
      operands.add(argument(builder, value, operator.parameters().get(i)));
    }
    RelDataType type = context.getValidator().getValidatedNodeType(call);
    return builder.makeCall(type, operator, operands);
  }

  /** A state of a table: a snapshot id, or a time as an instant. */
  private static RexNode period(SqlRexContext context, SqlCall call) {
    RexBuilder builder = context.getRexBuilder();
    RexNode value = context.convertExpression(call.operand(0));
    SqlTypeName type =
        call.getOperator().equals(MoraineOperators.AT_VERSION)
            ? SqlTypeName.BIGINT
            : SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    return builder.makeCall(
        context.getValidator().getValidatedNodeType(call),
        call.getOperator(),
        List.of(cast(builder, value, type)));
  }

  private static RexNode argument(RexBuilder builder, RexNode value, Class<?> parameter) {
    RelDataType type = value.getType();
    if (type.getSqlTypeName() == SqlTypeName.DATE) {
      return cast(builder, value, SqlTypeName.TIMESTAMP);
    }
    if (!SqlTypeUtil.isNumeric(type)) {
      return value;
    }
    return cast(
        builder, value, parameter == double.class ? SqlTypeName.DOUBLE : SqlTypeName.BIGINT);
  }

  private static RexNode cast(RexBuilder builder, RexNode value, SqlTypeName name) {
    RelDataType type = builder.getTypeFactory().createSqlType(name);
    return value.getType().getSqlTypeName() == name
        ? value
        : builder.makeCast(
            builder.getTypeFactory().createTypeWithNullability(type, value.getType().isNullable()),
            value);
  }

  private static RexNode struct(SqlRexContext context, SqlCall call) {
    List<RexNode> values = new ArrayList<>();
    for (int i = 1; i < call.operandCount(); i += 2) {
      values.add(context.convertExpression(call.operand(i)));
    }
    RelDataType type = context.getValidator().getValidatedNodeType(call);
    return context.getRexBuilder().makeCall(type, SqlStdOperatorTable.ROW, values);
  }

  private static RexNode plusOrMinus(SqlRexContext context, SqlCall call) {
    if (call.operandCount() != 2 || !hasTimestamp(context, call)) {
      return standard(context, call);
    }
    RexNode left = context.convertExpression(call.operand(0));
    RexNode right = context.convertExpression(call.operand(1));
    boolean minus = call.getKind() == SqlKind.MINUS;
    boolean intervalFirst = SqlTypeUtil.isInterval(left.getType());
    RexNode time = intervalFirst ? right : left;
    RexNode interval = intervalFirst ? left : right;
    if (!SqlTypeUtil.isInterval(interval.getType()) || (minus && intervalFirst)) {
      return standard(context, call);
    }
    return context
        .getRexBuilder()
        .makeCall(time.getType(), shift(interval.getType(), minus), List.of(time, interval));
  }

  private static SqlOperator shift(RelDataType interval, boolean minus) {
    if (interval.getSqlTypeName().isYearMonth()) {
      return minus ? MoraineOperators.MINUS_MONTHS : MoraineOperators.PLUS_MONTHS;
    }
    return minus ? MoraineOperators.MINUS_MILLIS : MoraineOperators.PLUS_MILLIS;
  }

  private static RexNode extract(SqlRexContext context, SqlCall call) {
    RexNode time = context.convertExpression(call.operand(1));
    if (!Casts.isTimestamp(time.getType().getSqlTypeName())
        && time.getType().getSqlTypeName() != SqlTypeName.DATE) {
      return standard(context, call);
    }
    RexBuilder builder = context.getRexBuilder();
    RelDataType type = context.getValidator().getValidatedNodeType(call);
    return builder.makeCall(
        type,
        MoraineOperators.DATE_PART,
        List.of(unit(builder, call.operand(0)), argument(builder, time, long.class)));
  }

  private static RexNode floor(SqlRexContext context, SqlCall call) {
    if (!hasTimestamp(context, call)) {
      return standard(context, call);
    }
    RexBuilder builder = context.getRexBuilder();
    RexNode time = context.convertExpression(call.operand(0));
    return builder.makeCall(
        time.getType(), MoraineOperators.DATE_TRUNC, List.of(unit(builder, call.operand(1)), time));
  }

  private static RexNode unit(RexBuilder builder, SqlNode qualifier) {
    SqlIntervalQualifier interval = (SqlIntervalQualifier) qualifier;
    String name =
        interval.timeFrameName != null ? interval.timeFrameName : interval.getUnit().name();
    return builder.makeLiteral(name);
  }

  private static boolean hasTimestamp(SqlRexContext context, SqlCall call) {
    return call.getOperandList().stream().anyMatch(each -> isTimestamp(context, each));
  }

  private static boolean isTimestamp(SqlRexContext context, SqlNode operand) {
    RelDataType type = context.getValidator().getValidatedNodeTypeIfKnown(operand);
    return type != null && Casts.isTimestamp(type.getSqlTypeName());
  }
}
