package io.moraine.read;

/** What was found is no longer there to be read; looking again finds something newer. */
final class StartOverException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StartOverException(String why) {
    super(why);
  }
}
