package io.moraine.table;

import io.moraine.base.Bytes;

/** Records in the order a table wants them, live and ended ones. Closed by its owner. */
interface RecordStream extends AutoCloseable {
  /** Begins to read what the first move needs, if that gains anything. Not after that move. */
  void begin();

  /** Moves to the next record; false if there is none. */
  boolean next();

  /** The current key; valid until the next move. */
  Bytes key();

  /** The current value; valid until the next move. */
  Bytes value();

  /** Whether the record lies in history; its key ends with the snapshot that ended it then. */
  boolean ended();

  @Override
  void close();
}
