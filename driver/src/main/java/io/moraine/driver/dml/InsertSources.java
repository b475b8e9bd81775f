package io.moraine.driver.dml;

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
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Gives the values of an INSERT's source that have no type of their own the type of their column:
 * parameters and NULL, and whatever stands in VALUES, whose rows need not agree in their types.
 */
public final class InsertSources {
  private final TargetColumns columns;

  private InsertSources(TargetColumns columns) {
    this.columns = columns;
  }

  /** The source with types; changes the tree in places. */
  public static SqlNode typed(SqlNode source, TargetColumns columns) {
    return new InsertSources(columns).typed(source);
  }

  private SqlNode typed(SqlNode source) {
    switch (source.getKind()) {
      case ORDER_BY -> {
        SqlOrderBy order = (SqlOrderBy) source;
        return new SqlOrderBy(
            order.getParserPosition(),
            typed(order.query),
            order.orderList,
            order.offset,
            order.fetch);
      }
      case WITH -> {
        SqlWith with = (SqlWith) source;
        return new SqlWith(with.getParserPosition(), with.withList, typed(with.body));
      }
      case UNION, INTERSECT, EXCEPT -> {
        SqlCall set = (SqlCall) source;
        List<SqlNode> branches = set.getOperandList().stream().map(this::typed).toList();
        return set.getOperator().createCall(set.getParserPosition(), branches);
      }
      case VALUES -> {
        return values((SqlCall) source);
      }
      case SELECT -> {
        select((SqlSelect) source);
        return source;
      }
      default -> {
        return source;
      }
    }
  }

  private SqlNode values(SqlCall values) {
    List<SqlNode> rows = new ArrayList<>();
    for (SqlNode each : values.getOperandList()) {
      if (each.getKind() != SqlKind.ROW) {
        return values;
      }
      SqlCall row = (SqlCall) each;
      columns.requireCount(row.operandCount());
      List<SqlNode> cells = new ArrayList<>();
      for (int i = 0; i < row.operandCount(); i++) {
        cells.add(SourceQueries.converted(row.operand(i), columns, i));
      }
      rows.add(SqlStdOperatorTable.ROW.createCall(row.getParserPosition(), cells));
    }
    return values.getOperator().createCall(values.getParserPosition(), rows);
  }

  private void select(SqlSelect select) {
    SqlNodeList items = select.getSelectList();
    for (int i = 0; i < items.size() && i < columns.ordinals().size(); i++) {
      SqlNode item = items.get(i);
      if (item instanceof SqlIdentifier name && name.isStar()) {
        return; // the places behind it aren't known yet
      }
      items.set(i, item(item, i));
    }
  }

  private SqlNode item(SqlNode item, int place) {
    if (item.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) item;
      List<@Nullable SqlNode> operands = new ArrayList<>(as.getOperandList());
      operands.set(0, item(as.operand(0), place));
      return as.getOperator().createCall(as.getParserPosition(), operands);
    }
    return item.getKind() == SqlKind.DYNAMIC_PARAM
            || (item instanceof SqlLiteral literal && literal.getValue() == null)
        ? SourceQueries.converted(item, columns, place)
        : item;
  }
}
