package io.moraine.driver.plan;

import io.moraine.driver.type.MoraineOperators;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * Lets an execution be stopped where it may go on for long without a new row of a scan: in joins of
 * each row with each, and in recursion.
 */
final class Interruptions extends RelHomogeneousShuttle {
  private Interruptions() {}

  /** The same plan with conditions that fail when the execution must stop. */
  static RelNode in(RelNode rel) {
    return rel.accept(new Interruptions());
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode rel = super.visit(other);
    RexBuilder builder = rel.getCluster().getRexBuilder();
    RexNode running = builder.makeCall(MoraineOperators.RUNNING);
    if (rel instanceof Join join && join.analyzeCondition().pairs().isEmpty()) {
      RexNode condition =
          join.getCondition().isAlwaysTrue()
              ? running
              : RexUtil.composeConjunction(builder, List.of(running, join.getCondition()));
      return join.copy(
          join.getTraitSet(),
          condition,
          join.getLeft(),
          join.getRight(),
          join.getJoinType(),
          join.isSemiJoinDone());
    }
    if (rel instanceof RepeatUnion union) {
      RelNode step = LogicalFilter.create(union.getIterativeRel(), running);
      return union.copy(union.getTraitSet(), List.of(union.getSeedRel(), step));
    }
    return rel;
  }
}
