package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.WalProbe;
import io.moraine.slate.read.Prefetch;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The newest revision of a store, found by reading alone.
 *
 * <p>First way: the writer in charge publishes what it acknowledged as a checkpoint; the revision
 * is the manifest that this pins, with the log up to its {@code wal_id_last_seen}. Second way, if
 * there is no such publication or it does not reach what is demanded: the latest manifest with
 * every log object that exists.
 *
 * <p>Nothing protects what is found, so each way looks again at the end: the manifest that the
 * search began with must not have been dead. First way: the publication must still be in the latest
 * manifest once the tail is read. Second way: the latest manifest, read after the probe met the end
 * of the log, must not replay from an id that the probe asked for; else objects may have been
 * collected, or a fence may since have filled the hole that looked like the end. When the end of
 * the log was known before, probing on from there and then reading the latest manifest says both at
 * once.
 */
final class NewestRevision implements RevisionSource {
  private final LatestManifest latest;
  private final Publications publications;
  private final WalProbe probe;
  private final Replays replays;
  private final Clock clock;
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

  NewestRevision(
      LatestManifest latest,
      Publications publications,
      WalProbe probe,
      Replays replays,
      Clock clock) {
    this.latest = latest;
    this.publications = publications;
    this.probe = probe;
    this.replays = replays;
    this.clock = clock;
  }

  @Override
  public Generation acquire(Demand demand) {
    long askedAt = clock.monotonicNanos();
    return shareKnown(askedAt - demand.freshness().toNanos(), demand)
        .orElseGet(
            () ->
                flight.run(
                    demand.deadline(),
                    Attempts.PURPOSE,
                    () -> shareKnown(askedAt, demand).orElseGet(() -> search(demand))));
  }

  /** Has later scopes show what this process published itself, or more. */
  void offer(OwnPublication published) {
    Generation generation = replays.adopt(published);
    advance(Known.of(generation, published.askedAt().monotonicNanos(), false));
    replays.generations().release(generation);
  }

  /** Takes note of a revision, unless a later one is known. */
  private void advance(Known found) {
    known.accumulateAndGet(
        found, (last, next) -> next != null && next.isBehind(last) ? last : next);
  }

  private Optional<Generation> shareKnown(long afterNanos, Demand demand) {
    Known last = known.get();
    return last != null
            && last.confirmedAtNanos - afterNanos > 0
            && demand.isMetBy(last.revision, last.position)
        ? replays.generations().retainSame(last.revision)
        : Optional.empty();
  }

  private Generation search(Demand demand) {
    return Attempts.until(demand.deadline(), latest, () -> attempt(demand));
  }

  private Generation attempt(Demand demand) {
    long startedAt = clock.monotonicNanos();
    Known last = known.get();
    OptionalLong grownTo = probeOn(last);
    try (EarlyReplays early = new EarlyReplays(replays, demand)) {
      Manifest newest = latest.look(found -> publications.findOwn(found).ifPresent(early::begin));
      Optional<Generation> published =
          publications
              .findTrusted(newest)
              .flatMap(each -> firstWay(each, newest, early, demand, last));
      early.endAll(); // what they hold may be what the second way needs
      Generation found = published.orElseGet(() -> secondWay(newest, grownTo, demand, last));
      advance(Known.of(found, startedAt, published.isEmpty()));
      return found;
    }
  }

  /** Where the log ends now, if its end was probed for before. */
  private OptionalLong probeOn(@Nullable Known last) {
    return last != null && last.probed
        ? OptionalLong.of(probe.lastIdBeyond(last.revision.lastWalId()))
        : OptionalLong.empty();
  }

  private Optional<Generation> firstWay(
      Publication publication,
      Manifest newest,
      EarlyReplays early,
      Demand demand,
      @Nullable Known last) {
    if (!demand.isCoveredBy(publication.revision())) {
      return Optional.empty();
    }
    Optional<Generation> live = replays.generations().retainSame(publication.revision());
    Generation generation =
        live.isPresent()
            ? replays.confirmed(live::get, () -> checkInForce(newest))
            : readPublished(publication, newest, early);
    if (isEnough(generation, demand, last)) {
      return Optional.of(generation);
    }
    replays.generations().release(generation);
    return Optional.empty();
  }

  private Generation readPublished(Publication publication, Manifest newest, EarlyReplays early) {
    try (Replay replay = early.take(publication.revision())) {
      replay.readTail();
      Ahead<Manifest> stillNewest = replays.ahead(latest::read);
      return replays.confirmed(
          replay::finish,
          () -> {
            if (stillNewest.get().findCheckpoint(publication.checkpointId()).isEmpty()) {
              throw new StartOverException("the publication went while its tail was read");
            }
            checkNotDead(newest);
          });
    }
  }

  private Generation secondWay(
      Manifest newest, OptionalLong grownTo, Demand demand, @Nullable Known last) {
    boolean goesOn =
        last != null
            && grownTo.isPresent()
            && Long.compareUnsigned(newest.replayAfterWalId(), last.revision.lastWalId()) <= 0;
    Generation generation =
        goesOn
            ? readGrown(new Revision(newest, grownTo.getAsLong()), demand)
            : readProbed(newest, demand);
    if (!isEnough(generation, demand, last)) {
      replays.generations().release(generation);
      throw notReached(generation, demand, last);
    }
    return generation;
  }

  /** Reads a revision whose manifest was found after its log had been seen to end. */
  private Generation readGrown(Revision revision, Demand demand) {
    Ahead<Boolean> inForce =
        replays.ahead(
            () -> {
              checkInForce(revision.manifest());
              return true;
            });
    return replays.confirmed(() -> replays.open(revision, demand), inForce::get);
  }

  private Generation readProbed(Manifest newest, Demand demand) {
    long from = newest.replayAfterWalId();
    Prefetch tables = replays.slate().prefetch(newest);
    long lastWalId = probe.lastIdAfter(from);
    Ahead<Manifest> latestNow = replays.ahead(latest::read);
    return replays.confirmed(
        () -> {
          tables.await();
          return replays.open(new Revision(newest, lastWalId), demand);
        },
        () -> {
          if (Long.compareUnsigned(latestNow.get().replayAfterWalId(), from) > 0) {
            throw new StartOverException("the log was flushed while its end was looked for");
          }
          checkNotDead(newest);
        });
  }

  private void checkInForce(Manifest newest) {
    if (!latest.isInForce(newest)) {
      throw died(newest);
    }
  }

  /** As {@link #checkInForce}, once the latest manifest was read anew, and the boundary with it. */
  private void checkNotDead(Manifest newest) {
    if (latest.isKnownDead(newest)) {
      throw died(newest);
    }
  }

  private static StartOverException died(Manifest newest) {
    return new StartOverException(
        "manifest " + Long.toUnsignedString(newest.id()) + " was dead, or died meanwhile");
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
