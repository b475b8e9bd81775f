package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What protects one set of tables from collection while this process reads them: a checkpoint of
 * its own, or for a while a publication of its own writer. Shared by all scopes on those tables;
 * {@link Leases} counts them, and changes its state.
 */
final class Lease {
  private final UUID checkpointId;
  private final TableSet tables;
  private volatile @Nullable Validity validity;
  private volatile @Nullable CatalogException ended;

  /** The manifest that it pins. */
  volatile long manifestId;

  /** When the checkpoint ends, seconds since 1970-01-01 UTC by the store's clock. */
  volatile long expireTimeSeconds;

  private final AtomicLong renewals = new AtomicLong();

  /** The publication that stands in for it, until it is written; guarded by {@link Leases}. */
  @Nullable UUID publicationId;

  /** Scopes and acquisitions that hold it; guarded by {@link Leases}. */
  int users;

  /** Since when nobody holds it; guarded by {@link Leases}. */
  long idleSinceNanos;

  Lease(UUID checkpointId, TableSet tables) {
    this.checkpointId = checkpointId;
    this.tables = tables;
  }

  UUID checkpointId() {
    return checkpointId;
  }

  TableSet tables() {
    return tables;
  }

  /** Whether it was ever in force, and has neither ended nor run out. */
  boolean holds(Clock clock) {
    Validity now = validity;
    return ended == null && now != null && now.holds(clock);
  }

  void holdsBy(Validity renewed) {
    Validity before = validity;
    validity = before == null ? renewed : before.orLater(renewed);
  }

  /** Has every later check fail with {@code why}; the first reason stays. */
  void end(CatalogException why) {
    if (ended == null) {
      ended = why;
    }
  }

  /**
   * @throws CatalogException of kind REVISION_EXPIRED if it does not hold any more; it never does
   *     again then
   */
  void check(Clock clock) {
    if (!holds(clock)) {
      end(
          new CatalogException(
              Kind.REVISION_EXPIRED,
              "Lease " + checkpointId + " ran out before it was renewed; begin again"));
    }
    CatalogException why = ended;
    if (why != null) {
      throw new CatalogException(why.kind(), String.valueOf(why.getMessage()), why);
    }
  }

  void countRenewal() {
    renewals.incrementAndGet();
  }

  /** How often it was renewed. */
  long renewals() {
    return renewals.get();
  }

  /** Until when it can be relied upon, by the wall clock. */
  Instant trustedUntil() {
    Validity now = validity;
    return now == null
        ? Instant.EPOCH
        : Instant.ofEpochMilli(now.from().wallMillis()).plus(now.trusted());
  }
}
