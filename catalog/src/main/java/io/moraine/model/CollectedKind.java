package io.moraine.model;

import java.util.Locale;

/** Kinds of objects that are collected once nobody needs them. */
public enum CollectedKind {
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
  /** Tables. */
  TABLES;

  /** How users write it: its name in lower case. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
