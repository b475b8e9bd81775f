package io.moraine.driver.plan;

import io.moraine.driver.type.MoraineOperators;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.logical.LogicalWindow;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/** Makes sums of integers fail when they overflow. */
final class ExactSums extends RelHomogeneousShuttle {
  private ExactSums() {}

  /** The same plan with sums that fail. */
  static RelNode in(RelNode rel) {
    return rel.accept(new ExactSums());
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode rel = super.visit(other);
    if (rel instanceof Aggregate aggregate) {
      return aggregate.copy(
          aggregate.getTraitSet(),
          aggregate.getInput(),
          aggregate.getGroupSet(),
          aggregate.getGroupSets(),
          aggregate.getAggCallList().stream().map(ExactSums::exact).toList());
    }
    return rel instanceof LogicalWindow window ? exact(window) : rel;
  }

  private static AggregateCall exact(AggregateCall call) {
    return isSum(call.getAggregation(), call.getType())
        ? AggregateCall.create(
            exact(call.getAggregation()),
            call.isDistinct(),
            call.isApproximate(),
            call.ignoreNulls(),
            call.rexList,
            call.getArgList(),
            call.filterArg,
            call.distinctKeys,
            call.getCollation(),
            call.getType(),
            call.getName())
        : call;
  }

  private static RelNode exact(LogicalWindow window) {
    List<Window.Group> groups = window.groups.stream().map(ExactSums::exact).toList();
    return LogicalWindow.create(
        window.getTraitSet(),
        window.getHints(),
        window.getInput(),
        window.constants,
        window.getRowType(),
        groups);
  }

  private static Window.Group exact(Window.Group group) {
    return new Window.Group(
        group.keys,
        group.isRows,
        group.lowerBound,
        group.upperBound,
        group.exclude,
        group.orderKeys,
        group.aggCalls.stream().map(ExactSums::exact).toList());
  }

  private static Window.RexWinAggCall exact(Window.RexWinAggCall call) {
    return isSum((SqlAggFunction) call.getOperator(), call.getType())
        ? new Window.RexWinAggCall(
            call.getParserPosition(),
            exact((SqlAggFunction) call.getOperator()),
            call.getType(),
            call.getOperands(),
            call.ordinal,
            call.distinct,
            call.ignoreNulls)
        : call;
  }

  private static SqlAggFunction exact(SqlAggFunction sum) {
    return sum.getKind() == SqlKind.SUM0 ? MoraineOperators.EXACT_SUM0 : MoraineOperators.EXACT_SUM;
  }

  private static boolean isSum(SqlAggFunction function, RelDataType type) {
    return (function.getKind() == SqlKind.SUM || function.getKind() == SqlKind.SUM0)
        && type.getSqlTypeName() == SqlTypeName.BIGINT;
  }
}
