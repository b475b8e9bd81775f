package io.moraine.read;

import io.moraine.base.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long something holds, by two clocks of which one may jump and the other stand still: until
 * either says that the time is over, or they contradict each other.
 *
 * @param from when it was asked for
 * @param trusted how long it can be relied upon from then
 * @param skew how far the wall clock may lie behind the monotonic one
 */
record Validity(Moment from, Duration trusted, Duration skew) {
  /** Whether it holds now. */
  boolean holds(Clock clock) {
    long wallNanos = TimeUnit.MILLISECONDS.toNanos(clock.wallMillis() - from.wallMillis());
    long monotonicNanos = clock.monotonicNanos() - from.monotonicNanos();
    return wallNanos < trusted.toNanos()
        && monotonicNanos < trusted.toNanos()
        && monotonicNanos - wallNanos <= skew.toNanos();
  }

  /** The later of the two. */
  Validity orLater(Validity other) {
    return other.from.monotonicNanos() - from.monotonicNanos() > 0 ? other : this;
  }
}
