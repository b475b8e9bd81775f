package io.moraine.slate.gc;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a collection did, or would have done.
 *
 * @param kinds what became of each kind of object, in the order of {@link Garbage}
 * @param checkpoints expired checkpoints that were dropped
 * @param detached databases that this one was cloned from and needs no more
 */
public record CollectorReport(List<Kind> kinds, int checkpoints, int detached) {
  /** Takes a copy of the list. */
  public CollectorReport {
    kinds = List.copyOf(kinds);
  }

  /**
   * One kind of object.
   *
   * @param garbage the kind
   * @param seen objects there were
   * @param deleted objects that are gone now
   * @param bytes their size
   * @param failures objects that could not be deleted
   * @param left objects that may be deleted, over the limit of one collection
   * @param boundary up to which number objects are dead; empty for kinds without one
   * @param problem why the task was not done, or not to its end
   */
  public record Kind(
      Garbage garbage,
      long seen,
      long deleted,
      long bytes,
      long failures,
      long left,
      OptionalLong boundary,
      Optional<String> problem) {}
}
