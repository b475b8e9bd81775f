package io.moraine.testing;

import io.moraine.base.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * A clock for tests of one thread: it stands still until it is moved, or until somebody waits for
 * time to pass, which then has passed.
 */
public class SelfMovingClock implements Clock {
  /** Who waits longer waits for another thread, not for the time. */
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final ManualClock clock;

  /** A clock that shows {@code now}. */
  public SelfMovingClock(Instant now) {
    clock = new ManualClock(now);
  }

  /** Moves both clocks on. */
  public void advance(Duration by) {
    clock.advance(by);
  }

  @Override
  public long wallMillis() {
    return clock.wallMillis();
  }

  @Override
  public long monotonicNanos() {
    return clock.monotonicNanos();
  }

  @SuppressWarnings("WaitNotInLoop") // it is for those who wait in a loop to call
  @Override
  public long await(Condition condition, long nanos) throws InterruptedException {
    if (nanos <= LONGEST_PAUSE_NANOS) {
      clock.advance(Duration.ofNanos(Math.max(0, nanos)));
      return 0;
    }
    long unused = condition.awaitNanos(TimeUnit.SECONDS.toNanos(1));
    return nanos;
  }
}
