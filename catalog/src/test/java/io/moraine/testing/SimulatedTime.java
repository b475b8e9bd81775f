package io.moraine.testing;

import io.moraine.base.Background;
import io.moraine.base.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A time for tests of many threads: it stands still as long as one of them works, and jumps to when
 * the next one wants to go on once all of them wait. So what takes minutes takes seconds, and as
 * many minutes on a machine that is busy with other things.
 *
 * <p>Watched are the threads that {@link #threads} gives, what they start, and the library's own.
 * That a thread was told to go on by another shows only when it does; so all must be seen to wait
 * twice, a while apart.
 */
public final class SimulatedTime implements Clock, Background, AutoCloseable {
  private static final long NEVER = Long.MAX_VALUE;
  private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(150);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final ThreadGroup group = new ThreadGroup("simulated");
  private final long startMillis;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Sleeper> sleepers = new ArrayList<>(); // guarded by lock
  private final Thread mover = new Thread(this::move, "time");
  private long passedNanos; // guarded by lock
  private int waking; // guarded by lock
  private volatile boolean closed;

  /** Somebody who wants to go on at a time, or when told to. */
  private final class Sleeper {
    private final Condition woken = lock.newCondition();
    private final long wakeAtNanos;
    private boolean called; // guarded by lock

    private Sleeper(long wakeAtNanos) {
      this.wakeAtNanos = wakeAtNanos;
    }

    /** Waits, the lock being held. */
    private void sleep() throws InterruptedException {
      sleepers.add(this);
      try {
        while (!called) {
          woken.await();
        }
      } finally {
        if (called) {
          waking--;
        }
        sleepers.remove(this);
      }
    }

    /** Ends the wait, the lock being held. */
    private void call() {
      if (!called) {
        called = true;
        waking++;
        woken.signal();
      }
    }
  }

  /** A time that begins at {@code start} and moves until it is closed. */
  public SimulatedTime(Instant start) {
    this.startMillis = start.toEpochMilli();
    mover.setDaemon(true);
    mover.start();
  }

  /** Threads that work in this time. */
  public ExecutorService threads() {
    return Executors.newCachedThreadPool(task -> new Thread(group, task));
  }

  /** Lets so much time pass in this thread. */
  public void sleep(Duration time) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      new Sleeper(passedNanos + time.toNanos()).sleep();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long wallMillis() {
    return startMillis + TimeUnit.NANOSECONDS.toMillis(monotonicNanos());
  }

  @Override
  public long monotonicNanos() {
    lock.lock();
    try {
      return passedNanos;
    } finally {
      lock.unlock();
    }
  }

  /** Looks often, since nobody but the caller's own can signal its condition. */
  @SuppressWarnings("WaitNotInLoop") // it is for those who wait in a loop to call
  @Override
  public long await(Condition condition, long nanos) throws InterruptedException {
    Sleeper here = new Sleeper(monotonicNanos() + Math.max(0, nanos));
    locked(() -> sleepers.add(here));
    try {
      long unused = condition.awaitNanos(POLL_NANOS);
    } finally {
      locked(
          () -> {
            waking -= here.called ? 1 : 0;
            sleepers.remove(here);
          });
    }
    return here.wakeAtNanos - monotonicNanos();
  }

  private void locked(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Task start(String name, Step step) {
    SimulatedTask task = new SimulatedTask(step);
    Thread thread = new Thread(group, task, name);
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private final class SimulatedTask implements Task, Runnable {
    private final Step step;
    private boolean wanted; // guarded by lock
    private boolean ended; // guarded by lock
    private Optional<Sleeper> asleep = Optional.empty(); // guarded by lock

    private SimulatedTask(Step step) {
      this.step = step;
    }

    @Override
    public void run() {
      try {
        OptionalLong next = OptionalLong.of(0);
        while (awaitTurn(next)) {
          next = step.run();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private boolean awaitTurn(OptionalLong delayNanos) throws InterruptedException {
      lock.lockInterruptibly();
      try {
        long delay = delayNanos.orElse(NEVER);
        if (!wanted && !ended && delay > 0) {
          Sleeper sleeper = new Sleeper(delay == NEVER ? NEVER : passedNanos + delay);
          asleep = Optional.of(sleeper);
          sleeper.sleep();
          asleep = Optional.empty();
        }
        wanted = false;
        return !ended;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void wake() {
      locked(
          () -> {
            wanted = true;
            asleep.ifPresent(Sleeper::call);
          });
    }

    @Override
    public void close() {
      locked(
          () -> {
            ended = true;
            asleep.ifPresent(Sleeper::call);
          });
    }
  }

  private void move() {
    boolean quietBefore = false;
    while (!closed) {
      boolean quiet = isQuiet();
      if (quiet && quietBefore) {
        locked(this::jump);
      }
      quietBefore = quiet && !quietBefore;
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** To when the next wants to go on, the lock being held. */
  private void jump() {
    sleepers.stream()
        .filter(each -> each.wakeAtNanos != NEVER)
        .min(Comparator.comparingLong(each -> each.wakeAtNanos))
        .filter(next -> waking == 0)
        .ifPresent(
            next -> {
              passedNanos = Math.max(passedNanos, next.wakeAtNanos);
              sleepers.stream()
                  .filter(each -> each.wakeAtNanos <= passedNanos)
                  .forEach(Sleeper::call);
            });
  }

  private boolean isQuiet() {
    Thread[] all = new Thread[Thread.activeCount() + 1000];
    int count = root().enumerate(all);
    for (int i = 0; i < count; i++) {
      if (isWatched(all[i]) && isAtWork(all[i].getState())) {
        return false;
      }
    }
    return true;
  }

  private static ThreadGroup root() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return root;
  }

  private boolean isWatched(Thread thread) {
    return thread.getThreadGroup() == group || thread.getName().startsWith("moraine-read");
  }

  private static boolean isAtWork(Thread.State state) {
    return state == Thread.State.RUNNABLE || state == Thread.State.NEW;
  }

  /** Stops it; who still sleeps goes on sleeping. */
  @Override
  public void close() {
    closed = true;
  }
}
