package io.moraine.slate.read;

/** The store is sound but needs something that this reader was not given. */
public final class UnsupportedStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An error that says what is needed. */
  public UnsupportedStoreException(String message) {
    super(message);
  }
}
