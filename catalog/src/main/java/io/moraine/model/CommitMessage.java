package io.moraine.model;

import java.util.Optional;

/**
 * Who commits, and why: {@code ducklake_snapshot_changes}.
 *
 * @param author who
 * @param message why
 * @param extraInfo anything else, usually JSON
 */
public record CommitMessage(
    Optional<String> author, Optional<String> message, Optional<String> extraInfo) {
  /** Nothing said. */
  public static final CommitMessage NONE =
      new CommitMessage(Optional.empty(), Optional.empty(), Optional.empty());

  /** Who and why. */
  public static CommitMessage of(String author, String message) {
    return new CommitMessage(Optional.of(author), Optional.of(message), Optional.empty());
  }
}
