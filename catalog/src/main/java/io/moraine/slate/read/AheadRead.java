package io.moraine.slate.read;

import io.moraine.base.Call;
import io.moraine.base.Call.Fork;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A read that another thread may do before its result is due. Whoever awaits it does it if nobody
 * has begun, so a read that waits for others never waits for a free thread. Thread-safe.
 *
 * <p>It is done for the {@link Call} that made it. If that call ends while another one wants the
 * result, the other one reads anew.
 */
final class AheadRead<T extends @Nullable Object> {
  private final String object;
  private final Supplier<T> read;
  private final Fork<T> fork;
  private final CompletableFuture<String> end = new CompletableFuture<>();

  /** A read that nobody has begun; {@code object} is what errors of waiting for it name. */
  AheadRead(String object, Supplier<T> read) {
    this.object = object;
    this.read = read;
    this.fork =
        Call.fork(
            () -> {
              try {
                return read.get();
              } finally {
                end.complete(object);
              }
            });
  }

  /** Has another thread do it, if one can be had. */
  AheadRead<T> begin(ReadContext context) {
    context.runAhead(fork);
    return this;
  }

  /**
   * The result, read here if nobody has begun. Errors are those of the read.
   *
   * @throws ObjectStoreException of kind INTERRUPTED, CANCELLED or TIMEOUT if the caller's time is
   *     up before another thread is done
   */
  T await() {
    fork.run();
    return join();
  }

  /** As {@link #await}, of a read that another thread has begun or is about to. */
  T join() {
    if (!fork.isDone()) {
      awaitEnd();
    }
    try {
      return result();
    } catch (CancellationException e) {
      // The threads were closed before one of them came to it.
      return read.get();
    } catch (ObjectStoreException e) {
      if (!e.kind().isOfCaller() || isOver()) {
        throw e;
      }
      // It was another call that ended.
      return read.get();
    }
  }

  /** Nobody wants it any more. One that runs is not interrupted: others may read the same file. */
  void cancel() {
    fork.cancel(false);
  }

  private void awaitEnd() {
    Call call = Call.current();
    CompletableFuture<String> mine = end.copy();
    Runnable takeBack = call.onCancel(() -> mine.cancel(false));
    try {
      mine.get(call.remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (TimeoutException e) {
      throw over(Kind.TIMEOUT, "the time was up while waiting for ", e);
    } catch (CancellationException e) {
      throw over(Kind.CANCELLED, "cancelled while waiting for ", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("an end that failed", e);
    } finally {
      takeBack.run();
    }
  }

  private T result() {
    try {
      return fork.get();
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw new IllegalStateException("a read threw a checked exception", e);
    }
  }

  private static boolean isOver() {
    Call call = Call.current();
    return Thread.currentThread().isInterrupted()
        || call.isCancelled()
        || call.remainingNanos() <= 0;
  }

  private ObjectStoreException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return over(Kind.INTERRUPTED, "interrupted while waiting for ", e);
  }

  private ObjectStoreException over(Kind kind, String why, Exception cause) {
    return new ObjectStoreException(kind, object, why + object, cause);
  }
}
