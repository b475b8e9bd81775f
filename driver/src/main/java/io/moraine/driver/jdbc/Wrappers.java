package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.sql.SQLException;

/** The same {@code unwrap} for every class. */
final class Wrappers {
  private Wrappers() {}

  static <T> T unwrap(Object object, Class<T> type) throws SQLException {
    if (type.isInstance(object)) {
      return type.cast(object);
    }
    throw SqlErrors.of(
        SqlState.INVALID_ARGUMENT,
        object.getClass().getSimpleName() + " is not a " + type.getName());
  }
}
