package io.moraine.driver.error;

import io.moraine.model.CatalogException;
import java.sql.BatchUpdateException;
import java.sql.ClientInfoStatus;
import java.sql.SQLClientInfoException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes the driver's exceptions. */
public final class SqlErrors {
  private SqlErrors() {}

  /** An exception of the class that {@code state} belongs to. */
  public static SQLException of(SqlState state, String message) {
    return of(state, message, null);
  }

  /** An exception of the class that {@code state} belongs to, with what caused it. */
  public static SQLException of(SqlState state, String message, @Nullable Throwable cause) {
    String code = state.code();
    int vendor = state.vendorCode();
    return switch (state.family()) {
      case WARNING -> new SQLWarning(message, code, vendor, cause);
      case CONNECTION -> new SQLNonTransientConnectionException(message, code, vendor, cause);
      case TRANSIENT_CONNECTION ->
          new SQLTransientConnectionException(message, code, vendor, cause);
      case UNSUPPORTED -> new SQLFeatureNotSupportedException(message, code, vendor, cause);
      case DATA -> new SQLDataException(message, code, vendor, cause);
      case CONSTRAINT -> new SQLIntegrityConstraintViolationException(message, code, vendor, cause);
      case AUTHORIZATION -> new SQLInvalidAuthorizationSpecException(message, code, vendor, cause);
      case ROLLBACK -> new SQLTransactionRollbackException(message, code, vendor, cause);
      case SYNTAX -> new SQLSyntaxErrorException(message, code, vendor, cause);
      case TIMEOUT -> new SQLTimeoutException(message, code, vendor, cause);
      case TRANSIENT -> new SQLTransientException(message, code, vendor, cause);
      case NON_TRANSIENT -> new SQLNonTransientException(message, code, vendor, cause);
    };
  }

  /** The exception for an error of the catalog. */
  public static SQLException of(CatalogException error) {
    if (error instanceof io.moraine.model.CommitOutcomeUnknownException unknown) {
      return new CommitOutcomeUnknownException(messageOf(error), unknown);
    }
    return of(stateOf(error.kind()), messageOf(error), error);
  }

  /** The exception for an error that knows its state. */
  public static SQLException of(StatementException error) {
    return of(error.state(), messageOf(error), error);
  }

  /** The exception for a JDBC method that the driver does not have. */
  public static SQLFeatureNotSupportedException unsupported(String method) {
    SqlState state = SqlState.UNSUPPORTED;
    return new SQLFeatureNotSupportedException(
        method + " is not supported", state.code(), state.vendorCode());
  }

  /** A warning that something was done in another way than asked for. */
  public static SQLWarning warning(String message) {
    return new SQLWarning(message, SqlState.WARNING.code(), SqlState.WARNING.vendorCode());
  }

  /**
   * The exception for a batch of which a statement failed.
   *
   * @param counts the update counts of the statements that took effect
   * @param failure why the one after them did not
   */
  public static BatchUpdateException batch(long[] counts, SQLException failure) {
    return new BatchUpdateException(
        "statement " + (counts.length + 1) + " of the batch failed: " + failure.getMessage(),
        failure.getSQLState(),
        failure.getErrorCode(),
        counts,
        failure);
  }

  /**
   * The exception for a batch of which nothing took effect, since a statement failed.
   *
   * @param statements how many statements the batch has
   * @param failed the index of the one that failed, from 0
   * @param failure why it failed
   */
  public static BatchUpdateException batchUndone(int statements, int failed, SQLException failure) {
    long[] counts = new long[statements];
    Arrays.fill(counts, Statement.EXECUTE_FAILED);
    return new BatchUpdateException(
        "no statement of the batch took effect; statement "
            + (failed + 1)
            + " failed: "
            + failure.getMessage(),
        failure.getSQLState(),
        failure.getErrorCode(),
        counts,
        failure);
  }

  /** The exception for client info that could not be set. */
  public static SQLClientInfoException clientInfo(
      SqlState state, String message, Collection<String> names, ClientInfoStatus status) {
    Map<String, ClientInfoStatus> failed =
        names.stream().collect(Collectors.toMap(Function.identity(), name -> status));
    return new SQLClientInfoException(message, state.code(), state.vendorCode(), failed);
  }

  /** The state that an error kind of the catalog has in SQL. */
  public static SqlState stateOf(CatalogException.Kind kind) {
    return switch (kind) {
      case INVALID_REQUEST -> SqlState.INVALID_ARGUMENT;
      case NO_LAKE -> SqlState.NO_LAKE;
      case NOT_FOUND -> SqlState.UNKNOWN_OBJECT;
      case SNAPSHOT_EXPIRED -> SqlState.SNAPSHOT_EXPIRED;
      case MIGRATION_REQUIRED -> SqlState.MIGRATION_REQUIRED;
      case UNSUPPORTED -> SqlState.UNSUPPORTED;
      case REVISION_EXPIRED -> SqlState.REVISION_EXPIRED;
      case STORE_REPLACED -> SqlState.STORE_REPLACED;
      case POSITION_NOT_REACHED -> SqlState.POSITION_NOT_REACHED;
      case EXHAUSTED -> SqlState.EXHAUSTED;
      case TIMEOUT -> SqlState.TIMEOUT;
      case CANCELLED -> SqlState.CANCELLED;
      case CLOSED -> SqlState.INVALID_CURSOR_STATE;
      case STORE_UNAVAILABLE -> SqlState.STORE_UNAVAILABLE;
      case MISCONFIGURED -> SqlState.STORE_MISCONFIGURED;
      case FORBIDDEN -> SqlState.FORBIDDEN;
      case CORRUPTION -> SqlState.CORRUPTION;
      case CONFLICT -> SqlState.CONFLICT;
      case OUTCOME_UNKNOWN -> SqlState.OUTCOME_UNKNOWN;
      case CONSTRAINT -> SqlState.CONSTRAINT;
      case WRITER_BUSY -> SqlState.WRITER_BUSY;
      case READ_ONLY -> SqlState.READ_ONLY;
      case ALREADY_EXISTS -> SqlState.ALREADY_EXISTS;
      case CLOCK -> SqlState.CLOCK;
    };
  }

  private static String messageOf(Throwable error) {
    String message = error.getMessage();
    return message == null ? error.getClass().getSimpleName() : message;
  }
}
