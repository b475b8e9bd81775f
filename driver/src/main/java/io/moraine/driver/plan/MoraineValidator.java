package io.moraine.driver.plan;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.prepare.CalciteSqlValidator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSnapshot;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** The validator, with what DuckDB's dialect asks for beyond Calcite's. */
final class MoraineValidator extends CalciteSqlValidator {
  MoraineValidator(
      SqlOperatorTable operators,
      CalciteCatalogReader catalog,
      JavaTypeFactory types,
      Config config) {
    super(operators, catalog, types, config);
  }

  /** A parameter in a snapshot's period gets its type from the period's operator. */
  @Override
  public void validateQuery(SqlNode node, SqlValidatorScope scope, RelDataType targetRowType) {
    if (node instanceof SqlSnapshot snapshot) {
      inferUnknownTypes(unknownType, scope, snapshot.getPeriod());
    }
    super.validateQuery(node, scope, targetRowType);
  }

  @Override
  public SqlNode expand(SqlNode expression, SqlValidatorScope scope) {
    return super.expand(UsingColumns.qualify(expression, this, scope), scope);
  }

  @Override
  public SqlNode expandSelectExpr(
      SqlNode expression, SelectScope scope, SqlSelect select, Map<String, SqlNode> expansions) {
    return super.expandSelectExpr(
        UsingColumns.qualify(expression, this, scope), scope, select, expansions);
  }

  @Override
  public SqlNode expandOrderExpr(SqlSelect select, SqlNode expression) {
    List<String> aliases = getValidatedNodeType(select).getFieldNames();
    return super.expandOrderExpr(
        select, UsingColumns.qualifyExcept(aliases, expression, this, selectScope(select)));
  }

  @Override
  protected void validateGroupClause(SqlSelect select) {
    if (select.getGroup() != null) {
      select.setGroupBy(
          (SqlNodeList) UsingColumns.qualify(select.getGroup(), this, selectScope(select)));
    }
    super.validateGroupClause(select);
  }

  @Override
  protected void validateHavingClause(SqlSelect select) {
    if (select.getHaving() != null) {
      select.setHaving(UsingColumns.qualify(select.getHaving(), this, selectScope(select)));
    }
    super.validateHavingClause(select);
  }

  private SelectScope selectScope(SqlSelect select) {
    return Objects.requireNonNull(getRawSelectScope(select), "scope");
  }
}
