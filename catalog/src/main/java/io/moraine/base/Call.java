package io.moraine.base;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one caller asked for, such as a statement: it can be cancelled and limited in time, and what
 * it costs is counted. Threads work for a call inside {@link #run}, and other threads on their
 * behalf inside a {@link Fork}; object stores look at {@link #current} while they wait.
 * Thread-safe.
 *
 * <p>Round trips are counted by who waits for whom: a request begins after everything that its
 * thread has waited for, a fork after everything that its maker had waited for. So requests that
 * are independent of each other make one round trip, whenever they really run.
 */
public final class Call {
  private static final ThreadLocal<@Nullable Run> RUNNING = new ThreadLocal<>();

  private final @Nullable Call outer;
  private final Clock clock;
  private final long deadlineNanos; // of no meaning if there is no outer call
  private final Set<Runnable> whenCancelled = ConcurrentHashMap.newKeySet();
  private final LongAdder requests = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder blocks = new LongAdder();
  private final LongAdder records = new LongAdder();
  private final LongAccumulator roundTrips = new LongAccumulator(Long::max, 0);
  private volatile boolean cancelled;

  /** What one thread does for a call. */
  private static final class Run {
    private final Call call;

    /** Round trips up to now; touched by one thread at a time. */
    private long step;

    private Run(Call call, long step) {
      this.call = call;
      this.step = step;
    }
  }

  /**
   * What a call has cost so far.
   *
   * @param requests requests to object stores, failed ones included
   * @param bytes bytes of content that they carried
   * @param roundTrips requests that had to follow one another
   * @param blocks blocks of tables that had to be read
   * @param records records decoded
   */
  public record Cost(long requests, long bytes, long roundTrips, long blocks, long records) {}

  /** A call without a limit in time. */
  public Call() {
    this(null, Clock.SYSTEM, 0);
  }

  private Call(@Nullable Call outer, Clock clock, long deadlineNanos) {
    this.outer = outer;
    this.clock = clock;
    this.deadlineNanos = deadlineNanos;
  }

  /** The call that this thread works for; a new one if it works for none. */
  public static Call current() {
    Run run = RUNNING.get();
    return run == null ? new Call() : run.call;
  }

  /**
   * The same call with a limit in time, on top of those it has.
   *
   * @param limitNanos a moment on the monotonic clock of {@code limitClock}
   */
  public Call until(Clock limitClock, long limitNanos) {
    return new Call(this, limitClock, limitNanos);
  }

  /** Has this thread work for the call while {@code work} runs. */
  public <T extends @Nullable Object> T run(Supplier<T> work) {
    Run before = RUNNING.get();
    boolean nested = before != null && before.call.root() == root();
    Run run = new Run(this, nested && before != null ? before.step : root().roundTrips.get());
    RUNNING.set(run);
    try {
      return work.get();
    } finally {
      if (before == null) {
        RUNNING.remove();
      } else {
        RUNNING.set(before);
      }
      if (nested && before != null) {
        before.step = Math.max(before.step, run.step);
      } else {
        root().roundTrips.accumulate(run.step);
      }
    }
  }

  /** Ends what waits on behalf of the call, now and later. */
  public void cancel() {
    root().cancelNow();
  }

  private void cancelNow() {
    cancelled = true;
    whenCancelled.forEach(Runnable::run);
  }

  /** Whether it was cancelled. */
  public boolean isCancelled() {
    return root().cancelled;
  }

  /**
   * Has {@code action} run by whoever cancels the call, at once if that happened. It may run twice.
   *
   * @return takes the action back
   */
  public Runnable onCancel(Runnable action) {
    Call root = root();
    root.whenCancelled.add(action);
    if (root.cancelled) {
      action.run();
    }
    return () -> root.whenCancelled.remove(action);
  }

  /** Time left, {@code Long.MAX_VALUE} for no limit; zero or less once it is up. */
  public long remainingNanos() {
    return outer == null
        ? Long.MAX_VALUE
        : Math.min(outer.remainingNanos(), deadlineNanos - clock.monotonicNanos());
  }

  /** What it has cost so far. */
  public Cost cost() {
    Call root = root();
    Run run = RUNNING.get();
    long steps = run != null && run.call.root() == root ? run.step : 0;
    return new Cost(
        root.requests.sum(),
        root.bytes.sum(),
        Math.max(steps, root.roundTrips.get()),
        root.blocks.sum(),
        root.records.sum());
  }

  /** Counts one request, which this thread waited for, of the call that it works for. */
  public static void countRequest(long carriedBytes) {
    Run run = RUNNING.get();
    if (run != null) {
      run.step++;
      run.call.root().requests.increment();
      run.call.root().bytes.add(carriedBytes);
    }
  }

  /** Counts blocks that had to be read for the call that this thread works for. */
  public static void countBlocks(long count) {
    Run run = RUNNING.get();
    if (run != null) {
      run.call.root().blocks.add(count);
    }
  }

  /** Counts records that were decoded for the call that this thread works for. */
  public static void countRecords(long count) {
    Run run = RUNNING.get();
    if (run != null) {
      run.call.root().records.add(count);
    }
  }

  /** A task that any thread may run for the call that this thread works for, if any. */
  public static <T extends @Nullable Object> Fork<T> fork(Supplier<T> work) {
    Run run = RUNNING.get();
    return new Fork<>(run == null ? null : new Run(run.call, run.step), work);
  }

  /** Part of a call that may run in another thread. Who gets its result has waited for it. */
  public static final class Fork<T extends @Nullable Object> extends FutureTask<T> {
    private final @Nullable Run run;

    private Fork(@Nullable Run run, Supplier<T> work) {
      super(() -> bound(run, work));
      this.run = run;
    }

    private static <T extends @Nullable Object> T bound(@Nullable Run run, Supplier<T> work) {
      Run before = RUNNING.get();
      RUNNING.set(run);
      try {
        return work.get();
      } finally {
        RUNNING.set(before);
      }
    }

    /**
     * The result. Runs the work in this thread if no other has begun it, so that it never waits for
     * a thread to become free.
     *
     * @throws InterruptedException if the caller is interrupted while another thread runs the work
     */
    public T join() throws InterruptedException {
      run();
      try {
        return get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        if (e.getCause() instanceof Error failure) {
          throw failure;
        }
        throw new IllegalStateException("work cannot throw a checked exception", e);
      }
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
      try {
        return super.get();
      } finally {
        Run waiting = RUNNING.get();
        if (isDone() && run != null && waiting != null && run.call.root() == waiting.call.root()) {
          waiting.step = Math.max(waiting.step, run.step);
        }
      }
    }
  }

  private Call root() {
    Call root = this;
    while (root.outer != null) {
      root = root.outer;
    }
    return root;
  }
}
