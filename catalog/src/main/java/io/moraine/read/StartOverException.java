package io.moraine.read;

/** What was found is no longer there to be read; looking again finds something newer. */
final class StartOverException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean doubtful;

  StartOverException(String why) {
    this(why, true);
  }

  private StartOverException(String why, boolean doubtful) {
    super(why);
    this.doubtful = doubtful;
  }

  /** Another process was faster, which tells of what it wrote. */
  static StartOverException lostRace(String why) {
    return new StartOverException(why, false);
  }

  /** Whether what is remembered of the store is to be doubted. */
  boolean isDoubtful() {
    return doubtful;
  }
}
