package io.moraine.read;

import io.moraine.base.Clock;

/**
 * A moment, by both clocks of this machine.
 *
 * @param wallMillis milliseconds since 1970-01-01 UTC, by a clock that may jump
 * @param monotonicNanos nanoseconds since an arbitrary start, by a clock that may stand still while
 *     the machine sleeps
 */
public record Moment(long wallMillis, long monotonicNanos) {
  /** Now. */
  public static Moment now(Clock clock) {
    return new Moment(clock.wallMillis(), clock.monotonicNanos());
  }
}
