package io.moraine.slate.write;

/** Another writer took the store: ours may write nothing any more. */
public final class FencedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long walId;

  /**
   * @param walId the log object whose id went to another writer, or 0 if it was a manifest that
   *     told
   */
  public FencedException(String message, long walId) {
    super(message);
    this.walId = walId;
  }

  /** The log object whose id went to another writer's object or fence; 0 if none did. */
  public long walId() {
    return walId;
  }
}
