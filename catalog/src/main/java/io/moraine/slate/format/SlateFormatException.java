package io.moraine.slate.format;

import org.jspecify.annotations.Nullable;

/** Stored bytes are damaged, impossible, or of a version that is not read. */
public final class SlateFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String object;
  private final long offset;

  /**
   * An error in the object at path {@code object}.
   *
   * @param offset the byte of the object where the problem lies; within a compressed region, where
   *     the region starts
   * @param problem what was found, and what was expected
   */
  public SlateFormatException(String object, long offset, String problem) {
    this(object, offset, problem, null);
  }

  /** An error with what caused it. */
  public SlateFormatException(
      String object, long offset, String problem, @Nullable Throwable cause) {
    super(object + " at byte " + offset + ": " + problem, cause);
    this.object = object;
    this.offset = offset;
  }

  /** Path of the damaged object in its store. */
  public String object() {
    return object;
  }

  /** Where in the object the problem lies. */
  public long offset() {
    return offset;
  }
}
