package io.moraine.driver.error;

import io.moraine.model.CommitToken;
import java.sql.SQLNonTransientConnectionException;

/**
 * It cannot be told whether a commit landed. Never to be taken for a failure: what was to be
 * committed may be there, now or a moment later. {@code reconcile}, of the command line or of
 * {@code io.moraine.api.Catalog}, finds out by the token. The connection can be used on.
 */
public final class CommitOutcomeUnknownException extends SQLNonTransientConnectionException {
  private static final long serialVersionUID = 1L;

  private final String token;

  CommitOutcomeUnknownException(
      String message, io.moraine.model.CommitOutcomeUnknownException cause) {
    super(message, SqlState.OUTCOME_UNKNOWN.code(), SqlState.OUTCOME_UNKNOWN.vendorCode(), cause);
    this.token = cause.token().toString();
  }

  /** What identifies the commit; its text is what the command line takes. */
  public CommitToken token() {
    return CommitToken.parse(token);
  }
}
