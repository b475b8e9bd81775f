package io.moraine.read;

import io.moraine.base.Background;
import io.moraine.base.Background.Task;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.slate.SlateStore;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Renews the leases of this process on one store, all in one update, and gives those up that nobody
 * needs. It has a thread from the first lease on. Thread-safe.
 */
final class LeaseKeeper implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("io.moraine.read");

  private final SlateStore slate;
  private final Leases leases;
  private final Generations generations;
  private final IdSource ids;
  private final Clock clock;
  private final Background background;
  private final String location;
  private final Object lock = new Object();
  private @Nullable Task task; // guarded by lock
  private boolean closed; // guarded by lock
  private long dueAtNanos; // guarded by lock; of no meaning while idle
  private boolean idle = true; // guarded by lock

  LeaseKeeper(
      SlateStore slate,
      Leases leases,
      Generations generations,
      IdSource ids,
      Clock clock,
      Background background,
      String location) {
    this.slate = slate;
    this.leases = leases;
    this.generations = generations;
    this.ids = ids;
    this.clock = clock;
    this.background = background;
    this.location = location;
  }

  /** There is a lease to be kept. */
  void begin() {
    synchronized (lock) {
      if (!idle || closed) {
        return;
      }
      idle = false;
      dueAtNanos = clock.monotonicNanos() + leases.options().renewal().toNanos();
      if (task == null) {
        task = background.start("moraine-leases", this::step);
      } else {
        task.wake();
      }
    }
  }

  /** Renews if it is time; the time until the next. */
  private OptionalLong step() {
    OptionalLong left = untilDue();
    if (left.isEmpty() || left.getAsLong() > 0) {
      return left;
    }
    renew();
    generations.dropLongIdle();
    synchronized (lock) {
      idle = leases.live().isEmpty();
      dueAtNanos = clock.monotonicNanos() + leases.options().renewal().toNanos();
    }
    return untilDue();
  }

  private OptionalLong untilDue() {
    synchronized (lock) {
      return idle ? OptionalLong.empty() : OptionalLong.of(dueAtNanos - clock.monotonicNanos());
    }
  }

  private void renew() {
    long lost = leases.lostSoFar();
    update(leases.renewal(), leases.options().renewalTimeout(), Level.WARNING);
    if (leases.lostSoFar() > lost) {
      LOGGER.log(
          Level.WARNING,
          () ->
              "Leases at " + location + " ran out or are gone; what was read under them has ended");
    }
  }

  /** What could not be done is done the next time, or ends by itself. */
  private void update(Leases.Change change, Duration timeout, Level level) {
    if (change.isEmpty()) {
      return;
    }
    try {
      Call limited = new Call().until(clock, clock.monotonicNanos() + timeout.toNanos());
      limited.run(() -> slate.updateCheckpoints((base, nextId) -> changed(change, base), ids));
      change.written();
    } catch (NothingToChangeException e) {
      change.written();
    } catch (RuntimeException e) {
      change.failed();
      LOGGER.log(
          level,
          () ->
              "The leases at " + location + " could not be renewed or given up: " + e.getMessage());
    }
  }

  private static List<Checkpoint> changed(Leases.Change change, Manifest base) {
    List<Checkpoint> changed = change.apply(base.checkpoints(), base);
    if (changed.equals(base.checkpoints())) {
      throw new NothingToChangeException();
    }
    return changed;
  }

  /** The leases are as they should be; that includes those that are to be gone. */
  private static final class NothingToChangeException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Renews no more, and gives all leases up. */
  @Override
  public void close() {
    Task ended;
    synchronized (lock) {
      closed = true;
      ended = task;
    }
    if (ended != null) {
      ended.close();
      update(leases.closing(), leases.options().closing(), Level.DEBUG);
    }
  }
}
