package io.moraine.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * What is remembered of one folder of numbered metadata, such as manifests, and how its newest
 * object was found so far.
 *
 * @param location where the store is
 * @param directory path of the folder in it
 * @param newestId the number of the object that is remembered; empty if none is
 * @param cachedBytes its size
 * @param boundary up to which number objects were dead when last looked at
 * @param cacheHits searches that found what was remembered to be the newest still
 * @param coldMisses searches that began with nothing remembered that was fit to go on from
 * @param probesFound successors that were asked for and there
 * @param probesMissing successors that were asked for and not there
 * @param readAdvances newer objects found by reading
 * @param writeAdvances newer objects of our own
 * @param boundaryInvalidations objects found that the boundary had declared dead
 * @param deletions remembered objects that were told to be deleted
 * @param readsByProbes searches by the number of successors asked for: 0 to 4, or more
 * @param fallBacks listings of the folder
 */
public record SequencedMetadataFigures(
    String location,
    String directory,
    OptionalLong newestId,
    long cachedBytes,
    long boundary,
    long cacheHits,
    long coldMisses,
    long probesFound,
    long probesMissing,
    long readAdvances,
    long writeAdvances,
    long boundaryInvalidations,
    long deletions,
    List<Long> readsByProbes,
    FallBacks fallBacks) {
  /** Copies the list. */
  public SequencedMetadataFigures {
    readsByProbes = List.copyOf(readsByProbes);
  }

  /**
   * Listings of a folder by their reason.
   *
   * @param cold nothing was known yet
   * @param manyNew there were more new objects than are asked for one by one
   * @param confirmation what was remembered went unconfirmed for too long
   * @param distrust there was reason to doubt it
   * @param deletion it was deleted
   * @param boundary it was dead by the boundary
   * @param damage it could not be understood
   * @param vanished what a listing told of was gone when it was read
   */
  public record FallBacks(
      long cold,
      long manyNew,
      long confirmation,
      long distrust,
      long deletion,
      long boundary,
      long damage,
      long vanished) {}
}
