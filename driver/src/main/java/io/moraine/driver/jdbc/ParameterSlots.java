package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/** The parameters of one prepared statement and what is set of them. Not thread-safe. */
final class ParameterSlots {
  private final List<RelDataType> types;
  private final ParameterEncoder[] encoders;
  private final @Nullable Object[] values;
  private final boolean[] bound;

  ParameterSlots(List<RelDataType> types) {
    this.types = types;
    this.encoders = new ParameterEncoder[types.size()];
    this.values = new @Nullable Object[types.size()];
    this.bound = new boolean[types.size()];
  }

  /** Sets a parameter, counted from 1. */
  void set(int parameter, @Nullable Object value, @Nullable Calendar calendar) throws SQLException {
    int slot = slot(parameter);
    ParameterEncoder encoder = encoders[slot];
    if (encoder == null) {
      encoder = new ParameterEncoder(parameter, types.get(slot));
      encoders[slot] = encoder;
    }
    values[slot] = encoder.encode(value, calendar);
    bound[slot] = true;
  }

  void clear() {
    Arrays.fill(values, null);
    Arrays.fill(bound, false);
  }

  /**
   * The values, all of which must be set.
   *
   * @throws SQLException of state 07001 naming the first that is not
   */
  @Nullable Object[] values() throws SQLException {
    for (int i = 0; i < bound.length; i++) {
      if (!bound[i]) {
        throw SqlErrors.of(
            SqlState.UNBOUND_PARAMETER,
            "parameter " + (i + 1) + " has no value; set it before executing");
      }
    }
    return values.clone();
  }

  /** The index of a parameter, counted from 1, if there is one of that number. */
  int slot(int parameter) throws SQLException {
    if (parameter < 1 || parameter > values.length) {
      throw SqlErrors.of(
          SqlState.INVALID_PARAMETER_INDEX,
          "there is no parameter " + parameter + "; the statement has " + values.length);
    }
    return parameter - 1;
  }
}
