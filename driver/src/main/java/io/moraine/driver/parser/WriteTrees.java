package io.moraine.driver.parser;

import io.moraine.driver.parser.ParsedStatement.Assignment;
import io.moraine.driver.parser.ParsedStatement.Delete;
import io.moraine.driver.parser.ParsedStatement.Insert;
import io.moraine.driver.parser.ParsedStatement.Source;
import io.moraine.driver.parser.ParsedStatement.Target;
import io.moraine.driver.parser.ParsedStatement.Update;
import io.moraine.driver.parser.ParsedStatement.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.SqlWith;
import org.jspecify.annotations.Nullable;

/** Takes the parse trees of INSERT, UPDATE and DELETE apart. */
final class WriteTrees {
  private final Optional<SqlNodeList> with;
  private final int parameters;

  private WriteTrees(Optional<SqlNodeList> with, int parameters) {
    this.with = with;
    this.parameters = parameters;
  }

  /** The statement of a tree as the grammar makes it; empty for another statement. */
  static Optional<Write> parts(SqlNode tree, int parameters) {
    if (isCallOf(tree, "WITH")) {
      SqlNodeList items = (SqlNodeList) DuckDbRewrites.apply(((SqlCall) tree).operand(0));
      return new WriteTrees(Optional.of(items), parameters).write(((SqlCall) tree).operand(1));
    }
    return new WriteTrees(Optional.empty(), parameters).write(tree);
  }

  private Optional<Write> write(SqlNode tree) {
    if (isCallOf(tree, "UPDATE FROM")) {
      SqlUpdate update = ((SqlCall) tree).operand(0);
      return Optional.of(update(update, ((SqlCall) tree).operand(1)));
    }
    if (tree instanceof SqlUpdate update) {
      return Optional.of(update(update, null));
    }
    if (tree instanceof SqlDelete delete) {
      return Optional.of(delete(delete));
    }
    return tree instanceof SqlInsert insert ? Optional.of(insert(insert)) : Optional.empty();
  }

  private static boolean isCallOf(SqlNode tree, String operator) {
    return tree instanceof SqlCall call
        && call.getOperator().getName().equals(operator)
        && !(tree instanceof SqlWith);
  }

  private Insert insert(SqlInsert insert) {
    return new Insert(
        target(insert.getTargetTable(), null),
        identifiers(insert.getTargetColumnList()),
        withItems(DuckDbRewrites.apply(insert.getSource())),
        parameters);
  }

  private Update update(SqlUpdate update, @Nullable SqlNode from) {
    List<Assignment> assignments = new ArrayList<>();
    List<SqlIdentifier> columns = identifiers(update.getTargetColumnList());
    for (int i = 0; i < columns.size(); i++) {
      SqlNode value = update.getSourceExpressionList().get(i);
      assignments.add(new Assignment(columns.get(i), DuckDbRewrites.apply(value)));
    }
    return new Update(
        target(update.getTargetTable(), update.getAlias()),
        assignments,
        new Source(with, rewritten(from), rewritten(update.getCondition())),
        parameters);
  }

  private Delete delete(SqlDelete delete) {
    return new Delete(
        target(delete.getTargetTable(), delete.getAlias()),
        new Source(with, Optional.empty(), rewritten(delete.getCondition())),
        parameters);
  }

  private static Optional<SqlNode> rewritten(@Nullable SqlNode tree) {
    return Optional.ofNullable(tree).map(DuckDbRewrites::apply);
  }

  /** The source of an INSERT with the items that stand before the statement. */
  private SqlNode withItems(SqlNode source) {
    if (with.isEmpty()) {
      return source;
    }
    if (source instanceof SqlOrderBy order) {
      return new SqlOrderBy(
          order.getParserPosition(),
          withItems(order.query),
          order.orderList,
          order.offset,
          order.fetch);
    }
    SqlNodeList items = new SqlNodeList(with.get(), with.get().getParserPosition());
    SqlNode body = source;
    if (source instanceof SqlWith inner) {
      inner.withList.forEach(items::add);
      body = inner.body;
    }
    return new SqlWith(source.getParserPosition(), items, body);
  }

  private static Target target(SqlNode table, @Nullable SqlIdentifier alias) {
    if (table instanceof SqlIdentifier name) {
      return new Target(name, Optional.ofNullable(alias));
    }
    throw new SyntaxException(
        SyntaxException.Kind.SYNTAX,
        table.getParserPosition().getLineNum(),
        table.getParserPosition().getColumnNum(),
        "Rows of a table only can be changed, by its name",
        null);
  }

  private static List<SqlIdentifier> identifiers(@Nullable SqlNodeList names) {
    List<SqlIdentifier> identifiers = new ArrayList<>();
    if (names != null) {
      names.forEach(each -> identifiers.add((SqlIdentifier) each));
    }
    return identifiers;
  }
}
