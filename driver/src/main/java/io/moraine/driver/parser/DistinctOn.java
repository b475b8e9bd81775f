package io.moraine.driver.parser;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code SELECT DISTINCT ON (keys) ... ORDER BY o} as {@code SELECT ... QUALIFY ROW_NUMBER() OVER
 * (PARTITION BY keys ORDER BY o) = 1 ORDER BY o}.
 *
 * <p>The grammar leaves the keys in a call {@code DISTINCT ON(item, keys)} in place of the first
 * item.
 */
final class DistinctOn {
  private static final String MARK = "DISTINCT ON";

  private final SqlSelect select;
  private final SqlParserPos position;

  private DistinctOn(SqlSelect select, SqlParserPos position) {
    this.select = select;
    this.position = position;
  }

  /** Changes a SELECT, or the one that an ORDER BY orders, in place. */
  static void rewrite(SqlCall call) {
    if (call instanceof SqlOrderBy orderBy && orderBy.query instanceof SqlSelect select) {
      rewrite(select, orderBy.orderList);
    } else if (call instanceof SqlSelect select) {
      rewrite(select, null);
    }
  }

  private static void rewrite(SqlSelect select, @Nullable SqlNodeList order) {
    if (select.getSelectList().get(0) instanceof SqlCall mark
        && mark.getOperator().getName().equals(MARK)) {
      select.getSelectList().set(0, mark.operand(0));
      List<SqlNode> keys = mark.getOperandList().subList(1, mark.operandCount());
      new DistinctOn(select, mark.getParserPosition()).qualify(keys, order);
    }
  }

  private void qualify(List<SqlNode> keys, @Nullable SqlNodeList order) {
    SqlNodeList partition = allResolved(keys);
    SqlNodeList within = order == null || order.isEmpty() ? partition : allResolved(order);
    SqlNode window =
        SqlWindow.create(
            null,
            null,
            partition,
            within,
            SqlLiteral.createBoolean(false, position),
            null,
            null,
            null,
            position);
    SqlNode number =
        SqlStdOperatorTable.OVER.createCall(
            position, SqlStdOperatorTable.ROW_NUMBER.createCall(position), window);
    SqlNode first =
        SqlStdOperatorTable.EQUALS.createCall(
            position, number, SqlLiteral.createExactNumeric("1", position));
    SqlNode qualify = select.getQualify();
    select.setQualify(
        qualify == null ? first : SqlStdOperatorTable.AND.createCall(position, qualify, first));
  }

  /** The expressions with select items in the place of their aliases and numbers. */
  private SqlNodeList allResolved(Iterable<? extends @Nullable SqlNode> expressions) {
    List<SqlNode> resolved = new ArrayList<>();
    for (SqlNode expression : expressions) {
      if (expression != null) {
        resolved.add(one(expression));
      }
    }
    return new SqlNodeList(resolved, position);
  }

  private SqlNode one(SqlNode expression) {
    switch (expression.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        SqlCall call = (SqlCall) expression;
        return call.getOperator().createCall(position, one(call.operand(0)));
      }
      case LITERAL -> {
        return numbered((SqlLiteral) expression);
      }
      case IDENTIFIER -> {
        return aliased((SqlIdentifier) expression);
      }
      default -> {
        return expression;
      }
    }
  }

  private SqlNode numbered(SqlLiteral literal) {
    SqlNodeList items = select.getSelectList();
    if (!(literal.getValue() instanceof java.math.BigDecimal number)
        || number.signum() <= 0
        || number.compareTo(java.math.BigDecimal.valueOf(items.size())) > 0) {
      return literal;
    }
    return withoutAlias(items.get(number.intValue() - 1));
  }

  private SqlNode aliased(SqlIdentifier name) {
    for (SqlNode item : select.getSelectList()) {
      if (item.getKind() == SqlKind.AS
          && name.isSimple()
          && ((SqlIdentifier) ((SqlCall) item).operand(1))
              .getSimple()
              .equalsIgnoreCase(name.getSimple())) {
        return withoutAlias(item);
      }
    }
    return name;
  }

  private static SqlNode withoutAlias(SqlNode item) {
    return item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
  }
}
