package io.moraine.slate.compaction;

/** Another compactor took the store: ours may change nothing any more. */
public final class CompactorFencedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An error that names the other's epoch. */
  CompactorFencedException(String where, long theirs, long ours) {
    super(
        "another compactor took the store: "
            + where
            + " has epoch "
            + Long.toUnsignedString(theirs)
            + ", ours was "
            + Long.toUnsignedString(ours));
  }
}
