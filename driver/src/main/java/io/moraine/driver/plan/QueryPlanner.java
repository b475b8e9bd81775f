package io.moraine.driver.plan;

import io.moraine.driver.dml.TargetColumns;
import io.moraine.driver.schema.MoraineSchema;
import io.moraine.driver.type.MoraineConvertlets;
import io.moraine.driver.type.MoraineRexBuilder;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.ConvertToChecked;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.jspecify.annotations.Nullable;

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
        compile(rel, () -> toRel(validated)));
  }

  /**
   * A query whose rows a statement stages.
   *
   * @param rows its rows
   * @param parameterTypes the types of its parameters, in the order of their numbers
   * @param plan its plan as text
   */
  record Source(PlannedStatement.Executable rows, List<RelDataType> parameterTypes, String plan) {}

  /** A query whose rows are staged as they are. */
  Source source(SqlNode query) {
    SqlNode validated = validator.validate(query);
    return source(validated, () -> toRel(validated));
  }

  /** A query whose rows are inserted, as the types of {@code columns}. */
  Source sourceOfInsert(SqlNode query, TargetColumns columns) {
    SqlNode validated = validator.validate(query);
    columns.requireCount(validator.getValidatedNodeType(validated).getFieldCount());
    return source(validated, () -> InsertCasts.apply(toRel(validated), columns));
  }

  private Source source(SqlNode validated, Supplier<RelRoot> logical) {
    EnumerableRel rel = Optimizer.optimize(logical.get());
    return new Source(compile(rel, logical), parameterTypes(validated), RelOptUtil.toString(rel));
  }

  /**
   * @param logical makes the logical plan anew
   */
  private PlannedStatement.Executable compile(EnumerableRel rel, Supplier<RelRoot> logical) {
    return Optimizer.isRecursive(rel)
        ? request -> compileForOneRun(logical).execute(request)
        : new PlanCompiler(MoraineSchema.root(), settings).compile(rel);
  }

  private PlannedStatement.Executable compileForOneRun(Supplier<RelRoot> logical) {
    return new PlanCompiler(MoraineSchema.newRoot(), settings)
        .compile(Optimizer.optimize(logical.get()));
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
        new AnalyzedRun(lines, compile(rel, () -> toRel(validated))));
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

  /** The types of the parameters in the order of their numbers, wherever the tree has them. */
  private List<RelDataType> parameterTypes(SqlNode validated) {
    SortedMap<Integer, RelDataType> types = new TreeMap<>();
    validated.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlDynamicParam parameter) {
            types.put(parameter.getIndex(), validator.getValidatedNodeType(parameter));
            return null;
          }
        });
    return List.copyOf(types.values());
  }
}
