package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.slate.manifest.Manifest;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The newest revision of a store.
 *
 * <p>First way: the writer in charge publishes what it acknowledged as a checkpoint; the revision
 * is the manifest that this pins, with the log up to its {@code wal_id_last_seen}. Second way, if
 * there is no such publication or it does not reach what is demanded: the latest manifest with
 * every log object that exists.
 *
 * <p>If a lease is wanted and there is none on its tables, one is written on the way, see {@link
 * Leased}; the log is made sure of as {@link Looks} tells.
 */
final class NewestRevision implements RevisionSource {
  private final LatestManifest latest;
  private final Publications publications;
  private final Looks looks;
  private final Leased leased;
  private final Replays replays;
  private final Clock clock;

  /** Of those who want a lease, and of those who do not: these need not wait for one. */
  private final OneAtATime leasedFlight = new OneAtATime();

  private final OneAtATime flight = new OneAtATime();

  /** The newest revision seen; never goes back. */
  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();

  /**
   * @param revision the revision, whose generation may have gone since
   * @param position its commit position
   * @param lastSequence the highest sequence number that it shows
   * @param confirmedAtNanos when the search began that found it to be the newest
   * @param probed whether the end of its log was found by probing
   */
  private record Known(
      Revision revision,
      CommitPosition position,
      long lastSequence,
      long confirmedAtNanos,
      boolean probed) {
    static Known of(Generation generation, long confirmedAtNanos, boolean probed) {
      return new Known(
          generation.revision(),
          generation.position(),
          generation.lastSequence(),
          confirmedAtNanos,
          probed);
    }

    boolean isBehind(@Nullable Known other) {
      return other != null && Long.compareUnsigned(lastSequence, other.lastSequence) < 0;
    }
  }

  /**
   * One search.
   *
   * @param demand what it is for
   * @param leaseLimit when to give up asking for a lease; empty to read without one
   */
  private record Search(Demand demand, Optional<Deadline> leaseLimit) {}

  NewestRevision(
      LatestManifest latest, Publications publications, Looks looks, Leased leased, Clock clock) {
    this.latest = latest;
    this.publications = publications;
    this.looks = looks;
    this.leased = leased;
    this.replays = looks.replays();
    this.clock = clock;
  }

  @Override
  public Share acquire(Demand demand) {
    long askedAt = clock.monotonicNanos();
    boolean wanted = leased.writer().isWanted(demand.leasing());
    return shareKnown(askedAt - demand.freshness().toNanos(), demand, wanted)
        .orElseGet(
            () -> wanted ? acquireLeased(demand, askedAt) : acquireUnleased(demand, askedAt));
  }

  private Share acquireLeased(Demand demand, long askedAt) {
    try {
      return inTurn(leasedFlight, demand, askedAt, true);
    } catch (LeaseRefusedException e) {
      if (demand.leasing() == Leasing.REQUIRED) {
        throw e.reason();
      }
      leased.writer().goOnWithout(e);
      return acquireUnleased(demand, askedAt);
    }
  }

  private Share acquireUnleased(Demand demand, long askedAt) {
    return inTurn(flight, demand, askedAt, false);
  }

  private Share inTurn(OneAtATime turns, Demand demand, long askedAt, boolean protect) {
    return turns.run(
        demand.deadline(),
        Attempts.PURPOSE,
        () ->
            shareKnown(askedAt, demand, protect)
                .orElseGet(
                    () ->
                        search(
                            new Search(
                                demand,
                                protect
                                    ? Optional.of(
                                        leased.writer().limit(demand.leasing(), demand.deadline()))
                                    : Optional.empty()))));
  }

  /** The commit position of the newest revision seen so far. */
  Optional<CommitPosition> knownPosition() {
    return Optional.ofNullable(known.get()).map(Known::position);
  }

  /** Has later scopes show what this process published itself, or more. */
  void offer(OwnPublication published) {
    Generation generation = replays.adopt(published);
    leased.leases().offer(published, generation.revision().tables());
    advance(Known.of(generation, published.askedAt().monotonicNanos(), false));
    replays.generations().release(generation);
  }

  /** Takes note of a revision, unless a later one is known. */
  private void advance(Known found) {
    known.updateAndGet(last -> found.isBehind(last) ? last : found);
  }

  private Optional<Share> shareKnown(long afterNanos, Demand demand, boolean protect) {
    Known last = known.get();
    if (last == null
        || last.confirmedAtNanos - afterNanos <= 0
        || !demand.isMetBy(last.revision, last.position)) {
      return Optional.empty();
    }
    Optional<Lease> lease =
        protect ? leased.leases().hold(last.revision.tables()) : Optional.empty();
    if (protect && lease.isEmpty()) {
      return Optional.empty();
    }
    Optional<Generation> live = replays.generations().retainSame(last.revision);
    if (live.isEmpty()) {
      lease.ifPresent(leased.leases()::release);
    }
    return live.map(generation -> new Share(generation, lease));
  }

  private Share search(Search search) {
    return Attempts.until(
        search.demand.deadline(), latest, afterRace -> attempt(search, afterRace));
  }

  /**
   * @param afterRace whether the one before lost its lease to another update of the manifest: then
   *     the sooner the next is sent the better, and the log is read once there is one
   */
  private Share attempt(Search search, boolean afterRace) {
    long startedAt = clock.monotonicNanos();
    Known last = known.get();
    OptionalLong grownTo = probeOn(last);
    try (EarlyReplays early = new EarlyReplays(replays, search.demand, !afterRace)) {
      Manifest newest =
          afterRace
              ? latest.lookAfterRace()
              : latest.look(found -> publications.findOwn(found).ifPresent(early::begin));
      Optional<Share> published =
          publications
              .findTrusted(newest)
              .flatMap(each -> firstWay(each, newest, early, search, last));
      early.endAll(); // what they hold may be what the second way needs
      Share found = published.orElseGet(() -> secondWay(newest, grownTo, search, last));
      advance(Known.of(found.generation(), startedAt, published.isEmpty()));
      return found;
    }
  }

  /** Where the log ends now, if its end was probed for before. */
  private OptionalLong probeOn(@Nullable Known last) {
    return last != null && last.probed
        ? OptionalLong.of(looks.probe().lastIdBeyond(last.revision.lastWalId()))
        : OptionalLong.empty();
  }

  private Optional<Share> firstWay(
      Publication publication,
      Manifest newest,
      EarlyReplays early,
      Search search,
      @Nullable Known last) {
    Demand demand = search.demand;
    if (!demand.isCoveredBy(publication.revision())) {
      return Optional.empty();
    }
    Share share =
        search
            .leaseLimit
            .map(limit -> leased.published(publication, newest, early, demand, limit))
            .orElseGet(() -> unleased(looks.published(publication, newest, early)));
    if (isEnough(share.generation(), demand, last)) {
      return Optional.of(share);
    }
    release(share);
    return Optional.empty();
  }

  private Share secondWay(
      Manifest newest, OptionalLong grownTo, Search search, @Nullable Known last) {
    Demand demand = search.demand;
    boolean goesOn =
        last != null
            && grownTo.isPresent()
            && Long.compareUnsigned(newest.replayAfterWalId(), last.revision.lastWalId()) <= 0;
    Supplier<Generation> look =
        () ->
            goesOn
                ? looks.grown(new Revision(newest, grownTo.getAsLong()), demand)
                : looks.probed(newest, demand);
    Share share =
        search
            .leaseLimit
            .map(limit -> leased.probed(newest, demand, look, limit))
            .orElseGet(() -> unleased(look.get()));
    if (!isEnough(share.generation(), demand, last)) {
      release(share);
      throw notReached(share.generation(), demand, last);
    }
    return share;
  }

  private static Share unleased(Generation generation) {
    return new Share(generation, Optional.empty());
  }

  private void release(Share share) {
    replays.generations().release(share.generation());
    share.lease().ifPresent(leased.leases()::release);
  }

  /** Whether it shows what is demanded, and what was known when the search for it began. */
  private static boolean isEnough(Generation generation, Demand demand, @Nullable Known last) {
    return demand.isMetBy(generation)
        && (last == null
            || Long.compareUnsigned(generation.lastSequence(), last.lastSequence) >= 0);
  }

  private static CatalogException notReached(
      Generation generation, Demand demand, @Nullable Known last) {
    String required = demand.required();
    String wanted = required.isEmpty() && last != null ? last.position.toString() : required;
    return new CatalogException(
        Kind.POSITION_NOT_REACHED,
        "The newest revision, "
            + generation.revision()
            + ", is at "
            + generation.position()
            + " and does not reach "
            + wanted);
  }
}
