package io.moraine.objectstore.s3;

import io.moraine.base.Clock;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** What the server's clock shows, as its answers tell in their {@code Date}. Thread-safe. */
final class ServerClock implements ExecutionInterceptor {
  private final Clock clock;
  private volatile long leadMillis;

  /** Compares the server's clock with {@code clock}. */
  ServerClock(Clock clock) {
    this.clock = clock;
  }

  /**
   * How far the server's clock is ahead; 0 until it has told. Told in whole seconds, so that within
   * one of its seconds ours may be on either side.
   */
  long leadMillis() {
    return leadMillis;
  }

  @Override
  public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
    context.httpResponse().firstMatchingHeader("Date").ifPresent(this::note);
  }

  private void note(String date) {
    try {
      Instant there = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      leadMillis = lead(there.toEpochMilli(), clock.wallMillis());
    } catch (DateTimeParseException e) {
      return; // a server that tells its time otherwise does not tell it
    }
  }

  /**
   * Of a server whose clock shows the second that begins at {@code there}: the least difference.
   */
  static long lead(long there, long here) {
    long leastLead = there - here;
    long mostLead = there + 999 - here;
    return leastLead > 0 ? leastLead : Math.min(mostLead, 0);
  }
}
