package io.moraine.read;

import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The revisions open in this process on one store. Thread-safe.
 *
 * <p>State: {@code live} are the generations that may be shared, {@code opening} the table sets of
 * those being opened. A generation's users are the scopes and acquisitions that hold it; the count
 * belongs to this class and changes under its lock only. Invariants:
 *
 * <ul>
 *   <li>the different table sets of {@code live} and {@code opening} together are at most the
 *       limit, not counting what this process wrote itself;
 *   <li>a generation in {@code live} has not ended; one with users is closed by nobody;
 *   <li>a generation leaves {@code live} once and is closed once: by whoever takes it out if it has
 *       no users, else by its last user.
 * </ul>
 *
 * Closing a generation frees memory and does no I/O, so it may happen under the lock; opening one
 * happens outside, under an {@link Opening}.
 */
final class Generations {
  private final Clock clock;
  private final ReadOptions options;
  private final Scopes scopes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition givenBack = lock.newCondition();
  private final List<Generation> live = new ArrayList<>(); // oldest first
  private final List<Opening> opening = new ArrayList<>();

  Generations(Clock clock, ReadOptions options, Scopes scopes) {
    this.clock = clock;
    this.options = options;
    this.scopes = scopes;
  }

  /** Gives a share back. */
  void release(Generation generation) {
    locked(
        () -> {
          generation.users--;
          generation.idleSinceNanos = clock.monotonicNanos();
          if (generation.users == 0 && !live.contains(generation)) {
            generation.close();
          }
          dropSuperseded();
          dropLongIdleNow();
          givenBack.signalAll();
          return null;
        });
  }

  /** Takes one more share of a generation that somebody holds; false if nobody does any more. */
  boolean retainHeld(Generation generation) {
    return locked(
        () -> {
          boolean held = generation.users > 0;
          if (held) {
            generation.users++;
          }
          return held;
        });
  }

  /** Takes a share of the live generation that shows the same as {@code revision}, if any. */
  Optional<Generation> retainSame(Revision revision) {
    return locked(
        () -> {
          dropLongIdleNow();
          Optional<Generation> same =
              live.stream().filter(each -> each.revision().showsTheSameAs(revision)).findFirst();
          same.ifPresent(each -> each.users++);
          return same;
        });
  }

  /**
   * Takes a share of the live generation from whose tail that of {@code revision} goes on, the
   * longest first, if any.
   */
  Optional<Generation> retainShorter(Revision revision) {
    return locked(
        () -> {
          Optional<Generation> shorter =
              live.stream()
                  .filter(each -> revision.continues(each.revision()))
                  .max(
                      (a, b) ->
                          Long.compareUnsigned(a.revision().lastWalId(), b.revision().lastWalId()));
          shorter.ifPresent(each -> each.users++);
          return shorter;
        });
  }

  /**
   * Makes room for a generation over {@code tables}. At the limit it drops generations without
   * scopes; then waits until {@code deadline} or the call's own; then refuses. (That the newest
   * generation is fresh enough to be used instead was looked at before anybody asks for room.)
   *
   * @throws CatalogException of kind EXHAUSTED, naming which scopes hold what for how long
   */
  Opening makeRoom(TableSet tables, Deadline deadline) {
    Call call = Call.current();
    Runnable takeBack = call.onCancel(this::wakeWaiting);
    lock.lock();
    try {
      long nanos = Math.min(deadline.remainingNanos(), call.remainingNanos());
      while (!hasRoomFor(tables) && !dropIdleFor(tables)) {
        if (call.isCancelled()) {
          throw new CatalogException(
              CatalogException.Kind.CANCELLED, "Waiting for a generation was cancelled");
        }
        if (nanos <= 0) {
          throw exhausted();
        }
        nanos = givenBack.awaitNanos(nanos);
      }
      Opening room = new Opening(tables);
      opening.add(room);
      return room;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CatalogException(
          CatalogException.Kind.CANCELLED, "Waiting for a generation was interrupted", e);
    } finally {
      lock.unlock();
      takeBack.run();
    }
  }

  /**
   * Room for a generation that is in memory already, beyond the limit if need be; those without
   * users go first.
   */
  Opening takeRoom(TableSet tables) {
    return locked(
        () -> {
          if (!hasRoomFor(tables)) {
            dropIdleFor(tables);
          }
          Opening room = new Opening(tables);
          opening.add(room);
          return room;
        });
  }

  private void wakeWaiting() {
    locked(
        () -> {
          givenBack.signalAll();
          return null;
        });
  }

  /** Drops every generation without users, to free its memory. */
  void dropIdle() {
    locked(
        () -> {
          List.copyOf(live).stream().filter(each -> each.users == 0).forEach(this::drop);
          return null;
        });
  }

  /** Ends one generation: whoever reads through it fails with {@code why}. */
  void end(Generation generation, CatalogException why) {
    locked(
        () -> {
          generation.end(why);
          if (live.contains(generation)) {
            drop(generation);
          }
          givenBack.signalAll();
          return null;
        });
  }

  /** Ends all generations. */
  void endAll(CatalogException why) {
    locked(
        () -> {
          List.copyOf(live).forEach(each -> end(each, why));
          return null;
        });
  }

  /** The live generations, oldest first. */
  List<Generation> live() {
    return locked(() -> List.copyOf(live));
  }

  /** Users of {@code generation} now. */
  int users(Generation generation) {
    return locked(() -> generation.users);
  }

  private boolean hasRoomFor(TableSet tables) {
    Set<TableSet> open =
        Stream.concat(
                live.stream().map(each -> each.revision().tables()),
                opening.stream().map(each -> each.tables))
            .collect(Collectors.toCollection(HashSet::new));
    return open.contains(tables) || open.size() < options.maxTableSets();
  }

  /** Drops table sets without users, oldest first, until there is room. */
  private boolean dropIdleFor(TableSet tables) {
    for (Generation each : List.copyOf(live)) {
      if (isUnused(each.revision().tables())) {
        live.stream()
            .filter(other -> other.revision().tables().equals(each.revision().tables()))
            .toList()
            .forEach(this::drop);
        if (hasRoomFor(tables)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isUnused(TableSet tables) {
    return live.stream()
        .filter(each -> each.revision().tables().equals(tables))
        .allMatch(each -> each.users == 0);
  }

  /** Drops generations without users that another one goes on from. */
  private void dropSuperseded() {
    List.copyOf(live).stream()
        .filter(each -> each.users == 0)
        .filter(
            each ->
                live.stream()
                    .anyMatch(
                        other -> other != each && other.revision().continues(each.revision())))
        .forEach(this::drop);
  }

  /** Drops generations that nobody has used for long. */
  void dropLongIdle() {
    locked(
        () -> {
          dropLongIdleNow();
          return null;
        });
  }

  private void dropLongIdleNow() {
    long now = clock.monotonicNanos();
    List.copyOf(live).stream()
        .filter(each -> each.users == 0)
        .filter(each -> now - each.idleSinceNanos >= options.idleGeneration().toNanos())
        .forEach(this::drop);
  }

  private void drop(Generation generation) {
    live.remove(generation);
    if (generation.users == 0) {
      generation.close();
    }
  }

  private CatalogException exhausted() {
    String held =
        scopes.open().stream()
            .map(
                each ->
                    "scope "
                        + each.opening().id()
                        + " holds "
                        + each.generation().revision()
                        + " for "
                        + Duration.between(each.opening().at(), clock.now()).toSeconds()
                        + " s")
            .collect(Collectors.joining("; "));
    return new CatalogException(
        CatalogException.Kind.EXHAUSTED,
        "There are "
            + options.maxTableSets()
            + " different sets of tables open, the most there may be; close a scope: "
            + held);
  }

  private <T> T locked(java.util.function.Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  /** Room for one generation that is being opened; given back when closed. */
  final class Opening implements AutoCloseable {
    private final TableSet tables;

    private Opening(TableSet tables) {
      this.tables = tables;
    }

    /** Makes {@code generation} live, with one user. */
    void fill(Generation generation) {
      locked(
          () -> {
            generation.users = 1;
            live.add(generation);
            return null;
          });
    }

    @Override
    public void close() {
      locked(
          () -> {
            opening.remove(this);
            givenBack.signalAll();
            return null;
          });
    }
  }
}
