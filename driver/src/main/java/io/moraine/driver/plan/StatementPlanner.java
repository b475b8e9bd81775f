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
    if (statement instanceof ParsedStatement.Write write) {
      return new WritePlanner(settings).plan(sql, write);
    }
    if (statement instanceof ParsedStatement.ExplainWrite explain) {
      return new WritePlanner(settings).explain(sql, explain.write());
    }
    if (statement instanceof ParsedStatement.Refused refused) {
      throw refusal(refused);
    }
    return ShowStatements.plan(sql, statement, settings);
  }

  private static StatementException refusal(ParsedStatement.Refused refused) {
    String verb = refused.verb();
    return switch (refused.reason()) {
      case DEFINITION ->
          new StatementException(
              SqlState.UNSUPPORTED,
              verb + " is not supported: a catalog's tables are fixed, only their rows change");
      case INLINED_ROWS ->
          new StatementException(
              SqlState.UNSUPPORTED, verb + " is not supported: inlined rows cannot be written yet");
      case TRANSACTION_CONTROL ->
          new StatementException(
              SqlState.UNSUPPORTED,
              verb + " is not supported: use setAutoCommit, commit and rollback of the connection");
      case UNSUPPORTED -> new StatementException(SqlState.UNSUPPORTED, verb + " is not supported");
    };
  }
}
