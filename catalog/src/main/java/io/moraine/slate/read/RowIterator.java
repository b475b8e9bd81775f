package io.moraine.slate.read;

import io.moraine.base.Bytes;
import java.util.OptionalLong;

/** Rows of a scan, one after the other; closed by its owner. Not thread-safe. */
public interface RowIterator extends AutoCloseable {
  /**
   * Has other threads ask for what the first move needs, if that gains anything. Not after the
   * first move.
   */
  default void begin() {}

  /** Moves to the next row; false if there is none. */
  boolean next();

  /** The current key; its bytes are overwritten by the next move. */
  Bytes key();

  /** The current value; may share a larger array, so copy what is kept for long. */
  Bytes value();

  /** Sequence number of the newest write that made the row, unsigned. */
  long seq();

  /** When the row was written, milliseconds since 1970-01-01 UTC. */
  OptionalLong createMillis();

  /** When the row ends, milliseconds since 1970-01-01 UTC; may have passed. */
  OptionalLong expireMillis();

  /** The current row, with a key of its own. */
  default StoredRow row() {
    return new StoredRow(
        Bytes.wrap(key().toArray()), value(), seq(), createMillis(), expireMillis());
  }

  @Override
  void close();
}
