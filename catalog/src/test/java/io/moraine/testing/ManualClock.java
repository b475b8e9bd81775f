package io.moraine.testing;

import io.moraine.base.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is moved. Thread-safe. */
public final class ManualClock implements Clock {
  private final AtomicLong wallMillis;
  private final AtomicLong monotonicNanos = new AtomicLong();

  /** A clock that shows {@code now}. */
  public ManualClock(Instant now) {
    wallMillis = new AtomicLong(now.toEpochMilli());
  }

  /** Moves both clocks on. */
  public void advance(Duration by) {
    wallMillis.addAndGet(by.toMillis());
    monotonicNanos.addAndGet(by.toNanos());
  }

  /** Lets the wall clock jump to {@code now}; the monotonic one does not notice. */
  public void jumpTo(Instant now) {
    wallMillis.set(now.toEpochMilli());
  }

  @Override
  public long wallMillis() {
    return wallMillis.get();
  }

  @Override
  public long monotonicNanos() {
    return monotonicNanos.get();
  }
}
