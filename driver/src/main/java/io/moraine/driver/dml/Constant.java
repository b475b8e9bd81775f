package io.moraine.driver.dml;

import io.moraine.driver.schema.StatementContext;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A value that is known without reading a row: now, or when the statement starts.
 *
 * @param type its type; NULL for a NULL without one
 * @param known the value, if {@code computed} is null
 * @param computed computes it when the statement starts; null if it is known
 */
record Constant(SqlTypeName type, @Nullable Object known, @Nullable Computed computed) {
  /** Computes a value when a statement starts. */
  interface Computed {
    @Nullable Object in(StatementContext context);
  }

  static final Constant NULL = known(SqlTypeName.NULL, null);

  static Constant known(SqlTypeName type, @Nullable Object value) {
    return new Constant(type, value, null);
  }

  static Constant computed(SqlTypeName type, Computed computed) {
    return new Constant(type, null, computed);
  }

  /** The value. */
  @Nullable Object in(StatementContext context) {
    return computed == null ? known : computed.in(context);
  }

  /**
   * The value as a value of another type, or null if that takes the planner. A known value is
   * converted at once.
   *
   * @throws io.moraine.driver.error.StatementException if it cannot be read as that type
   */
  @Nullable Constant as(SqlTypeName wanted) {
    if (type == SqlTypeName.NULL) {
      return known(wanted, null);
    }
    UnaryOperator<Object> conversion = Conversions.find(type, wanted);
    if (conversion == null) {
      return null;
    }
    Computed before = computed;
    if (before == null) {
      return known(wanted, known == null ? null : conversion.apply(known));
    }
    return computed(
        wanted,
        context -> {
          Object value = before.in(context);
          return value == null ? null : conversion.apply(value);
        });
  }
}
