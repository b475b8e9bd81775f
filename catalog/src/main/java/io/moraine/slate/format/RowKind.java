package io.moraine.slate.format;

/** What a row says of its key. */
public enum RowKind {
  /** The key has the row's value. */
  VALUE,
  /** The key is deleted. */
  TOMBSTONE,
  /** The value is an operand, to be merged with what older rows say. */
  MERGE
}
