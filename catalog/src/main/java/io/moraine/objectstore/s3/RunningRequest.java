package io.moraine.objectstore.s3;

import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a thread waits for, all attempts and pauses included. Waiting ends early when the thread is
 * interrupted, when its call is cancelled or has no time left, and when the total time is up.
 * Belongs to one thread; others {@link #wake} it.
 */
final class RunningRequest implements AutoCloseable {
  private final String path;
  private final S3Errors errors;
  private final Clock clock;
  private final Duration totalTimeout;
  private final Call call = Call.current();
  private final Semaphore news = new Semaphore(0);
  private final Runnable forget;
  private final long begunNanos;
  private int failedAttempts;
  private @Nullable Throwable lastFailure;
  private volatile boolean storeClosed;

  /** Begins to count the time for a request for the object or folder {@code path}. */
  RunningRequest(String path, S3Errors errors, Clock clock, Duration totalTimeout) {
    this.path = path;
    this.errors = errors;
    this.clock = clock;
    this.totalTimeout = totalTimeout;
    this.begunNanos = clock.monotonicNanos();
    this.forget = call.onCancel(this::wake);
  }

  /** Has the waiting thread look at what it waits for. */
  void wake() {
    news.release();
  }

  /** Has the wait end with an error. */
  void storeClosed() {
    storeClosed = true;
    wake();
  }

  /** Remembers why an attempt failed; how many did so far. */
  int failed(Throwable failure) {
    lastFailure = failure;
    return ++failedAttempts;
  }

  /** Waits for {@code done}, whose change is followed by {@link #wake}. */
  void await(BooleanSupplier done) {
    while (!awaitFor(Long.MAX_VALUE, done)) {
      // It never ends by itself.
    }
  }

  /**
   * Waits for {@code done}, whose change is followed by {@link #wake}, but no longer than {@code
   * nanos}. What is done by the time the wait is over counts as done, however late this thread
   * looks: a refused connection is not an unanswered request because the time was up, too.
   *
   * @return whether it is done
   * @throws ObjectStoreException of kind INTERRUPTED, CANCELLED or TIMEOUT by the caller's doing;
   *     of kind UNAVAILABLE once the total time is up
   */
  boolean awaitFor(long nanos, BooleanSupplier done) {
    return awaitFor(clock.monotonicNanos(), nanos, done);
  }

  /**
   * As {@link #awaitFor(long, BooleanSupplier)}, for {@code nanos} after the moment {@code begun}.
   */
  boolean awaitFor(long begun, long nanos, BooleanSupplier done) {
    while (!done.getAsBoolean()) {
      long left = nanos - (clock.monotonicNanos() - begun);
      if (left <= 0) {
        return done.getAsBoolean();
      }
      Optional<ObjectStoreException> end = end();
      if (end.isPresent()) {
        if (done.getAsBoolean()) {
          return true;
        }
        throw end.get();
      }
      pause(Math.min(left, leftNanos()));
    }
    return true;
  }

  /**
   * Makes sure that the caller still waits.
   *
   * @throws ObjectStoreException as {@link #awaitFor}
   */
  void check() {
    end()
        .ifPresent(
            end -> {
              throw end;
            });
  }

  /** Why nobody waits any more, if so. */
  private Optional<ObjectStoreException> end() {
    if (Thread.currentThread().isInterrupted()) {
      return Optional.of(ended(Kind.INTERRUPTED, "interrupted"));
    }
    if (call.isCancelled()) {
      return Optional.of(ended(Kind.CANCELLED, "the call was cancelled"));
    }
    if (storeClosed) {
      return Optional.of(ended(Kind.UNAVAILABLE, "the store was closed"));
    }
    if (call.remainingNanos() <= 0) {
      return Optional.of(ended(Kind.TIMEOUT, "the time of the call is up"));
    }
    return passedNanos() < totalTimeout.toNanos()
        ? Optional.empty()
        : Optional.of(
            ended(Kind.UNAVAILABLE, "no usable answer from " + errors.access().address()));
  }

  private long leftNanos() {
    return Math.min(call.remainingNanos(), totalTimeout.toNanos() - passedNanos());
  }

  private long passedNanos() {
    return clock.monotonicNanos() - begunNanos;
  }

  private void pause(long nanos) {
    try {
      if (news.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
        news.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // seen by the next look at the time
    }
  }

  private ObjectStoreException ended(Kind kind, String why) {
    String last = lastFailure == null ? "" : "; the last: " + Failures.text(lastFailure);
    String problem =
        String.format(
            Locale.ROOT,
            "%s after %.1f s (failed attempts: %d%s)",
            why,
            passedNanos() / 1e9,
            failedAttempts,
            last);
    return errors.error(kind, path, problem, lastFailure);
  }

  @Override
  public void close() {
    forget.run();
  }
}
