package io.moraine.driver.jdbc;

import io.moraine.base.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that moves only while the driver works on a statement, not while the application thinks
 * about a row: time limits count the driver's time. Used under the lock of the rows it belongs to.
 */
final class BusyClock extends java.time.Clock {
  private final Clock source;
  private final Instant start;
  private long busyNanos;
  private long enteredNanos;
  private boolean running;

  BusyClock(Clock source) {
    this.source = source;
    this.start = source.now();
  }

  void enter() {
    enteredNanos = source.monotonicNanos();
    running = true;
  }

  void leave() {
    busyNanos = busyNanos();
    running = false;
  }

  Duration busy() {
    return Duration.ofNanos(busyNanos());
  }

  private long busyNanos() {
    return busyNanos + (running ? source.monotonicNanos() - enteredNanos : 0);
  }

  @Override
  public Instant instant() {
    return start.plusNanos(busyNanos());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public java.time.Clock withZone(ZoneId zone) {
    return java.time.Clock.fixed(instant(), zone);
  }
}
