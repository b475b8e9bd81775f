package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.read.Generations.Opening;
import io.moraine.read.RevisionSource.Demand;
import io.moraine.slate.SlateReader;
import io.moraine.slate.SlateStore;
import io.moraine.slate.WalTail;
import java.time.Instant;
import java.util.Optional;

/**
 * Opens revisions. One that shows the same as a live generation is not opened again, and of a log
 * whose beginning was replayed before only the rest is read.
 */
final class GenerationOpener {
  private final SlateStore slate;
  private final Generations generations;
  private final MemoryBudget memory;
  private final Clock clock;

  GenerationOpener(SlateStore slate, Generations generations, MemoryBudget memory, Clock clock) {
    this.slate = slate;
    this.generations = generations;
    this.memory = memory;
    this.clock = clock;
  }

  /** A share in a generation that shows {@code revision}. */
  Generation open(Revision revision, Demand demand) {
    return generations.retainSame(revision).orElseGet(() -> openAnew(revision, demand));
  }

  private Generation openAnew(Revision revision, Demand demand) {
    try (Opening room = generations.makeRoom(revision.tables(), demand.roomDeadline())) {
      Generation generation = replay(revision);
      room.fill(generation);
      return generation;
    }
  }

  private Generation replay(Revision revision) {
    Instant now = clock.now();
    Optional<Generation> shorter = generations.retainShorter(revision);
    try {
      return replayWithRoom(revision, shorter, now);
    } catch (CatalogException e) {
      if (e.kind() != Kind.EXHAUSTED) {
        throw e;
      }
      generations.dropIdle();
      return replayWithRoom(revision, shorter, now);
    } finally {
      shorter.ifPresent(generations::release);
    }
  }

  private Generation replayWithRoom(Revision revision, Optional<Generation> shorter, Instant now) {
    TailCharge charge = TailCharge.continuing(shorter.map(Generation::charge), memory);
    boolean done = false;
    try {
      WalTail tail =
          shorter.isPresent()
              ? slate.extendTail(
                  shorter.get().tail(), revision.manifest(), revision.lastWalId(), charge::charge)
              : slate.readTail(revision.manifest(), revision.lastWalId(), charge::charge);
      SlateReader reader = slate.open(revision.manifest(), tail);
      Generation generation =
          new Generation(revision, tail, charge, reader, SystemRecords.read(reader), now);
      done = true;
      return generation;
    } finally {
      if (!done) {
        charge.close();
      }
    }
  }
}
