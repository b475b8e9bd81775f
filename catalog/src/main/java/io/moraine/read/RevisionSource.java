package io.moraine.read;

import io.moraine.model.CommitPosition;
import java.time.Duration;
import java.util.Optional;

/** Where read scopes get their revision from. */
interface RevisionSource {
  /**
   * A share of an open revision, to be given back to {@link Generations#release}.
   *
   * @throws io.moraine.model.CatalogException if there is none in time that will do
   */
  Generation acquire(Demand demand);

  /**
   * What a revision must be like, and how long to look for one.
   *
   * @param position a commit position that it must reach, if any
   * @param freshness how old a known revision may be to be used without asking the store
   * @param deadline when to give up
   * @param roomDeadline when to give up waiting for room among the generations
   */
  record Demand(
      Optional<CommitPosition> position,
      Duration freshness,
      Deadline deadline,
      Deadline roomDeadline) {
    boolean isMetBy(CommitPosition reached) {
      return position.map(reached::reaches).orElse(true);
    }
  }
}
