package io.moraine.verbs;

import java.util.Optional;

/**
 * Which changes of two commits clash: the one table of that.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/commit}.
 */
public final class Conflicts {
  private Conflicts() {}

  /** Why {@code ours}, decided before {@code theirs} was committed, cannot follow it; or empty. */
  public static Optional<String> between(ChangeSet ours, ChangeSet theirs) {
    throw new UnsupportedOperationException("being written");
  }
}
