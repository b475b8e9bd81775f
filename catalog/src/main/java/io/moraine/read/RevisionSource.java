package io.moraine.read;

import io.moraine.model.CommitPosition;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where read scopes get their revision from. */
interface RevisionSource {
  /**
   * A share of an open revision, to be given back to {@link Generations#release} and {@link
   * Leases#release}.
   *
   * @throws io.moraine.model.CatalogException if there is none in time that will do
   */
  Share acquire(Demand demand);

  /**
   * What a revision must be like, and how long to look for one.
   *
   * @param position a commit position that it must reach, if any
   * @param walId a log object that it must cover, if any
   * @param leasing whether it is to be protected
   * @param freshness how old a known revision may be to be used without asking the store
   * @param deadline when to give up
   * @param roomDeadline when to give up waiting for room among the generations
   */
  record Demand(
      Optional<CommitPosition> position,
      OptionalLong walId,
      Leasing leasing,
      Duration freshness,
      Deadline deadline,
      Deadline roomDeadline) {
    boolean isMetBy(Revision revision, CommitPosition reached) {
      return position.map(reached::reaches).orElse(true) && isCoveredBy(revision);
    }

    /** Whether the log of {@code revision} goes as far as it must. */
    boolean isCoveredBy(Revision revision) {
      return walId.isEmpty()
          || Long.compareUnsigned(revision.coveredWalId(), walId.getAsLong()) >= 0;
    }

    boolean isMetBy(Generation generation) {
      return isMetBy(generation.revision(), generation.position());
    }

    /** What is demanded, for messages; empty for nothing. */
    String required() {
      return Stream.concat(
              position.map(CommitPosition::toString).stream(),
              walId.stream().mapToObj(id -> "log object " + Long.toUnsignedString(id)))
          .collect(Collectors.joining(" and "));
    }
  }
}
