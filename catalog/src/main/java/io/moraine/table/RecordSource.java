package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.KeyRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The encoded records of one store revision, as the tables need them. Implemented above, over a
 * store; nothing here knows which.
 */
public interface RecordSource {
  /** The value stored under {@code key}, or null. */
  @Nullable Bytes find(Bytes key);

  /**
   * The records of {@code ranges}, ascending or descending by key, read on demand.
   *
   * @param ranges in the order of the scan; they do not overlap
   */
  RecordIterator scan(List<KeyRange> ranges, Direction direction);

  /** Which way a scan goes. */
  enum Direction {
    ASCENDING,
    DESCENDING
  }

  /** Records one after the other; closed by its owner. */
  interface RecordIterator extends AutoCloseable {
    /** Begins to read what the first move needs, if that gains anything. Not after that move. */
    default void begin() {}

    /** Moves to the next record; false if there is none. */
    boolean next();

    /** The current key; valid until the next move. */
    Bytes key();

    /** The current value; valid until the next move. */
    Bytes value();

    @Override
    void close();
  }
}
