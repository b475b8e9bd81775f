package io.moraine.driver.error;

import org.jspecify.annotations.Nullable;

/**
 * An error that already knows its {@link SqlState}, thrown where Calcite's interfaces allow no
 * checked exception. The JDBC layer turns it into an {@code SQLException} of the same message.
 */
public final class StatementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final SqlState state;

  /** An error of {@code state}; the message says what to do next. */
  public StatementException(SqlState state, String message) {
    this(state, message, null);
  }

  /** An error of {@code state} with what caused it. */
  public StatementException(SqlState state, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.state = state;
  }

  /** What went wrong. */
  public SqlState state() {
    return state;
  }
}
