package io.moraine.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.base.Call;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets one thread at a time change the writer role or write under it; who waits can be cancelled.
 * Held during requests, since they must follow one another.
 */
final class CommitLock {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private boolean held;

  /**
   * Runs {@code work} when its turn has come.
   *
   * @throws CatalogException of kind CANCELLED or TIMEOUT if the call ends before
   */
  <T> T get(Supplier<T> work) {
    acquire();
    try {
      return work.get();
    } finally {
      release();
    }
  }

  /** As {@link #get}, for work without a result. */
  void run(Runnable work) {
    acquire();
    try {
      work.run();
    } finally {
      release();
    }
  }

  /** Runs {@code work} unless another thread is at it. */
  void tryRun(Runnable work) {
    lock.lock();
    try {
      if (held) {
        return;
      }
      held = true;
    } finally {
      lock.unlock();
    }
    try {
      work.run();
    } finally {
      release();
    }
  }

  private void acquire() {
    Call call = Call.current();
    Runnable takeBack = call.onCancel(this::wake);
    lock.lock();
    try {
      while (held) {
        if (call.isCancelled()) {
          throw new CatalogException(Kind.CANCELLED, "Waiting to commit was cancelled");
        }
        long left = call.remainingNanos();
        if (left <= 0) {
          throw new CatalogException(Kind.TIMEOUT, "Waiting to commit took too long");
        }
        long unused = changed.awaitNanos(left);
      }
      held = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CatalogException(Kind.CANCELLED, "Waiting to commit was interrupted", e);
    } finally {
      lock.unlock();
      takeBack.run();
    }
  }

  private void release() {
    lock.lock();
    try {
      held = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
