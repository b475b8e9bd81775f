package io.moraine.model;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a new read scope must show.
 *
 * @param snapshotId an older snapshot to show, or empty for the head
 * @param requiredPosition a commit position that the revision must reach, if any
 * @param requiredWalId a write-ahead log object that the revision must cover, if any; unsigned
 * @param timeout most time to wait for a revision
 */
public record ScopeRequest(
    OptionalLong snapshotId,
    Optional<CommitPosition> requiredPosition,
    OptionalLong requiredWalId,
    Optional<Duration> timeout) {
  /** The newest state. */
  public static final ScopeRequest NEWEST =
      new ScopeRequest(OptionalLong.empty(), Optional.empty(), Optional.empty());

  /** A request for no particular log object. */
  public ScopeRequest(
      OptionalLong snapshotId,
      Optional<CommitPosition> requiredPosition,
      Optional<Duration> timeout) {
    this(snapshotId, requiredPosition, OptionalLong.empty(), timeout);
  }

  /** The newest revision, shown at an older snapshot. */
  public static ScopeRequest at(long snapshotId) {
    return new ScopeRequest(OptionalLong.of(snapshotId), Optional.empty(), Optional.empty());
  }
}
