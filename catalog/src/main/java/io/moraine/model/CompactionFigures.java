package io.moraine.model;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What this process compacted of one store, by itself and by hand.
 *
 * @param epoch the compactor's epoch that it has or had last
 * @param compactions how many it did
 * @param failures how many attempts failed
 * @param tablesMerged tables and runs that it merged
 * @param tablesWritten tables that it wrote
 * @param bytesRead size of what it merged, about
 * @param bytesWritten size of what it wrote
 * @param lastAt when it last did one, or tried to
 * @param lastResult what came of that, for people
 */
public record CompactionFigures(
    OptionalLong epoch,
    long compactions,
    long failures,
    long tablesMerged,
    long tablesWritten,
    long bytesRead,
    long bytesWritten,
    Optional<Instant> lastAt,
    Optional<String> lastResult) {
  /** Those of a process that never compacted. */
  public static final CompactionFigures NONE =
      new CompactionFigures(
          OptionalLong.empty(), 0, 0, 0, 0, 0, 0, Optional.empty(), Optional.empty());
}
