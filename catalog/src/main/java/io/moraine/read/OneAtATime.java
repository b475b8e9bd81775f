package io.moraine.read;

import io.moraine.base.Call;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets one caller at a time do something slow, so that those who waited can use what it found. A
 * turn lasts while its holder waits for the store, and nobody who has one needs anything of a
 * waiter. The lock guards the two fields alone.
 */
final class OneAtATime {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean taken; // guarded by lock

  /**
   * Waits for its turn, then runs {@code action}.
   *
   * @throws CatalogException of kind TIMEOUT or CANCELLED if the turn does not come
   */
  <T> T run(Deadline deadline, String purpose, Supplier<T> action) {
    take(deadline, purpose);
    try {
      return action.get();
    } finally {
      giveBack();
    }
  }

  private void take(Deadline deadline, String purpose) {
    Call call = Call.current();
    Runnable takeBack = call.onCancel(this::wakeAll);
    lock.lock();
    try {
      long nanos = deadline.remainingNanos();
      while (taken) {
        if (call.isCancelled()) {
          throw new CatalogException(Kind.CANCELLED, purpose + " was cancelled while it waited");
        }
        if (nanos <= 0) {
          throw deadline.missed(purpose);
        }
        nanos = changed.awaitNanos(Math.min(nanos, call.remainingNanos()));
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
