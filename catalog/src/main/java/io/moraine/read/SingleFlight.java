package io.moraine.read;

import io.moraine.model.CatalogException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets one caller at a time do something slow, so that those who waited can use what it found. Held
 * during I/O, and by nobody who needs anything of a waiter.
 */
final class SingleFlight {
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * Waits for its turn, then runs {@code action}.
   *
   * @throws CatalogException of kind TIMEOUT or CANCELLED if the turn does not come
   */
  <T> T run(Deadline deadline, String purpose, Supplier<T> action) {
    enter(deadline, purpose);
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  private void enter(Deadline deadline, String purpose) {
    try {
      if (!lock.tryLock() && !lock.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
        throw deadline.missed(purpose);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CatalogException(
          CatalogException.Kind.CANCELLED, purpose + " was interrupted while it waited", e);
    }
  }
}
