package io.moraine.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a collection did, or would do if it was a dry run.
 *
 * @param at when it began
 * @param dryRun whether nothing was written
 * @param kinds what became of each kind of object that was looked at
 * @param expiredCheckpoints expired checkpoints that were dropped
 * @param detachedParents databases that this one was cloned from and needs no more
 */
public record CollectionReport(
    Instant at, boolean dryRun, List<Kind> kinds, long expiredCheckpoints, long detachedParents) {
  /** Takes a copy of the list. */
  public CollectionReport {
    kinds = List.copyOf(kinds);
  }

  /** Whether everything was done that could be done now. */
  public boolean isComplete() {
    return kinds.stream()
        .allMatch(each -> each.failures() == 0 && each.left() == 0 && each.problem().isEmpty());
  }

  /**
   * One kind of object.
   *
   * @param kind the kind
   * @param seen objects there were
   * @param deleted objects that are gone now
   * @param bytes their size
   * @param failures objects that could not be deleted and stay for the next collection
   * @param left objects that may go, over the limit of one collection
   * @param boundary up to which number objects are dead; empty for kinds that have no boundary
   * @param problem why these objects could not be collected
   */
  public record Kind(
      CollectedKind kind,
      long seen,
      long deleted,
      long bytes,
      long failures,
      long left,
      OptionalLong boundary,
      Optional<String> problem) {}
}
