package io.moraine.objectstore.s3;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** One attempt: a request, perhaps with its like beside it. The first answer counts. */
final class Attempt<R> implements AutoCloseable {
  private final List<CompletableFuture<R>> requests = new ArrayList<>(2);

  void add(CompletableFuture<R> request) {
    requests.add(request);
  }

  /** Whether there is nothing more to wait for. */
  boolean isDecided() {
    return isAnswered() || requests.stream().allMatch(CompletableFuture::isDone);
  }

  boolean isAnswered() {
    return requests.stream().anyMatch(Attempt::isAnswered);
  }

  private static boolean isAnswered(CompletableFuture<?> request) {
    return request.isDone() && failure(request).filter(Failures::isPassing).isEmpty();
  }

  private static Optional<Throwable> failure(CompletableFuture<?> request) {
    return request.isCompletedExceptionally()
        ? Optional.of(Failures.of(request))
        : Optional.empty();
  }

  /**
   * The answer.
   *
   * @param timeout how long it was waited for
   * @throws RuntimeException the client's, for a refusal
   * @throws AttemptFailedException if there is no answer
   */
  R answer(Duration timeout) throws AttemptFailedException {
    for (CompletableFuture<R> request : requests) {
      if (isAnswered(request)) {
        return result(request);
      }
    }
    CompletableFuture<R> first = requests.get(0);
    throw new AttemptFailedException(
        failure(first)
            .orElseGet(() -> new TimeoutException("no answer within " + seconds(timeout))));
  }

  private static <R> R result(CompletableFuture<R> request) {
    Optional<Throwable> failure = failure(request);
    if (failure.isEmpty()) {
      return request.join();
    }
    if (failure.get() instanceof RuntimeException refusal) {
      throw refusal;
    }
    if (failure.get() instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException("an answer that is a checked exception", failure.get());
  }

  private static String seconds(Duration timeout) {
    return timeout.toMillis() / 1000.0 + " s";
  }

  /** Leaves what is still under way to itself, since there is an answer. */
  void leaveOthersTo(Stragglers stragglers, long nowNanos) {
    for (CompletableFuture<R> request : requests) {
      if (!request.isDone()) {
        stragglers.add(request, nowNanos);
      }
    }
    requests.removeIf(each -> !each.isDone());
  }

  /** Ends what is still under way. */
  @Override
  public void close() {
    requests.forEach(each -> each.cancel(true));
  }
}
