package io.moraine.driver.plan;

import io.moraine.driver.schema.MoraineSchema;
import io.moraine.driver.type.MoraineConvertlets;
import io.moraine.driver.type.MoraineRexBuilder;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.ConvertToChecked;
import org.apache.calcite.sql2rel.SqlToRelConverter;

/** Plans one query: validates it, makes it relational, optimises it, compiles it. */
final class QueryPlanner {
  private static final RelOptTable.ViewExpander NO_VIEWS =
      (rowType, query, schemaPath, viewPath) -> {
        throw new UnsupportedOperationException("There are no views: " + viewPath);
      };

  private static final SqlToRelConverter.Config CONVERTER =
      SqlToRelConverter.config().withExpand(false).withTrimUnusedFields(false);

  private final PlanSettings settings;
  private final MoraineCatalogReader catalog;
  private final SqlValidator validator;

  QueryPlanner(PlanSettings settings) {
    this.settings = settings;
    catalog = new MoraineCatalogReader(settings);
    SqlOperatorTable operators = SqlOperatorTables.chain(Dialect.OPERATORS, catalog);
    validator = new MoraineValidator(operators, catalog, Dialect.TYPES, Dialect.VALIDATOR);
  }

  PlannedStatement plan(String sql, SqlNode query) {
    List<String> labels = ColumnLabels.of(query);
    SqlNode validated = validator.validate(query);
    EnumerableRel rel = Optimizer.optimize(toRel(validated));
    RelDataType rowType = validator.getValidatedNodeType(validated);
    List<RelDataType> parameters = parameterTypes(validated);
    return new PlannedStatement(
        StatementKind.QUERY,
        rowType,
        parameters,
        Signatures.of(sql, rowType, labels, validator.getFieldOrigins(validated), parameters),
        compile(validated, rel));
  }

  private PlannedStatement.Executable compile(SqlNode validated, EnumerableRel rel) {
    return Optimizer.isRecursive(rel)
        ? request -> compileForOneRun(validated).execute(request)
        : new PlanCompiler(MoraineSchema.root(), settings).compile(rel);
  }

  private PlannedStatement.Executable compileForOneRun(SqlNode validated) {
    return new PlanCompiler(MoraineSchema.newRoot(), settings)
        .compile(Optimizer.optimize(toRel(validated)));
  }

  /** A statement that gives the plan of {@code query}, a line a row. */
  PlannedStatement explain(String sql, SqlNode query) {
    SqlNode validated = validator.validate(query);
    String text = RelOptUtil.toString(Optimizer.optimize(toRel(validated)));
    return TextRows.of(StatementKind.EXPLAIN, sql, List.of("plan"), linesOf(text));
  }

  /** A statement that runs {@code query} and gives its plan and what it cost, a line a row. */
  PlannedStatement explainAnalyze(String sql, SqlNode query) {
    SqlNode validated = validator.validate(query);
    EnumerableRel rel = Optimizer.optimize(toRel(validated));
    List<String> lines = RelOptUtil.toString(rel).lines().toList();
    return TextRows.of(
        StatementKind.EXPLAIN,
        sql,
        List.of("plan"),
        parameterTypes(validated),
        new AnalyzedRun(lines, compile(validated, rel)));
  }

  private static List<List<String>> linesOf(String text) {
    return text.lines().map(List::of).toList();
  }

  private RelRoot toRel(SqlNode validated) {
    RelOptCluster cluster = RelOptCluster.create(Optimizer.newPlanner(), new MoraineRexBuilder());
    SqlToRelConverter converter =
        new SqlToRelConverter(
            NO_VIEWS, validator, catalog, cluster, MoraineConvertlets.INSTANCE, CONVERTER);
    RelRoot root = converter.convertQuery(validated, false, true);
    return root.withRel(new ConvertToChecked(cluster.getRexBuilder(), true).visit(root.rel));
  }

  private List<RelDataType> parameterTypes(SqlNode validated) {
    return validator.getParameterRowType(validated).getFieldList().stream()
        .map(RelDataTypeField::getType)
        .toList();
  }
}
