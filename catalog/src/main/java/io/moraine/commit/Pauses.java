package io.moraine.commit;

import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets time pass on behalf of a {@link Call}, which may end first. Thread-safe. */
final class Pauses {
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();

  Pauses(Clock clock) {
    this.clock = clock;
  }

  /**
   * Waits for {@code nanos}, or less if it is woken.
   *
   * @param purpose what is waited for, to begin a message with
   * @throws CatalogException of kind CANCELLED or TIMEOUT if the call is over
   */
  void pause(long nanos, String purpose) {
    Call call = Call.current();
    checkGoesOn(call, purpose);
    Runnable takeBack = call.onCancel(this::wake);
    lock.lock();
    try {
      long unused = clock.await(ended, Math.min(nanos, call.remainingNanos()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CatalogException(Kind.CANCELLED, purpose + " was interrupted", e);
    } finally {
      lock.unlock();
      takeBack.run();
    }
  }

  /**
   * Checks that there is a point in going on.
   *
   * @throws CatalogException of kind CANCELLED or TIMEOUT if the call is over
   */
  static void checkGoesOn(Call call, String purpose) {
    if (call.isCancelled()) {
      throw new CatalogException(Kind.CANCELLED, purpose + " was cancelled");
    }
    if (call.remainingNanos() <= 0) {
      throw new CatalogException(Kind.TIMEOUT, purpose + " took too long");
    }
  }

  /** Ends the pauses of all who make one now. */
  void wake() {
    lock.lock();
    try {
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
