package io.moraine.driver.plan;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.tools.RelBuilder;

/**
 * The planner's stages. All choices of logic are made by rules that fire one after the other; the
 * cost-based planner only picks physical forms. Searching both at once takes minutes from six
 * joined tables on.
 *
 * <p>Each stage leaves a plan that means the same. Order matters: conditions must have moved down
 * before scans take them, scans must have taken them before joins are ordered by their size, and
 * columns are trimmed last, when conditions in scans need them no more.
 */
final class Optimizer {
  /** Joins of as many tables as this keep the order in which they are written. */
  private static final int ORDER_JOINS_FROM = 2;

  /** Stops rules that would go on deriving conditions from each other. */
  private static final int TRANSITIVE_MATCHES = 64;

  private Optimizer() {}

  /**
   * A planner for the cluster of a query, with the rules of the physical stage. Order is no trait
   * here: sorts that a scan makes needless are gone before, all others stay.
   */
  static RelOptPlanner newPlanner() {
    VolcanoPlanner planner = new VolcanoPlanner();
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    planner.setExecutor(ConstantFolder.INSTANCE);
    PhysicalRules.ALL.forEach(planner::addRule);
    return planner;
  }

  /** The physical plan of a query. */
  static EnumerableRel optimize(RelRoot root) {
    RelNode rel = hep(root.project(), LogicalRules.SUB_QUERIES);
    Guards.check(rel);
    rel = hep(rel, ScanRules.TABLES);
    rel = Correlations.has(rel) ? withoutCostlyCorrelations(rel) : pushDown(rel);
    rel = orderJoins(rel);
    rel = ScanFieldTrimmer.trimTree(rel);
    rel = ExactSums.in(hep(rel, LogicalRules.EXPAND));
    rel = Interruptions.in(hep(rel, ScanRules.FOLD));
    rel = physical(rel);
    return (EnumerableRel) hep(rel, PhysicalRules.CALC);
  }

  /** Whether the plan keeps rows of its own while it runs, so that no two runs may share it. */
  static boolean isRecursive(RelNode rel) {
    return rel instanceof RepeatUnion || rel.getInputs().stream().anyMatch(Optimizer::isRecursive);
  }

  /** Correlations stay if they read by key; else they become joins. */
  private static RelNode withoutCostlyCorrelations(RelNode rel) {
    RelNode correlated = pushDown(rel);
    return Correlations.allReadByKey(correlated)
        ? correlated
        : pushDown(RelDecorrelator.decorrelateQuery(rel, builder(rel)));
  }

  private static RelBuilder builder(RelNode rel) {
    return RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null);
  }

  private static RelNode pushDown(RelNode rel) {
    RelNode down = hep(rel, LogicalRules.PUSH_DOWN);
    if (RelOptUtil.countJoins(down) > 0) {
      down = hep(down, LogicalRules.TRANSITIVE, TRANSITIVE_MATCHES);
      down = hep(down, LogicalRules.PUSH_DOWN);
    }
    return hep(down, ScanRules.FOLD);
  }

  private static RelNode orderJoins(RelNode rel) {
    if (RelOptUtil.countJoins(rel) < ORDER_JOINS_FROM) {
      return rel;
    }
    RelNode gathered = hep(rel, LogicalRules.GATHER_JOINS);
    return pushDown(hep(gathered, LogicalRules.ORDER_JOINS));
  }

  private static RelNode hep(RelNode rel, List<RelOptRule> rules) {
    return hep(rel, rules, Integer.MAX_VALUE);
  }

  private static RelNode hep(RelNode rel, List<RelOptRule> rules, int matches) {
    HepProgramBuilder program =
        new HepProgramBuilder()
            .addMatchOrder(HepMatchOrder.TOP_DOWN)
            .addMatchLimit(matches)
            .addRuleCollection(rules);
    RelOptPlanner clusterPlanner = rel.getCluster().getPlanner();
    HepPlanner planner = new HepPlanner(program.build(), clusterPlanner.getContext());
    planner.setExecutor(clusterPlanner.getExecutor());
    planner.setRoot(rel);
    return planner.findBestExp();
  }

  private static RelNode physical(RelNode rel) {
    RelOptPlanner planner = rel.getCluster().getPlanner();
    if (isRecursive(rel)) {
      PhysicalRules.RECURSION.forEach(planner::addRule);
    }
    RelTraitSet traits = rel.getCluster().traitSetOf(EnumerableConvention.INSTANCE);
    planner.setRoot(planner.changeTraits(rel, traits));
    return planner.findBestExp();
  }
}
