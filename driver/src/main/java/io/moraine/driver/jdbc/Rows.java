package io.moraine.driver.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The rows behind a result set, one after the other. */
interface Rows extends AutoCloseable {
  /** The next row as it comes, one value a column, or null after the last one. */
  @Nullable Object @Nullable [] next() throws SQLException;

  /**
   * A value of a row in one of the classes that {@link Conversions} knows.
   *
   * @param ordinal its column, counted from 0
   */
  @Nullable Object decode(@Nullable Object value, int ordinal);

  /** Gives up what is left, from any thread; closing twice does nothing. */
  @Override
  void close();
}
