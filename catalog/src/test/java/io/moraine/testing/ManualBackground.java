package io.moraine.testing;

import io.moraine.base.Background;
import io.moraine.base.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** Runs background tasks when the test says so, on the test's own thread. */
public final class ManualBackground implements Background {
  private final Clock clock;
  private final List<ManualTask> tasks = new ArrayList<>();

  /** Tasks that are due by {@code clock}. */
  public ManualBackground(Clock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized Task start(String name, Step step) {
    ManualTask task = new ManualTask(step, clock.monotonicNanos());
    tasks.add(task);
    return task;
  }

  /** Runs each task that was woken or whose time has come, once. */
  public void runDue() {
    for (ManualTask task : due()) {
      task.run(clock.monotonicNanos());
    }
  }

  /** When the next task is due, by the monotonic clock; now or earlier for one that was woken. */
  public synchronized OptionalLong nextDueNanos() {
    tasks.removeIf(task -> task.closed);
    long now = clock.monotonicNanos();
    return tasks.stream()
        .flatMapToLong(task -> task.woken ? LongStream.of(now) : task.dueAt.stream())
        .min();
  }

  /** How many tasks were started and not closed. */
  public synchronized int openTasks() {
    tasks.removeIf(task -> task.closed);
    return tasks.size();
  }

  private synchronized List<ManualTask> due() {
    tasks.removeIf(task -> task.closed);
    return tasks.stream().filter(task -> task.isDue(clock.monotonicNanos())).toList();
  }

  private static final class ManualTask implements Task {
    private final Step step;
    private volatile boolean woken = true;
    private volatile boolean closed;
    private volatile OptionalLong dueAt;

    private ManualTask(Step step, long now) {
      this.step = step;
      this.dueAt = OptionalLong.of(now);
    }

    private boolean isDue(long now) {
      return woken || (dueAt.isPresent() && dueAt.getAsLong() - now <= 0);
    }

    private void run(long now) {
      woken = false;
      OptionalLong again = step.run();
      dueAt = again.isPresent() ? OptionalLong.of(now + again.getAsLong()) : again;
    }

    @Override
    public void wake() {
      woken = true;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
