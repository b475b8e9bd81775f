package io.moraine.driver.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.DelegatingScope;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Puts a table's alias before unqualified columns that USING or NATURAL joins. To Calcite such a
 * column is ambiguous outside of the select list, and {@code COALESCE(left, right)} in it, which
 * hides the key from the scan. The left table's column is meant, the right one's in a RIGHT join;
 * in a FULL join the name is left as it is.
 */
final class UsingColumns extends SqlShuttle {
  private final SqlValidatorImpl validator;
  private final SqlValidatorScope scope;

  private final List<String> leftAlone;

  private UsingColumns(
      SqlValidatorImpl validator, SqlValidatorScope scope, List<String> leftAlone) {
    this.validator = validator;
    this.scope = scope;
    this.leftAlone = leftAlone;
  }

  /** The expression with such columns qualified. Sub-queries in it are left alone. */
  static SqlNode qualify(SqlNode expression, SqlValidatorImpl validator, SqlValidatorScope scope) {
    return qualifyExcept(List.of(), expression, validator, scope);
  }

  /** The same, with some names left alone. */
  static SqlNode qualifyExcept(
      List<String> leftAlone,
      SqlNode expression,
      SqlValidatorImpl validator,
      SqlValidatorScope scope) {
    SqlNode qualified = expression.accept(new UsingColumns(validator, scope, leftAlone));
    return qualified == null ? expression : qualified;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.getKind().belongsTo(SqlKind.QUERY)) {
      return call;
    }
    return call.getKind() == SqlKind.AS ? visitNamed(call) : super.visit(call);
  }

  /** An expression with its name, which is no column. */
  private SqlNode visitNamed(SqlCall call) {
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.set(0, qualifyExcept(leftAlone, operands.get(0), validator, scope));
    return call.getOperator().createCall(call.getParserPosition(), operands);
  }

  @Override
  public SqlNode visit(SqlIdentifier identifier) {
    if (!identifier.isSimple()
        || leftAlone.stream().anyMatch(each -> matcher().matches(each, identifier.getSimple()))) {
      return identifier;
    }
    String table = tableOf(identifier.getSimple());
    return table == null
        ? identifier
        : new SqlIdentifier(List.of(table, identifier.getSimple()), identifier.getParserPosition());
  }

  /** The table meant, if the innermost FROM that has the column joins by it. */
  private @Nullable String tableOf(String column) {
    SqlValidatorScope each = scope;
    while (each instanceof DelegatingScope delegating) {
      if (each instanceof SelectScope select && select.getNode().getFrom() != null) {
        SqlNode from = select.getNode().getFrom();
        if (has(from, column)) {
          return joins(from, column) ? sideOf(from, column) : null;
        }
      }
      each = delegating.getParent();
    }
    return null;
  }

  private boolean has(SqlNode from, String column) {
    if (from instanceof SqlJoin join) {
      return has(join.getLeft(), column) || has(join.getRight(), column);
    }
    SqlValidatorNamespace namespace = validator.getNamespace(from);
    return namespace != null && matcher().field(namespace.getRowType(), column) != null;
  }

  /** Whether some join in {@code from} is by the column. */
  private boolean joins(SqlNode from, String column) {
    return from instanceof SqlJoin join
        && (isBy(join, column) || joins(join.getLeft(), column) || joins(join.getRight(), column));
  }

  private boolean isBy(SqlJoin join, String column) {
    if (join.isNatural()) {
      return has(join.getLeft(), column) && has(join.getRight(), column);
    }
    return join.getConditionType() == JoinConditionType.USING
        && join.getCondition() instanceof SqlNodeList columns
        && columns.stream()
            .anyMatch(each -> matcher().matches(((SqlIdentifier) each).getSimple(), column));
  }

  /**
   * The alias of the table whose column is meant, or null if there is none or there are several.
   */
  private @Nullable String sideOf(SqlNode from, String column) {
    if (!(from instanceof SqlJoin join)) {
      return aliasOf(from);
    }
    boolean left = has(join.getLeft(), column);
    boolean right = has(join.getRight(), column);
    if (left && right && (!isBy(join, column) || join.getJoinType() == JoinType.FULL)) {
      return null;
    }
    boolean takesLeft = left && !(right && join.getJoinType() == JoinType.RIGHT);
    return sideOf(takesLeft ? join.getLeft() : join.getRight(), column);
  }

  private static @Nullable String aliasOf(SqlNode table) {
    if (table.getKind() == SqlKind.AS) {
      return ((SqlIdentifier) ((SqlCall) table).operand(1)).getSimple();
    }
    return table instanceof SqlIdentifier name ? name.names.get(name.names.size() - 1) : null;
  }

  private SqlNameMatcher matcher() {
    return validator.getCatalogReader().nameMatcher();
  }
}
