package io.moraine.model;

import org.jspecify.annotations.Nullable;

/**
 * It cannot be told whether a commit landed. Never to be taken for a failure: ask {@code
 * Catalog.reconcile} with the token.
 */
public final class CommitOutcomeUnknownException extends CatalogException {
  private static final long serialVersionUID = 1L;

  private final transient CommitToken token;

  /** An error about the commit of {@code token}, whose text ends with the token. */
  public CommitOutcomeUnknownException(
      CommitToken token, String message, @Nullable Throwable cause) {
    super(Kind.OUTCOME_UNKNOWN, message + "; to find out, reconcile with " + token, cause);
    this.token = token;
  }

  /** What identifies the commit. */
  public CommitToken token() {
    return token;
  }
}
