package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.WalProbe;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The newest revision of a store, found by reading alone.
 *
 * <p>First way: the writer in charge publishes what it acknowledged as a checkpoint; the revision
 * is the manifest that this pins, with the log up to its {@code wal_id_last_seen}. Second way, if
 * there is no such publication or it does not reach what is demanded: the latest manifest with
 * every log object that exists.
 *
 * <p>Nothing protects what is found, so each way looks again at the end. First way: the publication
 * must still be in the latest manifest once the tail is read. Second way: the latest manifest, read
 * after the probe met the end of the log, must not replay from an id that the probe asked for; else
 * objects may have been collected, or a fence may since have filled the hole that looked like the
 * end. When the end of the log was known before, probing on from there and then reading the latest
 * manifest says both at once.
 */
final class NewestRevision implements RevisionSource {
  private final LatestManifest latest;
  private final Publications publications;
  private final WalProbe probe;
  private final GenerationOpener opener;
  private final Generations generations;
  private final Clock clock;
  private final SingleFlight flight = new SingleFlight();

  /** The newest revision seen; written inside the flight only. */
  private volatile @Nullable Known known;

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
  }

  NewestRevision(
      LatestManifest latest,
      Publications publications,
      WalProbe probe,
      GenerationOpener opener,
      Generations generations,
      Clock clock) {
    this.latest = latest;
    this.publications = publications;
    this.probe = probe;
    this.opener = opener;
    this.generations = generations;
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

  private Optional<Generation> shareKnown(long afterNanos, Demand demand) {
    Known last = known;
    return last != null && last.confirmedAtNanos - afterNanos > 0 && demand.isMetBy(last.position)
        ? generations.retainSame(last.revision)
        : Optional.empty();
  }

  private Generation search(Demand demand) {
    return Attempts.until(demand.deadline(), latest, () -> attempt(demand));
  }

  private Generation attempt(Demand demand) {
    long startedAt = clock.monotonicNanos();
    OptionalLong grownTo = probeOn();
    Manifest newest = latest.read();
    Optional<Generation> published =
        publications.findTrusted(newest).flatMap(each -> firstWay(each, demand));
    Generation found = published.orElseGet(() -> secondWay(newest, grownTo, demand));
    known = Known.of(found, startedAt, published.isEmpty());
    return found;
  }

  /** Where the log ends now, if its end was probed for before. */
  private OptionalLong probeOn() {
    Known last = known;
    return last != null && last.probed
        ? OptionalLong.of(probe.lastIdBeyond(last.revision.lastWalId()))
        : OptionalLong.empty();
  }

  private Optional<Generation> firstWay(Publication publication, Demand demand) {
    Known last = known;
    Generation generation = opener.open(publication.revision(), demand);
    boolean done = false;
    try {
      if ((last == null || !generation.revision().showsTheSameAs(last.revision))
          && latest.read().findCheckpoint(publication.checkpointId()).isEmpty()) {
        throw new StartOverException("the publication went while its tail was read");
      }
      done = demand.isMetBy(generation.position()) && !liesBehindKnown(generation);
    } finally {
      if (!done) {
        generations.release(generation);
      }
    }
    return done ? Optional.of(generation) : Optional.empty();
  }

  private Generation secondWay(Manifest newest, OptionalLong grownTo, Demand demand) {
    Known last = known;
    Revision revision =
        last != null
                && grownTo.isPresent()
                && Long.compareUnsigned(newest.replayAfterWalId(), last.revision.lastWalId()) <= 0
            ? new Revision(newest, grownTo.getAsLong())
            : probeFrom(newest);
    Generation generation = opener.open(revision, demand);
    if (!demand.isMetBy(generation.position()) || liesBehindKnown(generation)) {
      generations.release(generation);
      throw notReached(generation, demand);
    }
    return generation;
  }

  private Revision probeFrom(Manifest newest) {
    long from = newest.replayAfterWalId();
    long lastWalId = probe.lastIdAfter(from);
    Manifest stillNewest = latest.read();
    if (Long.compareUnsigned(stillNewest.replayAfterWalId(), from) > 0) {
      throw new StartOverException("the log was flushed while its end was looked for");
    }
    return new Revision(stillNewest, lastWalId);
  }

  private boolean liesBehindKnown(Generation generation) {
    Known last = known;
    return last != null && Long.compareUnsigned(generation.lastSequence(), last.lastSequence) < 0;
  }

  private CatalogException notReached(Generation generation, Demand demand) {
    Known last = known;
    String wanted =
        demand
            .position()
            .map(CommitPosition::toString)
            .orElseGet(() -> last == null ? "" : last.position.toString());
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
