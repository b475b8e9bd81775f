package io.moraine.driver.type;

import io.moraine.driver.parser.ParsedStatement.Query;
import io.moraine.driver.parser.SqlParserSettings;
import io.moraine.driver.parser.StatementParser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.calcite.DataContext;
import org.apache.calcite.DataContexts;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rex.RexExecutorImpl;
import org.apache.calcite.schema.Table;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.Programs;
import org.jspecify.annotations.Nullable;

/** Runs queries with Calcite's stock planner over the driver's parser, types and operators. */
final class QueryRunner {
  static final long NOW_MICROS = 1_764_461_440_956_145L;

  private final CalciteSchema root = CalciteSchema.createRootSchema(false, false);
  private final CalciteSchema schema;
  private final Map<String, Table> tables = new HashMap<>();

  QueryRunner() {
    schema = root.add("metadata", new org.apache.calcite.schema.impl.AbstractSchema());
  }

  void add(String name, Table table) {
    schema.add(name, table);
    tables.put(name, table);
  }

  void copyTables(CalciteSchema other) {
    tables.forEach(other::add);
  }

  CalciteSchema root() {
    return root;
  }

  SqlValidator validator() {
    return SqlValidatorUtil.newValidator(
        SqlOperatorTables.chain(MoraineOperators.TABLE),
        reader(),
        MoraineTypeFactory.INSTANCE,
        SqlValidator.Config.DEFAULT
            .withConformance(SqlParserSettings.CONFORMANCE)
            .withTypeCoercionFactory(MoraineTypeCoercion::new)
            .withDefaultNullCollation(NullCollation.LAST)
            .withIdentifierExpansion(true));
  }

  /** The plan before optimisation. */
  RelRoot toRel(String sql) {
    SqlNode tree = ((Query) StatementParser.parse(sql)).tree();
    SqlValidator validator = validator();
    VolcanoPlanner planner = new VolcanoPlanner(Contexts.of(config()));
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    planner.addRelTraitDef(RelCollationTraitDef.INSTANCE);
    planner.setExecutor(new RexExecutorImpl(DataContexts.EMPTY));
    org.apache.calcite.plan.RelOptUtil.registerDefaultRules(planner, false, false);
    return new SqlToRelConverter(
            (rowType, query, schemaPath, viewPath) -> {
              throw new UnsupportedOperationException();
            },
            validator,
            reader(),
            RelOptCluster.create(planner, new MoraineRexBuilder()),
            MoraineConvertlets.INSTANCE,
            SqlToRelConverter.config().withExpand(false))
        .convertQuery(validator.validate(tree), false, true);
  }

  /** The rows; a value is of the engine's class. */
  List<List<@Nullable Object>> rows(String sql, Object... parameters) {
    RelRoot rel = toRel(sql);
    RelTraitSet traits =
        rel.rel
            .getCluster()
            .traitSetOf(EnumerableConvention.INSTANCE)
            .replace(rel.collation)
            .simplify();
    EnumerableRel physical =
        (EnumerableRel)
            Programs.standard()
                .run(rel.rel.getCluster().getPlanner(), rel.rel, traits, List.of(), List.of());
    Map<String, Object> variables = new HashMap<>();
    variables.put("_conformance", SqlParserSettings.CONFORMANCE);
    variables.put(SessionVariables.NOW_MICROS, NOW_MICROS);
    variables.put(DataContext.Variable.CURRENT_TIMESTAMP.camelName, NOW_MICROS / 1000);
    for (int i = 0; i < parameters.length; i++) {
      variables.put("?" + i, parameters[i]);
    }
    DataContext context =
        new DataContext() {
          @Override
          public org.apache.calcite.schema.SchemaPlus getRootSchema() {
            return root.plus();
          }

          @Override
          public org.apache.calcite.adapter.java.JavaTypeFactory getTypeFactory() {
            return MoraineTypeFactory.INSTANCE;
          }

          @Override
          public org.apache.calcite.linq4j.QueryProvider getQueryProvider() {
            throw new UnsupportedOperationException();
          }

          @Override
          public @Nullable Object get(String name) {
            return variables.get(name);
          }
        };
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (Enumerator<?> enumerator =
        EnumerableInterpretable.toBindable(variables, null, physical, EnumerableRel.Prefer.ARRAY)
            .bind(context)
            .enumerator()) {
      while (enumerator.moveNext()) {
        Object row = enumerator.current();
        List<@Nullable Object> all =
            row instanceof Object[] values
                ? Arrays.asList(values)
                : java.util.Collections.singletonList(row);
        List<@Nullable Object> selected = new ArrayList<>();
        rel.fields.leftList().forEach(field -> selected.add(all.get(field)));
        rows.add(selected);
      }
    }
    return rows;
  }

  /** The only value of the only row. */
  @Nullable Object value(String expression, Object... parameters) {
    return rows("SELECT " + expression, parameters).get(0).get(0);
  }

  private CalciteCatalogReader reader() {
    return new CalciteCatalogReader(
        root, List.of("metadata"), MoraineTypeFactory.INSTANCE, config());
  }

  private static CalciteConnectionConfigImpl config() {
    return new CalciteConnectionConfigImpl(new Properties())
        .set(CalciteConnectionProperty.CASE_SENSITIVE, "false");
  }
}
