package io.moraine.model;

import org.jspecify.annotations.Nullable;

/**
 * Paged reading inside a {@link ReadScope}; holds the memory of one page. Not thread-safe, but
 * {@link #cancel()} may be called by any thread. Closed by whoever opened it, at the latest with
 * its scope.
 */
public interface Cursor extends AutoCloseable {
  /**
   * Moves to the next row.
   *
   * @return false if there is none
   * @throws CatalogException if the scope ended, the cursor was cancelled, or stored bytes are bad;
   *     the cursor is of no use afterwards
   */
  boolean next();

  /**
   * The current row, one value a projected column, of the classes that {@link ColumnType} names. A
   * fresh array each row.
   */
  @Nullable Object[] row();

  /**
   * Makes the running or next {@link #next()} fail with kind CANCELLED, and cancels the {@link
   * io.moraine.base.Call} that the cursor was opened for, which ends its requests.
   */
  void cancel();

  @Override
  void close();
}
