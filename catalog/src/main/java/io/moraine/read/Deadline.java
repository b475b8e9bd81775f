package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import java.time.Duration;

/**
 * A moment on the monotonic clock after which a call gives up.
 *
 * @param clock the clock
 * @param atNanos the moment
 * @param allowed how long the call was allowed to take
 */
record Deadline(Clock clock, long atNanos, Duration allowed) {
  /** As good as no deadline, and a number of nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  static Deadline in(Clock clock, Duration allowed) {
    Duration kept = allowed.compareTo(LONGEST) < 0 ? allowed : LONGEST;
    return new Deadline(clock, clock.monotonicNanos() + kept.toNanos(), kept);
  }

  /** Nanoseconds left; not positive once the moment has come. */
  long remainingNanos() {
    return atNanos - clock.monotonicNanos();
  }

  boolean passed() {
    return remainingNanos() <= 0;
  }

  /**
   * @throws CatalogException of kind TIMEOUT once the moment has come
   */
  void check(String purpose) {
    if (passed()) {
      throw missed(purpose);
    }
  }

  /** The error of {@code purpose} having taken too long. */
  CatalogException missed(String purpose) {
    return new CatalogException(CatalogException.Kind.TIMEOUT, message(purpose));
  }

  /** The same, with what it was waiting for. */
  CatalogException missed(String purpose, RuntimeException cause) {
    return new CatalogException(
        CatalogException.Kind.TIMEOUT, message(purpose) + ": " + cause.getMessage(), cause);
  }

  private String message(String purpose) {
    return purpose + " took more than " + allowed.toMillis() + " ms";
  }
}
