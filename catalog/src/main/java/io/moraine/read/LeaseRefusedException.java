package io.moraine.read;

/** No lease could be had; its cause says why. Reading without one may do. */
final class LeaseRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LeaseRefusedException(RuntimeException cause) {
    super(cause.getMessage(), cause);
  }

  /** Why there is none. */
  RuntimeException reason() {
    return getCause() instanceof RuntimeException reason ? reason : this;
  }
}
