package io.moraine.slate.gc;

/** What is collected, each by a task of its own. */
public enum Garbage {
  /** Manifests that are neither in force nor pinned. */
  MANIFESTS,
  /** States of compaction that are not in force. */
  COMPACTION_STATES,
  /** Objects of the write-ahead log that nobody replays any more. */
  LOG_OBJECTS,
  /**
   * Empty objects of the log, by which writers were fenced. An old one still stops a writer that
   * slept very long.
   */
  FENCES,
  /** Tables of the tree. */
  TABLES
}
