package io.moraine.model;

/** The type of a metadata column, with the Java class of its values in a row. */
public enum ColumnType {
  /** A {@code Long}. */
  BIGINT,
  /** A {@code String}. */
  VARCHAR,
  /** A {@code Boolean}. */
  BOOLEAN,
  /** A {@code java.util.UUID}. */
  UUID,
  /** A {@code Long}: microseconds since 1970-01-01 UTC. */
  TIMESTAMPTZ
}
