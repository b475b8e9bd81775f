package io.moraine.read;

import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.model.CatalogException;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.WriteRefusedException;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes a lease, once a request, on the very manifest that its source was chosen from; and
 * remembers that none could be had, so that it is not tried for every scope. Thread-safe.
 */
final class LeaseWriter {
  private static final System.Logger LOGGER = System.getLogger("io.moraine.read");

  private final ManifestStore manifests;
  private final Leases leases;
  private final IdSource ids;
  private final Clock clock;
  private final String location;
  private final Runnable onConfirmed;
  private final AtomicBoolean warned = new AtomicBoolean();

  /** When none could be had last; null if one could since. */
  private final AtomicReference<@Nullable Long> refusedAtNanos = new AtomicReference<>();

  /**
   * @param onConfirmed is told of each lease that was written
   */
  LeaseWriter(
      ManifestStore manifests,
      Leases leases,
      IdSource ids,
      Clock clock,
      String location,
      Runnable onConfirmed) {
    this.manifests = manifests;
    this.leases = leases;
    this.ids = ids;
    this.clock = clock;
    this.location = location;
    this.onConfirmed = onConfirmed;
  }

  /** Whether a revision is to be protected, or that is tried now. */
  boolean isWanted(Leasing leasing) {
    Long refusedAt = refusedAtNanos.get();
    return leasing == Leasing.REQUIRED
        || (leasing == Leasing.IF_POSSIBLE
            && (refusedAt == null
                || clock.monotonicNanos() - refusedAt >= leases.options().retry().toNanos()));
  }

  /** Goes on without one for a while; says so once. */
  void goOnWithout(LeaseRefusedException why) {
    refusedAtNanos.set(clock.monotonicNanos());
    LOGGER.log(
        warned.compareAndSet(false, true) ? Level.WARNING : Level.DEBUG,
        () ->
            "Reading "
                + location
                + " without a lease: what is read may be collected meanwhile. "
                + why.getMessage());
  }

  /** When to give up asking for one, for a search that begins now. */
  Deadline limit(Leasing leasing, Deadline deadline) {
    return leasing == Leasing.REQUIRED
        ? deadline
        : Deadline.in(clock, leases.options().acquisition());
  }

  /**
   * Writes {@code asked} into the successor of {@code base}.
   *
   * @param source what it is to pin: the manifest that records it, or that of a checkpoint
   * @param onSent is run once the manifest is there, before it is known to be in force
   * @param limit when to do without
   * @return the manifest that records it, in force
   * @throws StartOverException if another update was faster
   * @throws LeaseRefusedException if none can be had
   */
  Manifest write(Lease asked, Manifest base, LeaseSource source, Runnable onSent, Deadline limit) {
    if (limit.passed()) {
      throw new LeaseRefusedException(limit.missed("Writing a lease"));
    }
    long nextId = base.id() + 1;
    Moment sentAt = Moment.now(clock);
    Manifest next =
        base.change()
            .id(nextId)
            .checkpoints(leases.with(asked, source.manifestId(nextId), base.checkpoints()))
            .build();
    Manifest written =
        Call.current()
            .until(clock, limit.atNanos())
            .run(() -> orRefused(limit, () -> manifests.create(next, ids, stored -> onSent.run())))
            .orElseThrow(() -> StartOverException.lostRace("another manifest was written first"));
    leases.confirm(asked, written, sentAt);
    refusedAtNanos.set(null);
    warned.set(false);
    onConfirmed.run();
    return written;
  }

  private static <T> T orRefused(Deadline limit, Supplier<T> write) {
    try {
      return write.get();
    } catch (WriteRefusedException e) {
      throw new LeaseRefusedException(
          new CatalogException(
              CatalogException.Kind.UNSUPPORTED, String.valueOf(e.getMessage()), e));
    } catch (ObjectStoreException e) {
      if (e.kind().isOfCaller() && !limit.passed()) {
        throw e;
      }
      throw new LeaseRefusedException(e);
    }
  }
}
