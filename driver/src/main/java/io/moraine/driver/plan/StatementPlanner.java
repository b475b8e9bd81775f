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
    if (statement instanceof ParsedStatement.ExplainAnalyze explain) {
      return new QueryPlanner(settings).explainAnalyze(sql, explain.query());
    }
    if (statement instanceof ParsedStatement.Refused refused) {
      throw refusal(refused);
    }
    return ShowStatements.plan(sql, statement, settings);
  }

  private static StatementException refusal(ParsedStatement.Refused refused) {
    String verb = refused.verb();
    return switch (refused.reason()) {
      case READ_ONLY ->
          new StatementException(
              SqlState.READ_ONLY,
              verb + " is not supported: lakes are read-only through this driver");
      case TRANSACTION_CONTROL ->
          new StatementException(
              SqlState.UNSUPPORTED,
              verb + " is not supported: use setAutoCommit, commit and rollback of the connection");
      case UNSUPPORTED -> new StatementException(SqlState.UNSUPPORTED, verb + " is not supported");
    };
  }
}
