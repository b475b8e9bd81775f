package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.read.RevisionSource.Demand;
import io.moraine.slate.SlateException;
import io.moraine.slate.SlateReader;
import io.moraine.slate.SlateStore;
import io.moraine.slate.read.WalTail;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What opening a revision of one store needs.
 *
 * @param slate the store
 * @param generations its open revisions
 * @param memory working memory
 * @param clock the time
 * @param executor threads that ask a store far away beside the caller's; none for one at hand
 */
record Replays(
    SlateStore slate,
    Generations generations,
    MemoryBudget memory,
    Clock clock,
    Optional<Executor> executor) {
  /** Begins to open {@code revision}; reads nothing yet. */
  Replay of(Revision revision, Demand demand) {
    return new Replay(this, revision, demand);
  }

  /** A share in a generation that shows {@code revision}. */
  Generation open(Revision revision, Demand demand) {
    try (Replay replay = of(revision, demand)) {
      return replay.finish();
    }
  }

  /** A share in a generation of what this process published itself; asks the store for little. */
  Generation adopt(OwnPublication published) {
    Revision revision = new Revision(published.manifest(), published.tail().lastWalId());
    return generations.retainSame(revision).orElseGet(() -> adopt(published, revision));
  }

  private Generation adopt(OwnPublication published, Revision revision) {
    WalTail tail = published.tail();
    SlateReader reader = slate.open(published.manifest(), tail);
    SystemRecords system =
        generations.live().stream()
            .findAny()
            .map(each -> new SystemRecords(each.system().format(), published.position()))
            .orElseGet(() -> SystemRecords.read(reader));
    try (Generations.Opening room = generations.takeRoom(revision.tables())) {
      Generation generation =
          new Generation(revision, tail, charge(revision, tail), reader, system, clock.now());
      room.fill(generation);
      return generation;
    }
  }

  /** The rows are in memory already: of those that no other generation shares. */
  private TailCharge charge(Revision revision, WalTail tail) {
    Optional<Generation> shorter = generations.retainShorter(revision);
    try {
      TailCharge charge = TailCharge.continuing(shorter.map(Generation::charge), memory);
      charge.force(Math.max(0, tail.chargedBytes() - charge.bytes()));
      return charge;
    } finally {
      shorter.ifPresent(generations::release);
    }
  }

  /**
   * A share in what {@code opening} opens, unless {@code check} finds that it must not be shown.
   * Then what the opening itself complained of means nothing either.
   *
   * @param check throws if the revision was not what it seemed
   */
  Generation confirmed(Supplier<Generation> opening, Runnable check) {
    Generation generation;
    try {
      generation = opening.get();
    } catch (CatalogException | SlateException e) {
      check.run();
      throw e;
    }
    boolean done = false;
    try {
      check.run();
      done = true;
      return generation;
    } finally {
      if (!done) {
        generations.release(generation);
      }
    }
  }

  /** Has {@code work} done beside what the caller does next. */
  <T> Ahead<T> ahead(Supplier<T> work) {
    return Ahead.begin(work, executor);
  }
}
