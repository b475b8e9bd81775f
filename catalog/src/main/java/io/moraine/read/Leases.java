package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The leases of this process on one store. Thread-safe; asks nobody: others write what it tells.
 *
 * <p>State: {@code live} are the leases that may be shared, seldom more than one a set of tables;
 * {@code givenUp} the ids of checkpoints that may be in the store and are to go with the next
 * update. A lease's users are the scopes and acquisitions that hold it. Invariants:
 *
 * <ul>
 *   <li>a lease in {@code live} was in force, as a checkpoint or through a publication;
 *   <li>one that left {@code live} never comes back, and its id is not written again;
 *   <li>one that somebody holds leaves {@code live} only by ending, which its users notice.
 * </ul>
 */
final class Leases {
  private final Clock clock;
  private final LongSupplier storeLeadMillis;
  private final IdSource ids;
  private final LeaseOptions options;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final Object lock = new Object();
  private final List<Lease> live = new ArrayList<>(); // guarded by lock
  private final Set<UUID> givenUp = new HashSet<>(); // guarded by lock

  /**
   * No leases yet.
   *
   * @param storeLeadMillis how far the store's clock is ahead of {@code clock} now
   */
  Leases(Clock clock, LongSupplier storeLeadMillis, IdSource ids, LeaseOptions options) {
    this.clock = clock;
    this.storeLeadMillis = storeLeadMillis;
    this.ids = ids;
    this.options = options;
  }

  LeaseOptions options() {
    return options;
  }

  /** A share of the lease that protects {@code tables}, if there is one that holds. */
  Optional<Lease> hold(TableSet tables) {
    synchronized (lock) {
      Optional<Lease> found = find(tables);
      found.ifPresent(each -> each.users++);
      return found;
    }
  }

  /** One more share of a lease that the caller holds. */
  void holdAgain(Lease lease) {
    synchronized (lock) {
      lease.users++;
    }
  }

  private Optional<Lease> find(TableSet tables) {
    return live.stream()
        .filter(each -> each.holds(clock))
        .filter(each -> each.tables().equals(tables))
        .findFirst();
  }

  /** A lease that is about to be written, with a share for the caller; nobody else gets one yet. */
  Lease ask(TableSet tables) {
    Lease lease = new Lease(ids.nextUuid(), tables);
    synchronized (lock) {
      lease.users = 1;
    }
    return lease;
  }

  /**
   * The checkpoints of a manifest with a lease that was asked for.
   *
   * @param manifestId the manifest that it is to pin
   */
  List<Checkpoint> with(Lease asked, long manifestId, List<Checkpoint> checkpoints) {
    long now = storeSeconds();
    Set<UUID> dropped = givenUpNow();
    return Stream.concat(
            LeaseHousekeeping.apply(checkpoints, now).stream()
                .filter(each -> !dropped.contains(each.id())),
            Stream.of(entry(asked.checkpointId(), manifestId, now)))
        .toList();
  }

  private Checkpoint entry(UUID id, long manifestId, long now) {
    return new Checkpoint(
        id, manifestId, now, now + options.lifetime().toSeconds(), LeaseHousekeeping.LEASE);
  }

  /**
   * Takes note that a lease was written or renewed by a request sent at {@code sentAt} or later.
   */
  private void note(Lease lease, Checkpoint entry, Moment sentAt) {
    lease.manifestId = entry.manifestId();
    lease.expireTimeSeconds = entry.expireTimeSeconds();
    lease.publicationId = null;
    lease.holdsBy(validFrom(sentAt));
    written.incrementAndGet();
  }

  private Validity validFrom(Moment sentAt) {
    return new Validity(sentAt, options.trusted(), options.margin());
  }

  /** Takes note that {@code asked} is in {@code manifest}, which was sent at {@code sentAt}. */
  void confirm(Lease asked, Manifest manifest, Moment sentAt) {
    Checkpoint entry =
        manifest
            .findCheckpoint(asked.checkpointId())
            .orElseThrow(() -> new IllegalStateException("the lease was not written"));
    synchronized (lock) {
      note(asked, entry, sentAt);
      givenUp.removeIf(each -> manifest.findCheckpoint(each).isEmpty());
      live.add(asked);
    }
  }

  /** Gives a share back; a lease that was asked for and never confirmed is given up with it. */
  void release(Lease lease) {
    synchronized (lock) {
      lease.users--;
      lease.idleSinceNanos = clock.monotonicNanos();
      if (lease.users == 0 && !live.contains(lease)) {
        givenUp.add(lease.checkpointId());
      }
    }
  }

  /** Has a publication of this process stand in for a lease. */
  void offer(OwnPublication published, TableSet tables) {
    synchronized (lock) {
      live.removeIf(
          each -> each.publicationId != null && each.users == 0 && !each.tables().equals(tables));
      Optional<Lease> found = find(tables);
      Lease lease = found.orElseGet(() -> new Lease(ids.nextUuid(), tables));
      if (found.isEmpty()) {
        lease.idleSinceNanos = clock.monotonicNanos();
        live.add(lease);
      }
      if (found.isEmpty() || lease.publicationId != null) {
        lease.publicationId = published.checkpointId();
        lease.manifestId = published.manifest().id();
        lease.holdsBy(validFrom(published.askedAt()));
      }
    }
  }

  /** The publications that stand in for leases that somebody holds. */
  Set<UUID> publicationsInUse() {
    synchronized (lock) {
      return live.stream()
          .filter(each -> each.users > 0)
          .map(each -> each.publicationId)
          .filter(Objects::nonNull)
          .collect(Collectors.toUnmodifiableSet());
    }
  }

  /** What is to be renewed now; what nobody used of late is given up. */
  Change renewal() {
    synchronized (lock) {
      long now = clock.monotonicNanos();
      endThoseThatRanOut();
      giveUp(
          live.stream()
              .filter(each -> each.users == 0)
              .filter(each -> now - each.idleSinceNanos >= options.renewal().toNanos())
              .toList());
      return change();
    }
  }

  /** As {@link #renewal}, for when no publication of this process will stand in from then on. */
  Change handOver() {
    synchronized (lock) {
      endThoseThatRanOut();
      giveUp(live.stream().filter(each -> each.publicationId != null && each.users == 0).toList());
      return change();
    }
  }

  /** Gives all of them up, when nobody reads any more. */
  Change closing() {
    synchronized (lock) {
      giveUp(List.copyOf(live));
      return change();
    }
  }

  private void endThoseThatRanOut() {
    List<Lease> over = live.stream().filter(each -> !each.holds(clock)).toList();
    over.forEach(each -> each.end(expired(each, "ran out before it was renewed")));
    lost.addAndGet(over.stream().filter(each -> each.users > 0).count());
    giveUp(over);
  }

  private void giveUp(List<Lease> leases) {
    live.removeAll(leases);
    leases.stream()
        .filter(each -> each.publicationId == null)
        .forEach(each -> givenUp.add(each.checkpointId()));
  }

  private Change change() {
    return new Change(
        live.stream().filter(each -> each.publicationId == null || each.users > 0).toList(),
        Set.copyOf(givenUp));
  }

  private static CatalogException expired(Lease lease, String how) {
    return new CatalogException(
        Kind.REVISION_EXPIRED,
        "Lease " + lease.checkpointId() + " " + how + "; begin again on a new revision");
  }

  private Set<UUID> givenUpNow() {
    synchronized (lock) {
      return Set.copyOf(givenUp);
    }
  }

  /** The store's time, seconds since 1970-01-01 UTC. */
  long storeSeconds() {
    return TimeUnit.MILLISECONDS.toSeconds(clock.wallMillis() + storeLeadMillis.getAsLong());
  }

  /** The leases, those of publications included. */
  List<Lease> live() {
    synchronized (lock) {
      return List.copyOf(live);
    }
  }

  /** Users of {@code lease} now. */
  int users(Lease lease) {
    synchronized (lock) {
      return lease.users;
    }
  }

  /** Whether a publication stands in for {@code lease}. */
  boolean isStoodInFor(Lease lease) {
    synchronized (lock) {
      return lease.publicationId != null;
    }
  }

  /** Leases written and renewed so far. */
  long writtenSoFar() {
    return written.get();
  }

  /** Leases that ended under their users so far. */
  long lostSoFar() {
    return lost.get();
  }

  /** A change of all leases at once. */
  final class Change implements LeaseChange {
    private final List<Lease> kept;
    private final Set<UUID> dropped;

    /** Of the last attempt. */
    private Moment sentAt = Moment.now(clock);

    private List<Checkpoint> entries = List.of();
    private List<Lease> missing = List.of();

    private Change(List<Lease> kept, Set<UUID> dropped) {
      this.kept = kept;
      this.dropped = dropped;
    }

    /** Whether there is nothing to do. */
    boolean isEmpty() {
      return kept.isEmpty() && dropped.isEmpty();
    }

    @Override
    public List<Checkpoint> apply(List<Checkpoint> checkpoints, Manifest base) {
      sentAt = Moment.now(clock);
      long now = storeSeconds();
      List<Checkpoint> written = new ArrayList<>();
      List<Lease> gone = new ArrayList<>();
      for (Lease each : kept) {
        source(each, base)
            .ifPresentOrElse(from -> written.add(next(each, from, now)), () -> gone.add(each));
      }
      entries = written;
      missing = gone;
      return Stream.concat(
              LeaseHousekeeping.apply(checkpoints, now).stream().filter(this::isOthers),
              written.stream())
          .toList();
    }

    private boolean isOthers(Checkpoint checkpoint) {
      return !dropped.contains(checkpoint.id())
          && entries.stream().noneMatch(each -> each.id().equals(checkpoint.id()));
    }

    /** The checkpoint itself, or else the publication that stands in for it. */
    private Optional<Checkpoint> source(Lease lease, Manifest base) {
      UUID publication;
      synchronized (lock) {
        publication = lease.publicationId;
      }
      return base.findCheckpoint(lease.checkpointId())
          .or(() -> publication == null ? Optional.empty() : base.findCheckpoint(publication));
    }

    private Checkpoint next(Lease lease, Checkpoint from, long now) {
      Checkpoint fresh = entry(lease.checkpointId(), from.manifestId(), now);
      return from.id().equals(lease.checkpointId())
          ? new Checkpoint(
              fresh.id(),
              from.manifestId(),
              from.createTimeSeconds(),
              Math.max(from.expireTimeSeconds(), fresh.expireTimeSeconds()),
              fresh.name())
          : fresh;
    }

    @Override
    public void written() {
      synchronized (lock) {
        for (Lease each : kept) {
          entries.stream()
              .filter(entry -> entry.id().equals(each.checkpointId()))
              .forEach(
                  entry -> {
                    each.countRenewal();
                    note(each, entry, sentAt);
                  });
        }
        missing.forEach(each -> each.end(expired(each, "is not in the store any more")));
        lost.addAndGet(missing.stream().filter(each -> each.users > 0).count());
        live.removeAll(missing);
        givenUp.removeAll(dropped);
      }
    }

    @Override
    public void failed() {
      // The next change says the same again.
    }
  }
}
