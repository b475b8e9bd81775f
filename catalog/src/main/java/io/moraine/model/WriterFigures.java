package io.moraine.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The writer role of this process on one store.
 *
 * @param role whether this process has it
 * @param epoch the epoch it has or had last
 * @param commits commits acknowledged so far
 * @param conflicts commits that lost a race
 * @param unknown commits whose outcome was unknown
 * @param takeOvers how often the role was taken from another epoch
 * @param lastCommitAt when the last commit was acknowledged
 * @param publicationAge age of the newest publication of this process
 * @param tailObjects log objects that are not in tables, as far as the writer knows
 * @param tailBytes payload of their rows
 * @param l0Tables tables of each segment, in key order
 */
public record WriterFigures(
    Role role,
    OptionalLong epoch,
    long commits,
    long conflicts,
    long unknown,
    long takeOvers,
    Optional<Instant> lastCommitAt,
    Optional<Duration> publicationAge,
    long tailObjects,
    long tailBytes,
    List<SegmentTables> l0Tables) {
  /** Those of a process that never wrote. */
  public static final WriterFigures NONE =
      new WriterFigures(
          Role.NONE,
          OptionalLong.empty(),
          0,
          0,
          0,
          0,
          Optional.empty(),
          Optional.empty(),
          0,
          0,
          List.of());

  public WriterFigures {
    l0Tables = List.copyOf(l0Tables);
  }

  /** Whether a process writes. */
  public enum Role {
    /** It does not. */
    NONE,
    /** It does. */
    HELD,
    /** It did, and has given the role up without being fenced. */
    GIVEN_UP
  }

  /**
   * The tables of a segment.
   *
   * @param prefix the segment's prefix, hex
   * @param tables how many flushed tables
   * @param runs how many sorted runs
   */
  public record SegmentTables(String prefix, int tables, int runs) {}
}
