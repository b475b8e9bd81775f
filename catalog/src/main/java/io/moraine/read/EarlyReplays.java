package io.moraine.read;

import io.moraine.read.RevisionSource.Demand;
import java.util.ArrayList;
import java.util.List;

/**
 * Replays that were begun before it was known whether their revision is the newest. Those that are
 * not taken are closed with this. Not thread-safe.
 */
final class EarlyReplays implements AutoCloseable {
  private final Replays replays;
  private final Demand demand;
  private final List<Begun> begun = new ArrayList<>();

  private record Begun(Replay replay, Ahead<Replay> tail) {}

  EarlyReplays(Replays replays, Demand demand) {
    this.replays = replays;
    this.demand = demand;
  }

  /** Has another thread begin with {@code revision}; nothing if there is none to do so. */
  void begin(Revision revision) {
    if (replays.executor().isPresent()) {
      Replay replay = replays.of(revision, demand);
      begun.add(new Begun(replay, replays.ahead(replay::readTail)));
    }
  }

  /** The replay of {@code revision}, to be closed by the caller; its tail is read if that began. */
  Replay take(Revision revision) {
    for (Begun each : begun) {
      if (each.replay.revision().showsTheSameAs(revision)) {
        Replay replay = each.tail.get();
        begun.remove(each);
        return replay;
      }
    }
    return replays.of(revision, demand);
  }

  @Override
  public void close() {
    begun.forEach(each -> each.replay.close());
  }
}
