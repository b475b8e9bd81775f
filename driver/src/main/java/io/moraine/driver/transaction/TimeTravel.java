package io.moraine.driver.transaction;

import java.time.Instant;

/** Which snapshot a connection shows where a statement does not say. */
public sealed interface TimeTravel {
  /** The newest snapshot. */
  TimeTravel NEWEST = new Newest();

  /** The newest snapshot. */
  record Newest() implements TimeTravel {}

  /**
   * One snapshot.
   *
   * @param snapshotId its id
   */
  record AtSnapshot(long snapshotId) implements TimeTravel {}

  /**
   * The last snapshot committed at a time or before.
   *
   * @param time the time
   */
  record AtTime(Instant time) implements TimeTravel {}
}
