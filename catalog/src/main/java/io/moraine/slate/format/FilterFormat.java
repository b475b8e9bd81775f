package io.moraine.slate.format;

/** The layout of a table's filter region. */
public enum FilterFormat {
  /** One bloom filter over whole keys. */
  LEGACY,
  /** Any number of named filters. */
  COMPOSITE
}
