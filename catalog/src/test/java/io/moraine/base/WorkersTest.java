package io.moraine.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WorkersTest {
  @Test
  void resultsComeInTheOrderOfTheTasksFromNamedDaemonsAndTheCaller() throws InterruptedException {
    Thread caller = Thread.currentThread();
    try (Workers workers = new Workers("reader", 3)) {
      CyclicBarrier threeAtOnce = new CyclicBarrier(3);
      List<Supplier<String>> tasks =
          IntStream.range(0, 9)
              .mapToObj(
                  each ->
                      (Supplier<String>)
                          () -> {
                            await(threeAtOnce);
                            Thread worker = Thread.currentThread();
                            if (worker != caller) {
                              assertThat(worker.isDaemon()).isTrue();
                              assertThat(worker.getName()).matches("reader-[123]");
                            }
                            return "result " + each;
                          })
              .toList();
      assertThat(workers.runAll(tasks))
          .isEqualTo(IntStream.range(0, 9).mapToObj(each -> "result " + each).toList());
    }
  }

  @Test
  @Timeout(60)
  void aWorkerMayRunTasksThoughNoOtherIsFree() throws InterruptedException {
    try (Workers workers = new Workers("reader", 1)) {
      List<Supplier<String>> inner = List.of(() -> "first", () -> "second");
      List<Supplier<List<String>>> outer =
          List.of(() -> runAll(workers, inner), () -> runAll(workers, inner));
      assertThat(workers.runAll(outer))
          .containsExactly(List.of("first", "second"), List.of("first", "second"));
    }
  }

  private static <T> List<T> runAll(Workers workers, List<Supplier<T>> tasks) {
    try {
      return workers.runAll(tasks);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFailureIsThrownAndTheOthersAreInterrupted() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch waiting = new CountDownLatch(1);
    try (Workers workers = new Workers("reader", 2)) {
      List<Supplier<String>> tasks =
          List.of(
              () -> {
                awaitUninterrupted(waiting);
                throw new IllegalArgumentException("bad object");
              },
              () -> {
                waiting.countDown();
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                  interrupted.countDown();
                }
                return "interrupted";
              });
      assertThatThrownBy(() -> workers.runAll(tasks))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("bad object");
      assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void anInterruptedCallerStopsWaiting() {
    try (Workers workers = new Workers("reader", 1)) {
      List<Supplier<String>> tasks =
          List.of(
              () -> {
                awaitUninterrupted(new CountDownLatch(1));
                return "never";
              });
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> workers.runAll(tasks)).isInstanceOf(InterruptedException.class);
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
