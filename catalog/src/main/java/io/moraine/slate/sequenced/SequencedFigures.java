package io.moraine.slate.sequenced;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What is remembered of a folder, and how it was found.
 *
 * @param folder path of the folder
 * @param newestId the number of the object that is remembered; empty if none is
 * @param cachedBytes its size
 * @param boundary up to which number objects were dead when last looked at
 * @param counts what happened so far
 */
public record SequencedFigures(
    String folder, OptionalLong newestId, long cachedBytes, long boundary, Counts counts) {
  /**
   * What happened so far.
   *
   * @param cacheHits searches that found what was remembered to be the newest still
   * @param probesFound successors that were asked for and there
   * @param probesMissing successors that were asked for and not there
   * @param readAdvances newer objects found by reading
   * @param writeAdvances newer objects of our own
   * @param boundaryInvalidations objects found that the boundary had declared dead
   * @param deletions remembered objects that were told to be deleted
   * @param readsByProbes searches by the number of successors asked for: 0 to 4, or more
   * @param fallBacks listings of the folder, by reason
   */
  public record Counts(
      long cacheHits,
      long probesFound,
      long probesMissing,
      long readAdvances,
      long writeAdvances,
      long boundaryInvalidations,
      long deletions,
      List<Long> readsByProbes,
      Map<FallBack, Long> fallBacks) {
    /** Takes copies. */
    public Counts {
      readsByProbes = List.copyOf(readsByProbes);
      fallBacks = Map.copyOf(fallBacks);
    }

    /** Listings because of {@code why}. */
    public long fallBacks(FallBack why) {
      return fallBacks.getOrDefault(why, 0L);
    }

    /** Searches that began with nothing remembered that was fit to go on from. */
    public long coldMisses() {
      return fallBacks(FallBack.COLD)
          + fallBacks(FallBack.DELETION)
          + fallBacks(FallBack.BOUNDARY)
          + fallBacks(FallBack.DAMAGE);
    }
  }
}
