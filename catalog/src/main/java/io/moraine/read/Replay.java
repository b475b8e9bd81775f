package io.moraine.read;

import io.moraine.model.CatalogException;
import io.moraine.read.Generations.Opening;
import io.moraine.read.RevisionSource.Demand;
import io.moraine.slate.SlateReader;
import io.moraine.slate.read.Prefetch;
import io.moraine.slate.read.WalTail;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The opening of one revision, in two steps: {@link #readTail}, then {@link #finish}. One that
 * shows the same as a live generation is not opened again, and of a log whose beginning was
 * replayed before only the rest is read. One use each; the steps may be taken by different threads,
 * and closing waits for the one that runs.
 */
final class Replay implements AutoCloseable {
  private final Replays parts;
  private final Revision revision;
  private final Demand demand;
  private final Instant begunAt;
  private @Nullable Generation shared;
  private @Nullable Opening room;
  private @Nullable TailCharge charge;
  private @Nullable WalTail tail;
  private @Nullable Prefetch tables;
  private boolean closed;

  Replay(Replays parts, Revision revision, Demand demand) {
    this.parts = parts;
    this.revision = revision;
    this.demand = demand;
    this.begunAt = parts.clock().now();
  }

  Revision revision() {
    return revision;
  }

  /** Reads what there is of the log, into admitted memory. Does nothing the second time. */
  synchronized Replay readTail() {
    if (closed || shared != null || tail != null) {
      return this;
    }
    shared = parts.generations().retainSame(revision).orElse(null);
    if (shared == null) {
      room = parts.generations().makeRoom(revision.tables(), demand.roomDeadline());
      tables = parts.slate().prefetch(revision.manifest());
      replay();
    }
    return this;
  }

  /** A share in a generation that shows the revision. */
  synchronized Generation finish() {
    readTail();
    Generation generation = shared != null ? shared : openTables();
    shared = null;
    charge = null;
    return generation;
  }

  private void replay() {
    Optional<Generation> shorter = parts.generations().retainShorter(revision);
    try {
      replayAfter(shorter);
    } catch (CatalogException e) {
      if (e.kind() != CatalogException.Kind.EXHAUSTED) {
        throw e;
      }
      parts.generations().dropIdle();
      replayAfter(shorter);
    } finally {
      shorter.ifPresent(parts.generations()::release);
    }
  }

  private void replayAfter(Optional<Generation> shorter) {
    TailCharge granted = TailCharge.continuing(shorter.map(Generation::charge), parts.memory());
    boolean done = false;
    try {
      tail =
          shorter.isPresent()
              ? parts
                  .slate()
                  .extendTail(
                      shorter.get().tail(),
                      revision.manifest(),
                      revision.lastWalId(),
                      granted::charge)
              : parts.slate().readTail(revision.manifest(), revision.lastWalId(), granted::charge);
      charge = granted;
      done = true;
    } finally {
      if (!done) {
        granted.close();
      }
    }
  }

  private Generation openTables() {
    if (tail == null || charge == null || room == null || tables == null) {
      throw new IllegalStateException("the replay was closed");
    }
    SlateReader reader = parts.slate().open(revision.manifest(), tail);
    SystemRecords system = SystemRecords.read(reader);
    tables.await();
    Generation generation = new Generation(revision, tail, charge, reader, system, begunAt);
    room.fill(generation);
    return generation;
  }

  /** Gives back what was not handed over. */
  @Override
  public synchronized void close() {
    closed = true;
    if (shared != null) {
      parts.generations().release(shared);
      shared = null;
    }
    if (charge != null) {
      charge.close();
      charge = null;
    }
    if (room != null) {
      room.close();
      room = null;
    }
  }
}
