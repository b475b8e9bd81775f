package io.moraine.read;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.base.Call;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one caller at a time do something slow, in the order in which they came: so that those who
 * waited can use what it found, or because requests must follow one another. A turn lasts while its
 * holder waits for the store, and nobody who has one needs anything of a waiter, who can be
 * cancelled. The lock guards the fields alone.
 */
public final class OneAtATime {
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Deque<Waiter> waiters = new ArrayDeque<>();

  @GuardedBy("lock")
  private @Nullable Thread holder;

  /** Somebody who waits; given the turn by who has it. */
  private static final class Waiter {
    private final Thread thread = Thread.currentThread();
    private final Condition called;

    private Waiter(ReentrantLock lock) {
      this.called = lock.newCondition();
    }
  }

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
      if (holder != null) {
        return;
      }
      holder = Thread.currentThread();
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

  /** Whether others wait for a turn. */
  public boolean isAwaited() {
    lock.lock();
    try {
      return !waiters.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private void take(long limitNanos, Supplier<CatalogException> missed, String purpose) {
    Call call = Call.current();
    Waiter self = new Waiter(lock);
    Runnable takeBack = call.onCancel(() -> wake(self));
    lock.lock();
    try {
      if (holder == null) {
        holder = self.thread;
        return;
      }
      checkIsAnother(self, purpose);
      queue(self, call, Math.min(limitNanos, call.remainingNanos()), missed, purpose);
    } finally {
      lock.unlock();
      takeBack.run();
    }
  }

  @GuardedBy("lock")
  private void queue(
      Waiter self, Call call, long nanos, Supplier<CatalogException> missed, String purpose) {
    waiters.addLast(self);
    try {
      awaitTurn(self, call, nanos, missed, purpose);
    } finally {
      if (holder != self.thread) {
        waiters.remove(self);
      }
    }
  }

  /** Who has the turn would wait for itself. */
  @GuardedBy("lock")
  private void checkIsAnother(Waiter self, String purpose) {
    if (holder == self.thread) {
      throw new CatalogException(
          Kind.INVALID_REQUEST,
          purpose
              + " was asked for by work that has to end first, such as that of a commit; do it"
              + " before or after that");
    }
  }

  @GuardedBy("lock")
  private void awaitTurn(
      Waiter self, Call call, long nanos, Supplier<CatalogException> missed, String purpose) {
    long left = nanos;
    while (holder != self.thread) {
      if (call.isCancelled()) {
        throw new CatalogException(Kind.CANCELLED, purpose + " was cancelled while it waited");
      }
      if (left <= 0) {
        throw missed.get();
      }
      try {
        left = self.called.awaitNanos(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        if (holder == self.thread) {
          return; // and who has the turn sees the interrupt
        }
        throw new CatalogException(Kind.CANCELLED, purpose + " was interrupted while it waited", e);
      }
    }
  }

  private void giveBack() {
    lock.lock();
    try {
      Waiter next = waiters.pollFirst();
      holder = next == null ? null : next.thread;
      if (next != null) {
        next.called.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void wake(Waiter waiter) {
    lock.lock();
    try {
      waiter.called.signal();
    } finally {
      lock.unlock();
    }
  }
}
