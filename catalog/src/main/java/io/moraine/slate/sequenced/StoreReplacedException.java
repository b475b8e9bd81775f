package io.moraine.slate.sequenced;

/** Another store lies where one was read before. What is known of the old one means nothing now. */
public final class StoreReplacedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long knownId;
  private final long newestId;

  /**
   * For the objects in {@code folder}.
   *
   * @param knownId the number of the object that was read before
   * @param newestId the highest number there is now
   */
  StoreReplacedException(String folder, long knownId, long newestId) {
    super(
        folder
            + ": object "
            + Long.toUnsignedString(knownId)
            + " is not the one read before (the newest is "
            + Long.toUnsignedString(newestId)
            + "): another store lies there now");
    this.knownId = knownId;
    this.newestId = newestId;
  }

  /** The number of the object that was read before. */
  public long knownId() {
    return knownId;
  }

  /** The highest number there is now. */
  public long newestId() {
    return newestId;
  }
}
