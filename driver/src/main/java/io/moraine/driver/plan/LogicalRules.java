package io.moraine.driver.plan;

import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.rules.FilterJoinRule;
import org.apache.calcite.rel.rules.FilterMergeRule;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rel.rules.ProjectRemoveRule;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;

/** Rules that rewrite a query without regard to how it will run. */
final class LogicalRules {
  /** Sub-queries in expressions become joins and correlations. */
  static final List<RelOptRule> SUB_QUERIES =
      List.of(
          SubQueryRemoveRule.Config.FILTER.toRule(),
          SubQueryRemoveRule.Config.PROJECT.toRule(),
          SubQueryRemoveRule.Config.JOIN.toRule());

  /** Conditions move down, neighbours merge. */
  static final List<RelOptRule> PUSH_DOWN =
      List.of(
          FilterMergeRule.Config.DEFAULT.toRule(),
          FilterProjectTransposeRule.Config.DEFAULT.toRule(),
          FilterJoinRule.FilterIntoJoinRule.FilterIntoJoinRuleConfig.DEFAULT.toRule(),
          FilterJoinRule.JoinConditionPushRule.JoinConditionPushRuleConfig.DEFAULT.toRule(),
          ProjectMergeRule.Config.DEFAULT.toRule(),
          ProjectRemoveRule.Config.DEFAULT.toRule());

  private LogicalRules() {}
}
