package io.moraine.model;

import io.moraine.base.Bytes;
import java.util.List;

/**
 * What a compaction by hand did.
 *
 * @param compactions one for each segment that was not a single run already, in key order
 */
public record CompactionReport(List<Compaction> compactions) {
  /** Takes a copy of the list. */
  public CompactionReport {
    compactions = List.copyOf(compactions);
  }

  /**
   * A compaction of one segment.
   *
   * @param segment the segment's prefix; empty for the one tree of a store without segments
   * @param l0Tables flushed tables that were merged
   * @param runs sorted runs that were merged
   * @param tables tables that were written
   * @param bytesRead size of what was merged, about
   * @param bytesWritten size of what was written
   * @param rowsRead stored versions of rows that were merged
   * @param rowsWritten how many of them were kept
   */
  public record Compaction(
      Bytes segment,
      int l0Tables,
      int runs,
      int tables,
      long bytesRead,
      long bytesWritten,
      long rowsRead,
      long rowsWritten) {}
}
