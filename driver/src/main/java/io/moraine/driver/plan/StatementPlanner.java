package io.moraine.driver.plan;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;

/** Parses a statement and plans it according to its kind. */
final class StatementPlanner {
  private StatementPlanner() {}

  static PlannedStatement plan(String sql, PlanSettings settings) {
    SqlNode statement = parse(sql);
    if (statement instanceof SqlExplain explain) {
      return new QueryPlanner(settings).explain(sql, explain.getExplicandum());
    }
    if (!statement.getKind().belongsTo(SqlKind.QUERY)) {
      throw new StatementException(
          SqlState.UNSUPPORTED, statement.getKind().sql + " is not supported: lakes are read-only");
    }
    return new QueryPlanner(settings).plan(sql, statement);
  }

  private static SqlNode parse(String sql) {
    try {
      return SqlParser.create(sql, Dialect.PARSER).parseStmt();
    } catch (SqlParseException e) {
      throw new StatementException(SqlState.SYNTAX, String.valueOf(e.getMessage()), e);
    }
  }
}
