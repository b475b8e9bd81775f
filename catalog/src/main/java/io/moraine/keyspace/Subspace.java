package io.moraine.keyspace;

/**
 * Discriminants of the outer levels of keys.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/store/key.rs}.
 */
final class Subspace {
  static final int SYSTEM = 0x02;
  static final int SNAPSHOT = 0x03;
  static final int CURRENT = 0x04;
  static final int HISTORY = 0x05;
  static final int INLINE = 0x06;
  static final int INDEX = 0x07;
  static final int SCHEMA_VERSION = 0x08;
  static final int CHANGELOG = 0x09;

  /** Entities inside {@link #CURRENT}. */
  static final int ENTITY = 0x02;

  /** Scheduled files inside {@link #CURRENT}. */
  static final int GC_FILE = 0x03;

  /** Entries of unique indexes inside {@link #INDEX}. */
  static final int UNIQUE = 0x02;

  /** Entries of other indexes inside {@link #INDEX}. */
  static final int MULTI = 0x03;

  private Subspace() {}
}
