package io.moraine.slate.compaction;

/** The tables of a compaction are not in the tree any more as they were: it came to nothing. */
public final class CompactionVoidException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CompactionVoidException(String why) {
    super("the compaction came to nothing: " + why);
  }
}
