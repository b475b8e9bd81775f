package io.moraine.objectstore.s3;

/** An attempt ended in a way that another one need not: {@link #getCause} says how. */
final class AttemptFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  AttemptFailedException(Throwable cause) {
    super(null, cause, false, false);
  }

  @Override
  public synchronized Throwable getCause() {
    return java.util.Objects.requireNonNull(super.getCause());
  }
}
