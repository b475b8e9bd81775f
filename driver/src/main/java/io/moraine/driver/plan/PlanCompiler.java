package io.moraine.driver.plan;

import io.moraine.driver.schema.MoraineSchema;
import io.moraine.driver.schema.StatementContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.util.Pair;

/** Turns a physical plan into something that runs. */
final class PlanCompiler {
  private static final SchemaPlus ROOT_SCHEMA = MoraineSchema.root().plus();

  private PlanCompiler() {}

  /** Compiles generated code. */
  static PlannedStatement.Executable compile(RelRoot root) {
    Map<String, Object> planObjects = new HashMap<>();
    planObjects.put("_conformance", Dialect.CONFORMANCE);
    Bindable<?> bindable =
        EnumerableInterpretable.toBindable(
            planObjects, null, withoutHiddenColumns(root), EnumerableRel.Prefer.ARRAY);
    return request ->
        bindable.bind(StatementContext.of(request, planObjects, ROOT_SCHEMA, Dialect.TYPES));
  }

  /** The plan without columns that only ORDER BY needed. */
  static EnumerableRel withoutHiddenColumns(RelRoot root) {
    EnumerableRel rel = (EnumerableRel) root.rel;
    if (root.isRefTrivial()) {
      return rel;
    }
    RexBuilder builder = rel.getCluster().getRexBuilder();
    List<RexNode> projects =
        Pair.left(root.fields).stream()
            .<RexNode>map(field -> builder.makeInputRef(rel, field))
            .toList();
    return EnumerableCalc.create(
        rel, RexProgram.create(rel.getRowType(), projects, null, root.validatedRowType, builder));
  }
}
