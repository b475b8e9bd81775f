package io.moraine.slate.sequenced;

import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.slate.sequenced.SequencedCache.Known;
import io.moraine.slate.sequenced.SequencedMetadata.Entry;
import java.lang.System.Logger.Level;
import java.util.Optional;

/**
 * What searches of one folder share.
 *
 * @param remote the folder
 * @param cache what is remembered of it
 * @param counters how it was found
 * @param clock tells when that must be confirmed
 * @param confirmationNanos age after which it must
 */
record SequencedParts(
    RemoteFolder remote,
    SequencedCache cache,
    SequencedCounters counters,
    Clock clock,
    long confirmationNanos) {
  private static final System.Logger LOGGER = System.getLogger("io.moraine.slate.sequenced");

  /** The highest object above {@code id}. */
  Optional<ObjectMeta> highestAbove(long id) {
    return remote.listing().above(id).highest();
  }

  /**
   * Reads the boundary anew.
   *
   * @return whether it did not fall
   */
  boolean readBoundary() {
    Boundary before = cache.boundary();
    return cache.note(before, remote.readBoundary(before));
  }

  /** Remembers what was found by reading, if it is newer. */
  void advanceByRead(Known found) {
    if (cache.advance(found, clock.monotonicNanos())) {
      counters.readAdvance();
    }
  }

  /** Remembers what was found by writing, if it is newer. */
  void advanceByWrite(Entry found) {
    if (cache.advance(new Known(found, null), clock.monotonicNanos())) {
      counters.writeAdvance();
    }
  }

  /** Takes note of a listing of the folder, after {@code probes} successors were asked for. */
  void fallBack(FallBack why, int probes) {
    counters.fallBack(why);
    Known known = cache.newest();
    String last = known == null ? "none" : Long.toUnsignedString(known.id());
    LOGGER.log(
        Level.DEBUG,
        () ->
            "Listing "
                + remote.location()
                + " ("
                + why
                + "): last seen "
                + last
                + ", successors asked for "
                + probes);
  }
}
