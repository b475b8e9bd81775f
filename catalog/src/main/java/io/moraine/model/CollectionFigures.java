package io.moraine.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The collections that this process did of one store, dry runs apart.
 *
 * @param rounds how many
 * @param lastAt when the last one began
 * @param expiredCheckpoints expired checkpoints that they dropped
 * @param kinds for each kind of object: what was deleted, and could not be, by all of them; what
 *     the last one saw, left and met with
 */
public record CollectionFigures(
    long rounds,
    Optional<Instant> lastAt,
    long expiredCheckpoints,
    List<CollectionReport.Kind> kinds) {
  /** Of a process that has collected nothing. */
  public static final CollectionFigures NONE =
      new CollectionFigures(0, Optional.empty(), 0, List.of());

  /** Takes a copy of the list. */
  public CollectionFigures {
    kinds = List.copyOf(kinds);
  }
}
