package io.moraine.model;

import java.time.Duration;
import java.util.Optional;

/**
 * What a commit is to keep to.
 *
 * @param basedOn the state that its work was decided on: what others committed since then and what
 *     it changes must not touch the same. Empty for the newest state known when it is asked for or,
 *     if this process is not the writer then, for the first state that the work is shown
 * @param timeout most time, all runs together, if limited
 */
public record CommitRequest(Optional<CommitPosition> basedOn, Optional<Duration> timeout) {
  /**
   * Checks the limit.
   *
   * @throws CatalogException of kind INVALID_REQUEST if it cannot be meant
   */
  public CommitRequest {
    timeout.ifPresent(limit -> CatalogOptions.checkTime("timeout", limit));
  }

  /** On the newest state, without a limit. */
  public static final CommitRequest NEWEST = new CommitRequest(Optional.empty(), Optional.empty());

  /** The same based on what a scope showed. */
  public CommitRequest basedOn(CommitPosition position) {
    return new CommitRequest(Optional.of(position), timeout);
  }

  /** The same with a limit in time. */
  public CommitRequest within(Duration limit) {
    return new CommitRequest(basedOn, Optional.of(limit));
  }
}
