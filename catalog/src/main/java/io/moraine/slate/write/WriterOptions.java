package io.moraine.slate.write;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.slate.format.FilterPolicy;
import java.time.Duration;
import java.util.List;

/**
 * How a store is written.
 *
 * @param clock the time; sequence numbers get their creation times from it
 * @param ids where put ids, checkpoint ids and the random part of ULIDs come from
 * @param filterPolicies the filters that every table gets
 * @param blockBytes size of a table's blocks
 * @param memtableBytes half of what the log's tail may cost whoever replays it, its {@link
 *     io.moraine.slate.read.WalTail#chargedBytes}, before it is flushed to tables
 * @param tailObjects number of log objects at which it is flushed, unless a touched segment has
 *     {@code crowdedL0} flushed tables
 * @param crowdedTailObjects number of log objects at which it is flushed then
 * @param crowdedL0 flushed tables of a segment from which on flushing is put off
 * @param maxL0 most flushed tables of a segment; one more is refused
 * @param largestClockLead most that the store's recovered clock may be ahead of ours
 */
public record WriterOptions(
    Clock clock,
    IdSource ids,
    List<FilterPolicy> filterPolicies,
    int blockBytes,
    long memtableBytes,
    int tailObjects,
    int crowdedTailObjects,
    int crowdedL0,
    int maxL0,
    Duration largestClockLead) {
  /** From so many on, a Rust writer may wait at its end until some are merged. */
  public static final int CROWDED_L0 = 7;

  public WriterOptions {
    filterPolicies = List.copyOf(filterPolicies);
  }

  /** What a lake is written with. */
  public static WriterOptions of(Clock clock, IdSource ids, List<FilterPolicy> filterPolicies) {
    return new WriterOptions(
        clock,
        ids,
        filterPolicies,
        4096,
        64L << 20,
        256,
        4096,
        CROWDED_L0,
        64,
        Duration.ofSeconds(10));
  }
}
