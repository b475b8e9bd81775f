package io.moraine.driver.plan;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.parser.SyntaxException;
import io.moraine.model.CatalogException;
import java.time.DateTimeException;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.jspecify.annotations.Nullable;

/** Gives the errors of parsing, validating, planning and running a statement their state. */
public final class PlanErrors {
  private record Rule(SqlState state, Pattern message) {
    static Rule of(SqlState state, String regex) {
      return new Rule(state, Pattern.compile(regex, Pattern.DOTALL));
    }
  }

  /** Calcite's errors are told apart by their texts only. The first that matches counts. */
  private static final List<Rule> RULES =
      List.of(
          Rule.of(SqlState.UNKNOWN_TABLE, "Object '.*' not found.*|Table '.*' not found.*"),
          Rule.of(SqlState.UNKNOWN_COLUMN, "Column '.*' not found .*|Unknown field '.*"),
          Rule.of(SqlState.AMBIGUOUS_COLUMN, "Column '.*' is ambiguous.*"),
          Rule.of(SqlState.DUPLICATE_NAME, "Duplicate .*name.*"),
          Rule.of(
              SqlState.UNKNOWN_FUNCTION,
              "No match found for function signature .*|Invalid number of arguments .*"),
          Rule.of(
              SqlState.GROUPING,
              ".*is not being grouped.*|Aggregate expression.*|.*must be .*aggregated.*"),
          Rule.of(
              SqlState.TYPE_MISMATCH,
              "Cannot apply .*|.*incompatible types.*|.*[Tt]ype mismatch.*|Cast function cannot .*"
                  + "|Values passed to .*|.*must be a condition.*|.*must be.*BOOLEAN.*"),
          Rule.of(SqlState.COLUMN_COUNT, ".*[Cc]olumn count mismatch.*|.*number of columns.*"),
          Rule.of(SqlState.UNKNOWN_OBJECT, "Unknown (datatype|identifier) .*"),
          Rule.of(SqlState.MORE_THAN_ONE_ROW, "[Mm]ore than one value .*"),
          Rule.of(SqlState.DIVISION_BY_ZERO, ".*[/ ]by zero.*|Division undefined"),
          Rule.of(
              SqlState.NUMERIC_OVERFLOW,
              ".*(integer|long) overflow.*|.*[Oo]verflow.*|Value .* out of range.*"),
          Rule.of(
              SqlState.INVALID_ARGUMENT,
              "Cannot take logarithm .*|Invalid escape .*|Substring error: .*"),
          Rule.of(SqlState.TOO_COMPLEX, ".*grows beyond 64 KB.*|.*too large.*"));

  private PlanErrors() {}

  /**
   * The error with its state: {@code error} itself if it has one already, which goes for {@link
   * StatementException} and {@link CatalogException}.
   */
  public static RuntimeException translate(Throwable error) {
    for (Throwable each = error; each != null; each = each.getCause()) {
      if (each instanceof StatementException || each instanceof CatalogException) {
        return (RuntimeException) each;
      }
    }
    if (error instanceof SyntaxException syntax) {
      return new StatementException(stateOf(syntax), messageOf(syntax), syntax);
    }
    Throwable cause = rootOf(error);
    if (cause instanceof StackOverflowError) {
      return tooDeep(cause);
    }
    SqlState state = stateOf(error, cause);
    return new StatementException(
        state, state == SqlState.INTERNAL ? nameAndLine(cause) : describe(error, cause), error);
  }

  /** The error of a statement that is nested too deeply. */
  static StatementException tooDeep(Throwable error) {
    return new StatementException(
        SqlState.TOO_COMPLEX, "The statement is nested too deeply or has too many terms", error);
  }

  private static SqlState stateOf(SyntaxException error) {
    return error.kind() == SyntaxException.Kind.TOO_COMPLEX
        ? SqlState.TOO_COMPLEX
        : SqlState.SYNTAX;
  }

  private static SqlState stateOf(Throwable error, Throwable cause) {
    for (Rule rule : RULES) {
      if (rule.message.matcher(messageOf(cause)).matches()) {
        return rule.state;
      }
    }
    if (cause instanceof NumberFormatException) {
      return SqlState.INVALID_TEXT;
    }
    if (cause instanceof DateTimeException) {
      return SqlState.INVALID_DATETIME;
    }
    if (cause instanceof ArithmeticException) {
      return SqlState.INVALID_DATA;
    }
    if (positionOf(error) != null || cause instanceof CalciteException) {
      return SqlState.INVALID_STATEMENT;
    }
    return cause instanceof UnsupportedOperationException
            || cause instanceof RelOptPlanner.CannotPlanException
        ? SqlState.UNSUPPORTED
        : SqlState.INTERNAL;
  }

  /** One line: what is wrong, and where if that is known. */
  private static String describe(Throwable error, Throwable cause) {
    CalciteContextException position = positionOf(error);
    String message = messageOf(cause).lines().findFirst().orElse("");
    return position == null
        ? message
        : message + " (line " + position.getPosLine() + ", column " + position.getPosColumn() + ")";
  }

  private static String nameAndLine(Throwable cause) {
    return cause.toString().lines().findFirst().orElse("");
  }

  private static @Nullable CalciteContextException positionOf(Throwable error) {
    for (Throwable each = error; each != null; each = each.getCause()) {
      if (each instanceof CalciteContextException position) {
        return position;
      }
    }
    return null;
  }

  private static Throwable rootOf(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static String messageOf(Throwable error) {
    String message = error.getMessage();
    return message == null ? error.getClass().getSimpleName() : message;
  }
}
