package io.moraine.objectstore.s3;

import io.moraine.base.Clock;
import io.moraine.base.RandomSource;
import io.moraine.model.S3Options.Limits;
import io.moraine.objectstore.RequestTally;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Sends requests until one is answered, and waits for that in the calling thread. An answer is
 * whatever repeating the request would not change, refusals included; these are thrown as the
 * client throws them. Thread-safe.
 */
final class Attempts {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int DOUBLINGS = 4;

  private final Limits limits;
  private final InFlightLimit inFlight;
  private final S3Errors errors;
  private final RequestTally tally;
  private final Clock clock;
  private final RandomSource random;
  private final Hedging hedging = new Hedging();
  private final Stragglers stragglers = new Stragglers();
  private final Set<RunningRequest> running = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  Attempts(
      Limits limits,
      InFlightLimit inFlight,
      S3Errors errors,
      RequestTally tally,
      Clock clock,
      RandomSource random) {
    this.limits = limits;
    this.inFlight = inFlight;
    this.errors = errors;
    this.tally = tally;
    this.clock = clock;
    this.random = random;
  }

  /**
   * Sends a read of about {@code bytes}; if it takes long, a second one beside it.
   *
   * @param path the object, for messages and the tally
   * @param sending sends the request
   */
  <R> R read(String path, long bytes, Supplier<CompletableFuture<R>> sending) {
    return repeat(path, request -> readOnce(request, path, bytes, sending), failure -> {});
  }

  /**
   * Sends any other request.
   *
   * @param failed is told of each attempt that ended without an answer
   */
  <R> R send(String path, Supplier<CompletableFuture<R>> sending, Consumer<Throwable> failed) {
    return repeat(path, request -> sendOnce(request, sending), failed);
  }

  /** Ends the requests that are under way; whether that is new. */
  boolean close() {
    boolean first = !closed.getAndSet(true);
    running.forEach(RunningRequest::storeClosed);
    stragglers.endAll();
    return first;
  }

  @FunctionalInterface
  private interface OneAttempt<R> {
    R make(RunningRequest request) throws AttemptFailedException;
  }

  private <R> R repeat(String path, OneAttempt<R> attempt, Consumer<Throwable> failed) {
    RunningRequest request = new RunningRequest(path, errors, clock, limits.totalTimeout());
    try (request) {
      stragglers.endOld(clock.monotonicNanos());
      running.add(request);
      if (closed.get()) {
        request.storeClosed();
      }
      while (true) {
        try {
          return attempt.make(request);
        } catch (AttemptFailedException e) {
          failed.accept(e.getCause());
          int attempts = request.failed(e.getCause());
          request.awaitFor(pauseNanos(attempts, random.nextDouble()), () -> false);
          tally.addRetry(path);
        }
      }
    } finally {
      running.remove(request);
    }
  }

  /**
   * How long to wait after some attempts have failed: any time up to a most that doubles.
   *
   * @param chance a number from 0 to 1
   */
  static long pauseNanos(int failedAttempts, double chance) {
    long most = FIRST_PAUSE_NANOS << Math.min(failedAttempts - 1, DOUBLINGS);
    return (long) (chance * Math.min(most, LONGEST_PAUSE_NANOS));
  }

  private <R> R sendOnce(RunningRequest request, Supplier<CompletableFuture<R>> sending)
      throws AttemptFailedException {
    try (Attempt<R> attempt = new Attempt<>()) {
      awaitPlace(request);
      long begun = clock.monotonicNanos();
      attempt.add(start(request, sending));
      request.awaitFor(begun, limits.attemptTimeout().toNanos(), attempt::isDecided);
      return attempt.answer(limits.attemptTimeout());
    }
  }

  private <R> R readOnce(
      RunningRequest request, String path, long bytes, Supplier<CompletableFuture<R>> sending)
      throws AttemptFailedException {
    try (Attempt<R> attempt = new Attempt<>()) {
      awaitPlace(request);
      long begun = clock.monotonicNanos();
      long timeout = limits.attemptTimeout().toNanos();
      long delay = hedgeDelay(bytes);
      attempt.add(start(request, sending));
      if (delay < timeout
          && !request.awaitFor(begun, delay, attempt::isDecided)
          && hedging.take()
          && inFlight.takeSpare()) {
        attempt.add(start(request, sending));
        tally.addHedge(path);
      }
      request.awaitFor(begun, timeout, attempt::isDecided);
      if (attempt.isAnswered()) {
        long now = clock.monotonicNanos();
        hedging.answered(bytes, now - begun);
        attempt.leaveOthersTo(stragglers, now);
      }
      return attempt.answer(limits.attemptTimeout());
    }
  }

  private long hedgeDelay(long bytes) {
    return limits.hedging() ? hedging.delayNanos(bytes) : Long.MAX_VALUE;
  }

  private void awaitPlace(RunningRequest request) {
    request.check(); // sends nothing for a caller that has gone
    CompletableFuture<Void> place = inFlight.take();
    onceDone(place, request::wake);
    boolean had = false;
    try {
      request.await(place::isDone);
      had = true;
    } finally {
      if (!had) {
        inFlight.giveUp(place);
      }
    }
  }

  /** Sends the request from the place that was taken for it. */
  private <R> CompletableFuture<R> start(
      RunningRequest request, Supplier<CompletableFuture<R>> sending) {
    CompletableFuture<R> answer;
    try {
      answer = sending.get();
    } catch (RuntimeException | Error e) {
      answer = CompletableFuture.failedFuture(e);
    }
    onceDone(
        answer,
        () -> {
          inFlight.release();
          request.wake();
        });
    return answer;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // whoever waits looks at the result itself
  private static void onceDone(CompletableFuture<?> result, Runnable action) {
    result.whenComplete((value, failure) -> action.run());
  }
}
