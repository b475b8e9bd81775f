package io.moraine.driver.plan;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.parser.SyntaxException;
import io.moraine.model.CatalogException;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;

/** Gives the errors of parsing, validating, planning and running a statement their state. */
public final class PlanErrors {
  private PlanErrors() {}

  /**
   * The error with its state: {@code error} itself if it has one already, which goes for {@link
   * StatementException} and {@link CatalogException}.
   */
  public static RuntimeException translate(RuntimeException error) {
    if (error instanceof StatementException || error instanceof CatalogException) {
      return error;
    }
    return new StatementException(stateOf(error), messageOf(error), error);
  }

  private static SqlState stateOf(Throwable error) {
    if (error instanceof SyntaxException syntax) {
      return syntax.kind() == SyntaxException.Kind.TOO_COMPLEX
          ? SqlState.TOO_COMPLEX
          : SqlState.SYNTAX;
    }
    for (Throwable each = error; each != null; each = each.getCause()) {
      if (each instanceof CalciteContextException || each instanceof CalciteException) {
        return SqlState.INVALID_STATEMENT;
      }
    }
    return SqlState.INTERNAL;
  }

  private static String messageOf(Throwable error) {
    String message = error.getMessage();
    return message == null ? error.getClass().getSimpleName() : message;
  }
}
