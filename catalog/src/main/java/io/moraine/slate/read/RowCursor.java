package io.moraine.slate.read;

import io.moraine.slate.format.RowView;

/** All versions of all keys of one source in a range, in order; closed by its owner. */
interface RowCursor extends AutoCloseable {
  /** Moves to the next row of the scan's direction; false if there is none. */
  boolean next();

  /** The row that the cursor stands on. */
  RowView row();

  @Override
  void close();
}
