package io.moraine.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.base.Clock;
import java.time.Duration;

/**
 * Lets staged transactions get through beside a stream of verbs. Thread-safe.
 *
 * <p>Staged rows can only be committed on the very head that they were decided on, and verbs that
 * come one after the other move it again before anybody has seen it. So after a few staged
 * transactions in a row were lost, verbs hold back until one gets through, for a second at most and
 * once in five: what is in flight lands, and who begins again then finds a head that stays.
 */
final class Precedence {
  private static final int LOSSES = 3;
  private static final Duration LONGEST = Duration.ofSeconds(1);
  private static final Duration EVERY = Duration.ofSeconds(5);

  private final Clock clock;
  private final Pauses pauses;

  @GuardedBy("this")
  private int losses;

  @GuardedBy("this")
  private boolean given;

  @GuardedBy("this")
  private long givenNanos;

  Precedence(Clock clock) {
    this.clock = clock;
    this.pauses = new Pauses(clock);
    this.givenNanos = clock.monotonicNanos() - EVERY.toNanos();
  }

  /** A staged transaction found that the head had moved. */
  synchronized void lost() {
    losses++;
    long now = clock.monotonicNanos();
    if (losses >= LOSSES && now - givenNanos >= EVERY.toNanos()) {
      given = true;
      givenNanos = now;
    }
  }

  /** A staged transaction was written. */
  void won() {
    synchronized (this) {
      losses = 0;
      given = false;
    }
    pauses.wake();
  }

  /**
   * Waits until verbs may go on.
   *
   * @throws io.moraine.model.CatalogException of kind CANCELLED or TIMEOUT if the call ends first
   */
  void giveWay() {
    for (long left = leftNanos(); left > 0; left = leftNanos()) {
      pauses.pause(left, "Waiting for a staged transaction");
    }
  }

  private synchronized long leftNanos() {
    if (!given) {
      return 0;
    }
    long left = givenNanos + LONGEST.toNanos() - clock.monotonicNanos();
    given = left > 0;
    return left;
  }
}
