package io.moraine.slate.write;

import io.moraine.slate.write.PendingWrite.LogPosition;
import org.jspecify.annotations.Nullable;

/** Whether a log object was created cannot be told, or was not waited for. */
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
