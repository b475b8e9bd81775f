package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;

/** What the large objects in memory have in common. */
final class Lobs {
  private Lobs() {}

  /** All bytes of a large object that a caller gave. */
  static byte[] bytesOf(Blob blob) throws SQLException {
    return blob.getBytes(1, lengthOf(blob.length()));
  }

  /** All characters of a large object that a caller gave. */
  static String textOf(Clob clob) throws SQLException {
    return clob.getSubString(1, lengthOf(clob.length()));
  }

  /**
   * The offset, from 0, of a position that counts from 1.
   *
   * @param size what the large object holds; the position just behind it is allowed
   */
  static int offset(long position, int size) throws SQLException {
    if (position < 1 || position > (long) size + 1) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT, "position " + position + " is outside of 1 to " + (size + 1));
    }
    return (int) (position - 1);
  }

  /** A length that is not below zero and fits in memory. */
  static int lengthOf(long length) throws SQLException {
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw SqlErrors.of(
          SqlState.INVALID_LENGTH, "length " + length + " is outside of 0 to " + Integer.MAX_VALUE);
    }
    return (int) length;
  }

  static SQLException freed() {
    return SqlErrors.of(SqlState.OBJECT_CLOSED, "the large object was freed");
  }
}
