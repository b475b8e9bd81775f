package io.moraine.read;

import io.moraine.model.CatalogException;
import io.moraine.model.CommitPosition;
import io.moraine.slate.SlateReader;
import io.moraine.slate.read.WalTail;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One revision open in this process, shared by the scopes on it. Everything but its end is fixed.
 * Its users are counted by {@link Generations}, which alone closes it. Thread-safe.
 */
final class Generation {
  private final Revision revision;
  private final WalTail tail;
  private final TailCharge charge;
  private final SlateReader reader;
  private final SystemRecords system;
  private final Instant openedAt;
  private volatile @Nullable CatalogException ended;

  /** Scopes and acquisitions that hold it; guarded by the lock of {@link Generations}. */
  int users;

  /** Since when nobody holds it; guarded by the lock of {@link Generations}. */
  long idleSinceNanos;

  Generation(
      Revision revision,
      WalTail tail,
      TailCharge charge,
      SlateReader reader,
      SystemRecords system,
      Instant openedAt) {
    this.revision = revision;
    this.tail = tail;
    this.charge = charge;
    this.reader = reader;
    this.system = system;
    this.openedAt = openedAt;
  }

  Revision revision() {
    return revision;
  }

  WalTail tail() {
    return tail;
  }

  TailCharge charge() {
    return charge;
  }

  SlateReader reader() {
    return reader;
  }

  SystemRecords system() {
    return system;
  }

  CommitPosition position() {
    return system.position();
  }

  Instant openedAt() {
    return openedAt;
  }

  /** The highest sequence number that it shows. */
  long lastSequence() {
    return tail.maxSeq();
  }

  /** Has every later read fail with {@code why}; the first reason stays. */
  void end(CatalogException why) {
    if (ended == null) {
      ended = why;
    }
  }

  /**
   * @throws CatalogException if it ended
   */
  void checkLive() {
    CatalogException why = ended;
    if (why != null) {
      throw new CatalogException(why.kind(), String.valueOf(why.getMessage()), why);
    }
  }

  /** Gives its memory back. Called once, when nobody holds it. */
  void close() {
    charge.close();
  }
}
