package io.moraine.model;

/** The order in which a scan gives its rows. */
public enum ScanOrder {
  /** As stored: current records in key order, then ended ones in key order. What DuckLake sees. */
  STORED,
  /** Ascending by the key columns; versions of one key in stored order. */
  KEY_ASCENDING,
  /** Descending by the key columns; versions of one key in reverse stored order. */
  KEY_DESCENDING
}
