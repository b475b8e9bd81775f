package io.moraine.table;

import org.jspecify.annotations.Nullable;

/** Rows with all columns of a table that is more than its records. Closed by its owner. */
interface FullRows extends AutoCloseable {
  /** The next row, or null if there is none. */
  @Nullable Object @Nullable [] next();

  @Override
  void close();
}
