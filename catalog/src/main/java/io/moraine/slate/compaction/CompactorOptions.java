package io.moraine.slate.compaction;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.slate.format.FilterPolicy;
import java.time.Duration;
import java.util.List;

/**
 * How a store is compacted.
 *
 * @param clock the time
 * @param ids where put ids, checkpoint ids and the random part of ULIDs come from
 * @param filterPolicies the filters that every table gets
 * @param blockBytes size of a table's blocks
 * @param maxTableBytes size of blocks at which a table ends; each is built in memory
 * @param minSources fewest flushed tables, or runs of alike size, that are merged by themselves
 * @param maxSources most of them at once
 * @param sizeThreshold how many times larger a run may be than newer ones it is merged with
 * @param checkpointLifetime how long merged tables are kept for those who read them unprotected
 * @param heartbeat how often a compaction tells others that it goes on
 */
public record CompactorOptions(
    Clock clock,
    IdSource ids,
    List<FilterPolicy> filterPolicies,
    int blockBytes,
    long maxTableBytes,
    int minSources,
    int maxSources,
    double sizeThreshold,
    Duration checkpointLifetime,
    Duration heartbeat) {
  public CompactorOptions {
    filterPolicies = List.copyOf(filterPolicies);
  }

  /**
   * What a lake is compacted with: SlateDB's numbers, but tables of 64 MiB instead of 256, since
   * they are built in memory.
   */
  public static CompactorOptions of(Clock clock, IdSource ids, List<FilterPolicy> filterPolicies) {
    return new CompactorOptions(
        clock,
        ids,
        filterPolicies,
        4096,
        64L << 20,
        4,
        8,
        4.0,
        Duration.ofMinutes(15),
        Duration.ofSeconds(10));
  }

  /** The same with tables that end at another size. */
  public CompactorOptions withMaxTableBytes(long bytes) {
    return new CompactorOptions(
        clock,
        ids,
        filterPolicies,
        blockBytes,
        bytes,
        minSources,
        maxSources,
        sizeThreshold,
        checkpointLifetime,
        heartbeat);
  }
}
