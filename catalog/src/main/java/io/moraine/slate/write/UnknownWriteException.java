package io.moraine.slate.write;

import io.moraine.slate.write.PendingWrite.LogPosition;
import org.jspecify.annotations.Nullable;

/** A log object was sent, and whether it was created cannot be told. */
public final class UnknownWriteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient LogPosition position;

  /** An error about the batch at {@code position}. */
  public UnknownWriteException(LogPosition position, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.position = position;
  }

  /** Where the batch lies, if it does. */
  public LogPosition position() {
    return position;
  }
}
