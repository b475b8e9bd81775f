package io.moraine.model;

import org.jspecify.annotations.Nullable;

/**
 * A catalog call failed. {@link #kind()} says what the caller must do; the message says on what.
 */
public class CatalogException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Errors grouped by what the caller must do. */
  public enum Kind {
    /** Fix the request: an unknown option, a malformed location, a bad value. */
    INVALID_REQUEST,
    /** There is no lake at the location. */
    NO_LAKE,
    /** The named thing does not exist: a checkpoint, a snapshot beyond the head. */
    NOT_FOUND,
    /** The snapshot asked for was expired. */
    SNAPSHOT_EXPIRED,
    /** The format is not one we read, or a migration is under way. */
    MIGRATION_REQUIRED,
    /** Not supported by this version. */
    UNSUPPORTED,
    /** The pinned revision is gone; begin again on a new one. */
    REVISION_EXPIRED,
    /** Another store lies at the location now; open it anew. */
    STORE_REPLACED,
    /** A required commit position was not reached; wait and try again. */
    POSITION_NOT_REACHED,
    /** Working memory or generations are used up; close scopes, or raise the limit. */
    EXHAUSTED,
    /** A time limit passed. */
    TIMEOUT,
    /** The caller cancelled or interrupted the call. */
    CANCELLED,
    /** The scope, cursor or catalog was closed before. */
    CLOSED,
    /** The store cannot be reached, or refuses us. */
    STORE_UNAVAILABLE,
    /**
     * The store wants to be asked otherwise: in another region, by the right time, for a bucket.
     */
    MISCONFIGURED,
    /** Access denied by the store. */
    FORBIDDEN,
    /** Stored bytes are damaged or impossible. */
    CORRUPTION,
    /** Another commit came first; begin again, on a scope that shows it. */
    CONFLICT,
    /** Whether a commit landed cannot be told; see {@link CommitOutcomeUnknownException}. */
    OUTCOME_UNKNOWN,
    /** Staged rows break a rule of the catalog; fix them. */
    CONSTRAINT,
    /** Another process is writing; try again later, or take the role by force. */
    WRITER_BUSY,
    /** Nothing may be written here. */
    READ_ONLY,
    /** There is a lake, or something else, at the location already. */
    ALREADY_EXISTS,
    /** The clocks of this machine and of the store differ too much to write. */
    CLOCK
  }

  private final Kind kind;

  /** An error of {@code kind}. */
  public CatalogException(Kind kind, String message) {
    this(kind, message, null);
  }

  /** An error of {@code kind} with what caused it. */
  public CatalogException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What the caller must do. */
  public Kind kind() {
    return kind;
  }
}
