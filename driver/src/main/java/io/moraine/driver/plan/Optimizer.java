package io.moraine.driver.plan;

import java.util.List;
import org.apache.calcite.DataContexts;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rex.RexExecutorImpl;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.tools.RelBuilder;

/**
 * The planner's stages. All choices of logic are made by rules that fire one after the other; the
 * cost-based planner only picks physical forms. Searching both at once takes minutes from six
 * joined tables on.
 */
final class Optimizer {
  private Optimizer() {}

  /** A planner for the cluster of a query, with the rules of the physical stage. */
  static RelOptPlanner newPlanner() {
    VolcanoPlanner planner = new VolcanoPlanner();
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    planner.addRelTraitDef(RelCollationTraitDef.INSTANCE);
    planner.setExecutor(new RexExecutorImpl(DataContexts.EMPTY));
    PhysicalRules.ALL.forEach(planner::addRule);
    return planner;
  }

  /** The physical plan of a query. */
  static RelRoot optimize(RelRoot root) {
    RelNode rel = hep(root.rel, LogicalRules.SUB_QUERIES);
    rel = RelDecorrelator.decorrelateQuery(rel, builder(rel));
    rel = hep(rel, ScanRules.TABLES);
    rel = hep(rel, LogicalRules.PUSH_DOWN);
    rel = hep(rel, ScanRules.FOLD);
    rel = ScanFieldTrimmer.trimTree(rel);
    rel = physical(rel);
    return root.withRel(hep(rel, PhysicalRules.CALC));
  }

  private static RelBuilder builder(RelNode rel) {
    return RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null);
  }

  private static RelNode hep(RelNode rel, List<RelOptRule> rules) {
    HepProgram program =
        new HepProgramBuilder()
            .addMatchOrder(HepMatchOrder.TOP_DOWN)
            .addRuleCollection(rules)
            .build();
    HepPlanner planner = new HepPlanner(program, rel.getCluster().getPlanner().getContext());
    planner.setExecutor(rel.getCluster().getPlanner().getExecutor());
    planner.setRoot(rel);
    return planner.findBestExp();
  }

  private static RelNode physical(RelNode rel) {
    RelOptPlanner planner = rel.getCluster().getPlanner();
    RelTraitSet traits = rel.getCluster().traitSetOf(EnumerableConvention.INSTANCE);
    planner.setRoot(planner.changeTraits(rel, traits));
    return planner.findBestExp();
  }
}
