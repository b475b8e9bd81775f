package io.moraine.read;

import java.time.Duration;

/**
 * The times and limits that all readers of a store share; a catalog's own are in its options.
 *
 * @param generationWait most time to wait for a generation at the limit, for a request that names
 *     none
 * @param idleGeneration how long a generation without scopes is kept
 * @param manifestConfirmation age after which a cached manifest is listed anew
 * @param maxTableSets most different sets of tables open at once
 * @param workingMemoryBytes most memory of replayed write-ahead logs and cursor pages; reads under
 *     way are not part of it, {@link io.moraine.slate.read.ScanShape} bounds those of a scan
 * @param leases the times of leases
 */
public record ReadOptions(
    Duration generationWait,
    Duration idleGeneration,
    Duration manifestConfirmation,
    int maxTableSets,
    long workingMemoryBytes,
    LeaseOptions leases) {
  /** What a catalog uses if nothing else is asked for. */
  public static final ReadOptions DEFAULT =
      new ReadOptions(
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofMinutes(4),
          8,
          256L << 20,
          LeaseOptions.DEFAULT);

  /** The same with another limit of working memory. */
  public ReadOptions withWorkingMemoryBytes(long bytes) {
    return new ReadOptions(
        generationWait, idleGeneration, manifestConfirmation, maxTableSets, bytes, leases);
  }

  /** Rows a cursor page. */
  static final int PAGE_ROWS = 64;

  /** Memory charged for a row on top of twice its payload. */
  static final long ROW_OVERHEAD_BYTES = 320;
}
