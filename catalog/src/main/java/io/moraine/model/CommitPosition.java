package io.moraine.model;

/**
 * How far a store's commits have come, as its head record says.
 *
 * @param snapshotId the latest committed snapshot id
 * @param batchSeq commits so far, those without a snapshot included
 */
public record CommitPosition(long snapshotId, long batchSeq) {
  /** Whether both members are at least {@code other}'s. */
  public boolean reaches(CommitPosition other) {
    return snapshotId >= other.snapshotId && batchSeq >= other.batchSeq;
  }

  @Override
  public String toString() {
    return "(snapshot " + snapshotId + ", batch " + batchSeq + ")";
  }
}
