package io.moraine.driver.plan;

import io.moraine.driver.schema.MoraineSchema;
import io.moraine.driver.schema.StatementContext;
import io.moraine.driver.type.SessionVariables;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.schema.SchemaPlus;

/** Turns physical plans into something that runs. */
final class PlanCompiler {
  private final Map<String, Object> planObjects = new HashMap<>();
  private final SchemaPlus rootSchema;

  /** A compiler for one plan, which is to run with {@code rootSchema}. */
  PlanCompiler(CalciteSchema rootSchema, PlanSettings settings) {
    this.rootSchema = rootSchema.plus();
    planObjects.put("_conformance", Dialect.CONFORMANCE);
    planObjects.put(SessionVariables.CURRENT_SCHEMA, settings.defaultSchema());
    planObjects.put(SessionVariables.CURRENT_DATABASE, MoraineSchema.CATALOG);
  }

  /** The plan as generated code, or as a plain call if it is one scan. */
  PlannedStatement.Executable compile(EnumerableRel rel) {
    DirectScan direct = rel instanceof MetadataScan scan ? DirectScan.of(scan) : null;
    if (direct != null) {
      return request -> direct.open(context(request));
    }
    Bindable<?> bindable =
        EnumerableInterpretable.toBindable(planObjects, null, rel, EnumerableRel.Prefer.ARRAY);
    return request -> bindable.bind(context(request));
  }

  private StatementContext context(StatementContext.Request request) {
    return StatementContext.of(request, planObjects, rootSchema, Dialect.TYPES);
  }
}
