package io.moraine.driver.jdbc;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/**
 * A clock that moves only while the driver works on a statement, not while the application thinks
 * about a row: time limits count the driver's time. Used under the lock of the rows it belongs to.
 */
final class BusyClock extends Clock {
  private final Clock source;
  private final long startMillis;
  private long busyMillis;
  private long enteredMillis;
  private boolean running;

  BusyClock(Clock source) {
    this.source = source;
    this.startMillis = source.millis();
  }

  void enter() {
    enteredMillis = source.millis();
    running = true;
  }

  void leave() {
    busyMillis = busyMillis();
    running = false;
  }

  long busyMillis() {
    return busyMillis + (running ? Math.max(0, source.millis() - enteredMillis) : 0);
  }

  @Override
  public long millis() {
    return startMillis + busyMillis();
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public ZoneId getZone() {
    return source.getZone();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return source.withZone(zone);
  }
}
