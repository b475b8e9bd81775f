package io.moraine.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackgroundTest {
  private final BlockingQueue<String> runs = new LinkedBlockingQueue<>();

  @Test
  void aTaskRunsAtOnceThenWhenItSaidAndWhenWoken() throws InterruptedException {
    AtomicInteger count = new AtomicInteger();
    try (Background.Task task =
        Background.THREADS.start(
            "a task",
            () -> {
              boolean first = count.incrementAndGet() == 1;
              runs.add(Thread.currentThread().getName());
              return first ? OptionalLong.of(1) : OptionalLong.empty();
            })) {
      assertThat(next()).isEqualTo("a task");
      assertThat(next()).isEqualTo("a task");
      task.wake();
      assertThat(next()).isEqualTo("a task");
    }
  }

  @Test
  void aTaskThatWasClosedDoesNotRunAgain() throws InterruptedException {
    Background.Task task =
        Background.THREADS.start(
            "another",
            () -> {
              runs.add(Thread.currentThread().getName());
              return OptionalLong.empty();
            });
    assertThat(next()).isEqualTo("another");
    task.close();
    task.wake();
    assertThat(runs.poll(50, TimeUnit.MILLISECONDS)).isNull();
  }

  private String next() throws InterruptedException {
    String name = runs.poll(Duration.ofMinutes(1).toMillis(), TimeUnit.MILLISECONDS);
    return name == null ? "nothing" : name;
  }
}
