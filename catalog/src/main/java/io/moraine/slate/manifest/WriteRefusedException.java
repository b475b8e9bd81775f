package io.moraine.slate.manifest;

/** Nothing was written, because what was asked for may not be written to this store now. */
public final class WriteRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What stands against it. */
  public enum Reason {
    /** A newer version stored things that writing would lose. */
    UNKNOWN_CONTENT,
    /** There is a database already. */
    EXISTS,
    /** The clock of the store's rows and ours differ too much. */
    CLOCK,
    /** A segment has too many flushed tables. */
    TOO_MUCH
  }

  private final Reason reason;

  /** An error that says what to do about it. */
  public WriteRefusedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** What stands against it. */
  public Reason reason() {
    return reason;
  }
}
