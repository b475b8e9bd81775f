package io.moraine.model;

import io.moraine.base.Bytes;

/**
 * The stored records of one revision, ascending by key, read on demand. Not thread-safe. Closed by
 * whoever opened it.
 */
public interface RecordCursor extends AutoCloseable {
  /**
   * Moves to the next record.
   *
   * @return false if there is none
   * @throws CatalogException if the revision ended or stored bytes are bad
   */
  boolean next();

  /** The encoded key. */
  Bytes key();

  /** The stored value, framing included. */
  Bytes value();

  /** The key's kind and components in words, for example {@code current table(1)}. */
  String decodedKey();

  @Override
  void close();
}
