package io.moraine.base;

import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Runs what nobody waits for, now and then. Thread-safe. */
@FunctionalInterface
public interface Background {
  /** A named daemon thread for each task. */
  Background THREADS = TaskThread::start;

  /**
   * Begins to run {@code step}, again and again, until the task is closed.
   *
   * @param name of the task, for people
   */
  Task start(String name, Step step);

  /** What a task does each time. What it throws ends the task; it keeps its own errors. */
  @FunctionalInterface
  interface Step {
    /**
     * Does what is due.
     *
     * @return nanoseconds until it wants to be run again; empty for when it is woken
     */
    OptionalLong run();
  }

  /** A task that was started. */
  interface Task extends AutoCloseable {
    /** Has the step run soon, though its time has not come. */
    void wake();

    /** Ends it: no step begins from now on. Does not wait for one that runs. */
    @Override
    void close();
  }

  /** A task with a thread of its own. */
  final class TaskThread implements Task {
    private final Step step;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private boolean wanted = true; // guarded by lock
    private boolean closed; // guarded by lock

    private TaskThread(Step step) {
      this.step = step;
    }

    static Task start(String name, Step step) {
      TaskThread task = new TaskThread(step);
      Thread thread = new Thread(task::loop, name);
      thread.setDaemon(true);
      thread.start();
      return task;
    }

    private void loop() {
      try {
        OptionalLong next = OptionalLong.of(0);
        while (awaitTurn(next)) {
          next = step.run();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Waits until the step is to be run; false if the task was closed. */
    private boolean awaitTurn(OptionalLong delayNanos) throws InterruptedException {
      lock.lock();
      try {
        long left = delayNanos.orElse(Long.MAX_VALUE);
        while (!closed && !wanted && left > 0) {
          left = woken.awaitNanos(left);
        }
        wanted = false;
        return !closed;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void wake() {
      lock.lock();
      try {
        wanted = true;
        woken.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      lock.lock();
      try {
        closed = true;
        woken.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}
