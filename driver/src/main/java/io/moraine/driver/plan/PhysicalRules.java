package io.moraine.driver.plan;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.interpreter.Bindables;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.rules.CalcMergeRule;

/** Rules that pick the form in which a plan runs. */
final class PhysicalRules {
  /** For the cost-based stage. */
  static final List<RelOptRule> ALL =
      List.of(
          EnumerableMetadataScan.Rule.INSTANCE,
          EnumerableRules.ENUMERABLE_TABLE_SCAN_RULE,
          EnumerableRules.ENUMERABLE_JOIN_RULE,
          EnumerableRules.ENUMERABLE_ASOFJOIN_RULE,
          EnumerableRules.ENUMERABLE_CORRELATE_RULE,
          EnumerableRules.ENUMERABLE_CONDITIONAL_CORRELATE_RULE,
          EnumerableRules.ENUMERABLE_PROJECT_RULE,
          EnumerableRules.ENUMERABLE_FILTER_RULE,
          EnumerableRules.ENUMERABLE_AGGREGATE_RULE,
          EnumerableRules.ENUMERABLE_SORT_RULE,
          EnumerableRules.ENUMERABLE_LIMIT_SORT_RULE,
          EnumerableRules.ENUMERABLE_LIMIT_RULE,
          EnumerableRules.ENUMERABLE_UNION_RULE,
          EnumerableRules.ENUMERABLE_INTERSECT_RULE,
          EnumerableRules.ENUMERABLE_MINUS_RULE,
          EnumerableRules.ENUMERABLE_VALUES_RULE,
          EnumerableRules.ENUMERABLE_WINDOW_RULE,
          EnumerableRules.ENUMERABLE_COLLECT_RULE,
          EnumerableRules.ENUMERABLE_UNCOLLECT_RULE,
          EnumerableRules.ENUMERABLE_TABLE_FUNCTION_SCAN_RULE);

  /**
   * For queries that refer to themselves. Their intermediate rows are tables that come and go in
   * the root schema while the query runs.
   */
  static final List<RelOptRule> RECURSION =
      List.of(
          EnumerableRules.ENUMERABLE_REPEAT_UNION_RULE,
          EnumerableRules.ENUMERABLE_TABLE_SPOOL_RULE,
          EnumerableRules.TO_INTERPRETER,
          Bindables.BINDABLE_TABLE_SCAN_RULE);

  /** Filters and projections become calculations, which are what generated code knows. */
  static final List<RelOptRule> CALC =
      List.of(
          EnumerableRules.ENUMERABLE_FILTER_TO_CALC_RULE,
          EnumerableRules.ENUMERABLE_PROJECT_TO_CALC_RULE,
          CalcMergeRule.Config.DEFAULT.toRule());

  private PhysicalRules() {}
}
