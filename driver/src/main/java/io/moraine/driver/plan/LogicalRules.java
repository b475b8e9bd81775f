package io.moraine.driver.plan;

import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.rules.AggregateExpandDistinctAggregatesRule;
import org.apache.calcite.rel.rules.AggregateProjectMergeRule;
import org.apache.calcite.rel.rules.AggregateReduceFunctionsRule;
import org.apache.calcite.rel.rules.FilterAggregateTransposeRule;
import org.apache.calcite.rel.rules.FilterCorrelateRule;
import org.apache.calcite.rel.rules.FilterJoinRule;
import org.apache.calcite.rel.rules.FilterMergeRule;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.FilterSetOpTransposeRule;
import org.apache.calcite.rel.rules.FilterWindowTransposeRule;
import org.apache.calcite.rel.rules.JoinPushExpressionsRule;
import org.apache.calcite.rel.rules.JoinPushTransitivePredicatesRule;
import org.apache.calcite.rel.rules.JoinToMultiJoinRule;
import org.apache.calcite.rel.rules.LoptOptimizeJoinRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rel.rules.ProjectRemoveRule;
import org.apache.calcite.rel.rules.ProjectToWindowRule.ProjectToLogicalProjectAndWindowRule;
import org.apache.calcite.rel.rules.PruneEmptyRules;
import org.apache.calcite.rel.rules.ReduceExpressionsRule;
import org.apache.calcite.rel.rules.SortProjectTransposeRule;
import org.apache.calcite.rel.rules.SortRemoveConstantKeysRule;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;
import org.apache.calcite.rel.rules.UnionMergeRule;
import org.apache.calcite.rel.rules.ValuesReduceRule;

/**
 * Rules that rewrite a query without regard to how it will run. Each is built from its own
 * settings: to touch Calcite's list of all rules costs 0.2 s at the first statement of a process.
 */
final class LogicalRules {
  /** Sub-queries in expressions become joins and correlations. */
  static final List<RelOptRule> SUB_QUERIES =
      List.of(
          SubQueryRemoveRule.Config.FILTER.toRule(),
          SubQueryRemoveRule.Config.PROJECT.toRule(),
          SubQueryRemoveRule.Config.JOIN.toRule());

  /** Conditions move down, neighbours merge, constants are computed. */
  static final List<RelOptRule> PUSH_DOWN =
      List.of(
          FilterMergeRule.Config.DEFAULT.toRule(),
          FilterProjectTransposeRule.Config.DEFAULT.toRule(),
          FilterAggregateTransposeRule.Config.DEFAULT.toRule(),
          FilterSetOpTransposeRule.Config.DEFAULT.toRule(),
          FilterWindowTransposeRule.Config.DEFAULT.toRule(),
          FilterCorrelateRule.Config.DEFAULT.toRule(),
          FilterJoinRule.FilterIntoJoinRule.FilterIntoJoinRuleConfig.DEFAULT.toRule(),
          FilterJoinRule.JoinConditionPushRule.JoinConditionPushRuleConfig.DEFAULT.toRule(),
          JoinPushExpressionsRule.Config.DEFAULT.toRule(),
          ProjectMergeRule.Config.DEFAULT.toRule(),
          ProjectRemoveRule.Config.DEFAULT.toRule(),
          AggregateProjectMergeRule.Config.DEFAULT.toRule(),
          SortProjectTransposeRule.Config.DEFAULT.toRule(),
          SortRemoveConstantKeysRule.Config.DEFAULT.toRule(),
          UnionMergeRule.Config.DEFAULT.toRule(),
          UnionMergeRule.Config.INTERSECT.toRule(),
          UnionMergeRule.Config.MINUS.toRule(),
          ReduceExpressionsRule.FilterReduceExpressionsRule.FilterReduceExpressionsRuleConfig
              .DEFAULT
              .toRule(),
          ReduceExpressionsRule.ProjectReduceExpressionsRule.ProjectReduceExpressionsRuleConfig
              .DEFAULT
              .toRule(),
          ReduceExpressionsRule.JoinReduceExpressionsRule.JoinReduceExpressionsRuleConfig.DEFAULT
              .toRule(),
          ValuesReduceRule.Config.FILTER.toRule(),
          ValuesReduceRule.Config.PROJECT.toRule(),
          ValuesReduceRule.Config.PROJECT_FILTER.toRule(),
          PruneEmptyRules.UNION_INSTANCE,
          PruneEmptyRules.PROJECT_INSTANCE,
          PruneEmptyRules.FILTER_INSTANCE,
          PruneEmptyRules.SORT_INSTANCE,
          PruneEmptyRules.SORT_FETCH_ZERO_INSTANCE,
          PruneEmptyRules.AGGREGATE_INSTANCE,
          PruneEmptyRules.JOIN_LEFT_INSTANCE,
          PruneEmptyRules.JOIN_RIGHT_INSTANCE);

  /** A condition on one side of a join holds on the other side's equal columns too. */
  static final List<RelOptRule> TRANSITIVE =
      List.of(JoinPushTransitivePredicatesRule.Config.DEFAULT.toRule());

  /** Windows and aggregates take the forms that can run. */
  static final List<RelOptRule> EXPAND =
      List.of(
          ProjectToLogicalProjectAndWindowRule.ProjectToLogicalProjectAndWindowRuleConfig.DEFAULT
              .toRule(),
          AggregateExpandDistinctAggregatesRule.Config.JOIN.toRule(),
          AggregateReduceFunctionsRule.Config.DEFAULT.toRule());

  /** Neighbouring inner joins become one join of many. */
  static final List<RelOptRule> GATHER_JOINS =
      List.of(
          JoinToMultiJoinRule.Config.DEFAULT
              .withOperandSupplier(
                  join ->
                      join.operand(LogicalJoin.class)
                          .predicate(each -> each.getJoinType() == JoinRelType.INNER)
                          .inputs(
                              left -> left.operand(RelNode.class).anyInputs(),
                              right -> right.operand(RelNode.class).anyInputs()))
              .as(JoinToMultiJoinRule.Config.class)
              .toRule());

  /** A join of many becomes joins of two, the most selective first. */
  static final List<RelOptRule> ORDER_JOINS = List.of(LoptOptimizeJoinRule.Config.DEFAULT.toRule());

  private LogicalRules() {}
}
