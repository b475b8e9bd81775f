package io.moraine.model;

/**
 * What is known of a commit that was in doubt.
 *
 * @param outcome what became of it
 * @param reason how that is known, or what would settle it
 */
public record Reconciliation(Outcome outcome, String reason) {
  /** What became of a commit. */
  public enum Outcome {
    /** It is there and stays; every reader sees it. */
    COMMITTED,
    /** It is not there and never will be; it may be tried again. */
    NOT_COMMITTED,
    /** That cannot be told yet. */
    UNKNOWN
  }
}
