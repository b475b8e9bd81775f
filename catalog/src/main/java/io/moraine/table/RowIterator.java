package io.moraine.table;

import org.jspecify.annotations.Nullable;

/** Rows of a metadata table, one after the other. Not thread-safe; closed by its owner. */
public interface RowIterator extends AutoCloseable {
  /**
   * Moves to the next row; false if there is none.
   *
   * @throws io.moraine.model.CatalogException of kind CORRUPTION if a record does not decode
   */
  boolean next();

  /** The current row: a fresh array, one value a projected column. */
  @Nullable Object[] row();

  @Override
  void close();
}
