package io.moraine.read;

import io.moraine.base.Call;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets one caller at a time do something slow: so that those who waited can use what it found, or
 * because requests must follow one another. A turn lasts while its holder waits for the store, and
 * nobody who has one needs anything of a waiter, who can be cancelled. The lock guards the two
 * fields alone.
 */
public final class OneAtATime {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean taken; // guarded by lock

  /**
   * Waits for its turn, then runs {@code action}.
   *
   * @throws CatalogException of kind TIMEOUT or CANCELLED if the turn does not come
   */
  <T> T run(Deadline deadline, String purpose, Supplier<T> action) {
    take(deadline.remainingNanos(), () -> deadline.missed(purpose), purpose);
    return inTurn(action);
  }

  /**
   * Waits for its turn as long as the call lasts, then runs {@code action}.
   *
   * @param purpose what it is, to begin a message with
   * @throws CatalogException of kind TIMEOUT or CANCELLED if the turn does not come
   */
  public <T> T run(String purpose, Supplier<T> action) {
    take(
        Long.MAX_VALUE,
        () -> new CatalogException(Kind.TIMEOUT, purpose + " took too long"),
        purpose);
    return inTurn(action);
  }

  /** As {@link #run(String, Supplier)}, for work without a result. */
  public void execute(String purpose, Runnable action) {
    OneAtATime unused =
        run(
            purpose,
            () -> {
              action.run();
              return this;
            });
  }

  /** Runs {@code action} unless another caller has a turn. */
  public void tryRun(Runnable action) {
    lock.lock();
    try {
      if (taken) {
        return;
      }
      taken = true;
    } finally {
      lock.unlock();
    }
    try {
      action.run();
    } finally {
      giveBack();
    }
  }

  private <T> T inTurn(Supplier<T> action) {
    try {
      return action.get();
    } finally {
      giveBack();
    }
  }

  private void take(long limitNanos, Supplier<CatalogException> missed, String purpose) {
    Call call = Call.current();
    Runnable takeBack = call.onCancel(this::wakeAll);
    lock.lock();
    try {
      long nanos = Math.min(limitNanos, call.remainingNanos());
      while (taken) {
        if (call.isCancelled()) {
          throw new CatalogException(Kind.CANCELLED, purpose + " was cancelled while it waited");
        }
        if (nanos <= 0) {
          throw missed.get();
        }
        nanos = changed.awaitNanos(nanos);
      }
      taken = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CatalogException(Kind.CANCELLED, purpose + " was interrupted while it waited", e);
    } finally {
      lock.unlock();
      takeBack.run();
    }
  }

  private void giveBack() {
    lock.lock();
    try {
      taken = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void wakeAll() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
