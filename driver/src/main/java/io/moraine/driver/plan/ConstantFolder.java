package io.moraine.driver.plan;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.type.MoraineOperators;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContexts;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexExecutable;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexExecutorImpl;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Computes constant expressions while planning. Casts of literals that change no value, by far the
 * most frequent ones, are done here: Calcite compiles a Java class for each constant.
 */
final class ConstantFolder implements RexExecutor {
  static final ConstantFolder INSTANCE = new ConstantFolder();

  private static final RexExecutor COMPILING = new RexExecutorImpl(DataContexts.EMPTY);

  private ConstantFolder() {}

  @Override
  public void reduce(RexBuilder builder, List<RexNode> constants, List<RexNode> reduced) {
    List<RexNode> harder = new ArrayList<>();
    for (RexNode constant : constants) {
      if (!isPlainCast(constant)) {
        harder.add(constant);
      }
    }
    List<RexNode> computed = new ArrayList<>();
    if (!harder.isEmpty()) {
      COMPILING.reduce(builder, harder, computed);
    }
    if (computed.equals(harder)) {
      // One of them failed, and none was computed.
      computed.replaceAll(constant -> computeAlone(builder, constant));
    }
    int next = 0;
    for (RexNode constant : constants) {
      reduced.add(isPlainCast(constant) ? cast(builder, constant) : computed.get(next++));
    }
  }

  /** Whether it is an integer as a wider one, or a text as a text of any length. */
  private static boolean isPlainCast(RexNode constant) {
    if (!constant.isA(SqlKind.CAST)
        || !(((RexCall) constant).operands.get(0) instanceof RexLiteral literal)
        || literal.isNull()) {
      return false;
    }
    SqlTypeName from = literal.getType().getSqlTypeName();
    RelDataType to = constant.getType();
    return switch (to.getSqlTypeName()) {
      case BIGINT -> SqlTypeName.INT_TYPES.contains(from);
      case VARCHAR ->
          to.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
              && SqlTypeName.CHAR_TYPES.contains(from);
      default -> false;
    };
  }

  private static RexNode cast(RexBuilder builder, RexNode constant) {
    RexLiteral literal = (RexLiteral) ((RexCall) constant).operands.get(0);
    return builder.makeLiteral(literal.getValue(), constant.getType(), true);
  }

  /** The value of a constant; what fails if it has none because of its operands' values. */
  private static RexNode computeAlone(RexBuilder builder, RexNode constant) {
    try {
      RexExecutable executable =
          RexExecutorImpl.getExecutable(
              builder, List.of(constant), builder.getTypeFactory().builder().build());
      @Nullable Object[] values = executable.getFunction().apply(DataContexts.EMPTY);
      return builder.makeLiteral(values[0], constant.getType(), true);
    } catch (RuntimeException e) {
      return PlanErrors.translate(e) instanceof StatementException failure
              && failure.state() != SqlState.INTERNAL
              && failure.state() != SqlState.UNSUPPORTED
          ? raise(builder, constant.getType(), failure)
          : constant;
    }
  }

  private static RexNode raise(RexBuilder builder, RelDataType type, StatementException failure) {
    return builder.makeCall(
        type,
        MoraineOperators.RAISE,
        List.of(
            builder.makeLiteral(failure.state().name()),
            builder.makeLiteral(String.valueOf(failure.getMessage()))));
  }
}
