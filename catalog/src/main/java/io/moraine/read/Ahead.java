package io.moraine.read;

import io.moraine.base.Call;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Something that will be needed, got by another thread meanwhile. Whoever needs it gets it
 * themselves if no thread has begun.
 */
final class Ahead<T> {
  private final Call.Fork<T> work;

  private Ahead(Call.Fork<T> work) {
    this.work = work;
  }

  /**
   * Has another thread begin.
   *
   * @param executor the threads; none if to wait for the store takes no longer than to ask them
   */
  static <T> Ahead<T> begin(Supplier<T> work, Optional<Executor> executor) {
    Call.Fork<T> fork = Call.fork(work);
    try {
      executor.ifPresent(each -> each.execute(fork));
    } catch (RejectedExecutionException e) {
      // The threads are gone, as at the end of the program: who needs it does it.
      return new Ahead<>(fork);
    }
    return new Ahead<>(fork);
  }

  /** Nobody wants it any more; a thread that works on it is interrupted. */
  void cancel() {
    work.cancel(true);
  }

  /**
   * The result.
   *
   * @throws CatalogException of kind CANCELLED if the caller is interrupted
   */
  T get() {
    try {
      return work.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CatalogException(Kind.CANCELLED, "The read was interrupted while it waited", e);
    }
  }
}
