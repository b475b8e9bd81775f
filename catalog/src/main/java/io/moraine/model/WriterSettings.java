package io.moraine.model;

import java.time.Duration;

/**
 * How the writer role is taken and given up, and what is done while it is held.
 *
 * @param takeOver whether it is taken from another process
 * @param takeOverWait most time to wait for another process to become idle
 * @param writerIdle how long without a commit the role is kept
 * @param compactor whether tables are merged meanwhile
 * @param collector whether what nobody needs is deleted meanwhile
 * @param collectorMinAge how old it must be; of catalogs on one location the last that committed
 *     decides
 */
public record WriterSettings(
    TakeOver takeOver,
    Duration takeOverWait,
    Duration writerIdle,
    Upkeep compactor,
    Upkeep collector,
    Duration collectorMinAge) {
  private static final Duration MIN_AGE = Duration.ofMinutes(5);

  /** The role is taken from idle processes, after waiting ten seconds at most. */
  public static final WriterSettings DEFAULT =
      new WriterSettings(TakeOver.IDLE, Duration.ofSeconds(10), Duration.ofSeconds(2));

  /**
   * Checks the values.
   *
   * @throws CatalogException of kind INVALID_REQUEST if a time cannot be meant
   */
  public WriterSettings {
    CatalogOptions.checkTime("takeOverWait", takeOverWait);
    CatalogOptions.checkTime("writerIdle", writerIdle);
    CatalogOptions.checkTime("collectorMinAge", collectorMinAge);
  }

  /** The same with all upkeep, of what is five minutes old. */
  public WriterSettings(TakeOver takeOver, Duration takeOverWait, Duration writerIdle) {
    this(takeOver, takeOverWait, writerIdle, Upkeep.AUTO, Upkeep.AUTO, MIN_AGE);
  }

  /** The same with another rule for taking the role. */
  public WriterSettings withTakeOver(TakeOver other) {
    return new WriterSettings(
        other, takeOverWait, writerIdle, compactor, collector, collectorMinAge);
  }

  /** The same merging tables or not. */
  public WriterSettings withCompactor(Upkeep other) {
    return new WriterSettings(
        takeOver, takeOverWait, writerIdle, other, collector, collectorMinAge);
  }

  /** The same deleting what nobody needs or not. */
  public WriterSettings withCollector(Upkeep other) {
    return new WriterSettings(
        takeOver, takeOverWait, writerIdle, compactor, other, collectorMinAge);
  }

  /** The same deleting what is of another age. */
  public WriterSettings withCollectorMinAge(Duration age) {
    return new WriterSettings(takeOver, takeOverWait, writerIdle, compactor, collector, age);
  }
}
