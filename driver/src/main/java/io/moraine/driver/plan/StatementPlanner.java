package io.moraine.driver.plan;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.parser.ParsedStatement;
import io.moraine.driver.parser.StatementParser;

/** Parses a statement and plans it according to its kind. */
final class StatementPlanner {
  private StatementPlanner() {}

  static PlannedStatement plan(String sql, PlanSettings settings) {
    ParsedStatement statement = StatementParser.parse(sql);
    if (statement instanceof ParsedStatement.Query query) {
      return new QueryPlanner(settings).plan(sql, query.tree());
    }
    if (statement instanceof ParsedStatement.Explain explain) {
      return new QueryPlanner(settings).explain(sql, explain.tree().getExplicandum());
    }
    if (statement instanceof ParsedStatement.Refused refused) {
      throw refusal(refused);
    }
    return ShowStatements.plan(sql, statement, settings);
  }

  private static StatementException refusal(ParsedStatement.Refused refused) {
    String reason =
        switch (refused.reason()) {
          case READ_ONLY -> " is not supported: lakes are read-only through this driver";
          case TRANSACTION_CONTROL ->
              " is not supported: use setAutoCommit, commit and rollback of the connection";
          case UNSUPPORTED -> " is not supported";
        };
    return new StatementException(SqlState.UNSUPPORTED, refused.verb() + reason);
  }
}
