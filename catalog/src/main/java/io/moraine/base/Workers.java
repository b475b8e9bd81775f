package io.moraine.base;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Named daemon threads that wait for the store on behalf of others, no more than a fixed number at
 * once. Threads are made when needed and end when idle. Thread-safe.
 */
public final class Workers implements Executor, AutoCloseable {
  private static final long IDLE_SECONDS = 30;

  private final ThreadPoolExecutor executor;

  /**
   * Workers called {@code name-1}, {@code name-2} and so on.
   *
   * @param count how many of them work at once
   */
  public Workers(String name, int count) {
    executor =
        new ThreadPoolExecutor(
            count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name));
    executor.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs all tasks and waits for them; the results are in the order of the tasks. When one fails,
   * the others are interrupted and its error is thrown. The caller runs what no worker has begun,
   * so it may be a worker itself, and never waits for one to become free.
   *
   * @throws InterruptedException if the caller is interrupted, before or meanwhile; the tasks are
   *     interrupted then
   */
  public <T> List<T> runAll(List<? extends Supplier<T>> tasks) throws InterruptedException {
    return runAll(executor, tasks);
  }

  /**
   * As {@link #runAll(List)}, with the threads of {@code executor}.
   *
   * @throws InterruptedException likewise
   */
  public static <T> List<T> runAll(Executor executor, List<? extends Supplier<T>> tasks)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("before the tasks were begun");
    }
    List<FutureTask<T>> futures = new ArrayList<>(tasks.size());
    for (Supplier<T> task : tasks) {
      futures.add(Call.fork(task));
    }
    try {
      futures.forEach(executor::execute);
      List<T> results = new ArrayList<>(futures.size());
      for (FutureTask<T> future : futures) {
        results.add(result(future));
      }
      return results;
    } finally {
      futures.forEach(future -> future.cancel(true));
    }
  }

  /** Has a worker run {@code task} as soon as one is free. */
  @Override
  public void execute(Runnable task) {
    executor.execute(task);
  }

  /** Interrupts what runs; later calls are refused. */
  @Override
  public void close() {
    executor.shutdownNow().forEach(Workers::cancel);
  }

  private static void cancel(Runnable waiting) {
    if (waiting instanceof Future<?> future) {
      future.cancel(false);
    }
  }

  private static <T> T result(FutureTask<T> future) throws InterruptedException {
    future.run();
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw new IllegalStateException("a task threw a checked exception", e);
    } catch (CancellationException e) {
      throw new IllegalStateException("the workers were closed", e);
    }
  }

  private static ThreadFactory named(String name) {
    AtomicInteger last = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + last.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
