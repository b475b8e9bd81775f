package io.moraine.read;

import io.moraine.model.CatalogException;
import io.moraine.read.RevisionSource.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Replays that were begun before it was known whether their revision is the newest. Those that are
 * not taken are ended with this, or when another is taken: it may need what they hold. Not
 * thread-safe.
 */
final class EarlyReplays implements AutoCloseable {
  private final Replays replays;
  private final Demand demand;
  private final boolean wanted;
  private final List<Begun> begun = new ArrayList<>();

  private record Begun(Replay replay, Ahead<Replay> tail) {
    /**
     * Waits for the tail; empty if others that were begun had the memory or room that it lacked.
     */
    Optional<Replay> await() {
      boolean done = false;
      try {
        tail.get();
        done = true;
        return Optional.of(replay);
      } catch (CatalogException e) {
        if (e.kind() != CatalogException.Kind.EXHAUSTED) {
          throw e;
        }
        return Optional.empty();
      } finally {
        if (!done) {
          end();
        }
      }
    }

    void end() {
      tail.cancel();
      replay.close();
    }
  }

  /**
   * @param wanted whether any may be begun
   */
  EarlyReplays(Replays replays, Demand demand, boolean wanted) {
    this.replays = replays;
    this.demand = demand;
    this.wanted = wanted && replays.executor().isPresent();
  }

  /** Whether the log is read before it is known that it will be needed. */
  boolean areWanted() {
    return wanted;
  }

  /** Has another thread begin with {@code revision}; nothing if there is none to do so. */
  void begin(Revision revision) {
    if (wanted) {
      Replay replay = replays.of(revision, demand);
      begun.add(new Begun(replay, replays.ahead(replay::readTail)));
    }
  }

  /** The replay of {@code revision}, to be closed by the caller; its tail is read if that began. */
  Replay take(Revision revision) {
    Optional<Begun> wanted =
        begun.stream().filter(each -> each.replay.revision().showsTheSameAs(revision)).findFirst();
    wanted.ifPresent(begun::remove);
    endAll();
    return wanted.flatMap(Begun::await).orElseGet(() -> replays.of(revision, demand));
  }

  /** Ends those that were begun and not taken, and gives back what they hold. */
  void endAll() {
    begun.forEach(Begun::end);
    begun.clear();
  }

  @Override
  public void close() {
    endAll();
  }
}
