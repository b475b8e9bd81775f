package io.moraine.driver.dml;

import io.moraine.driver.type.CastFunctions;
import java.math.BigDecimal;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * What CAST does to a constant, without a plan. The values of every integer type are {@code Long}s
 * here; those of the other types have the engine's classes. Knows the conversions that constants
 * need; the planner does the others.
 */
final class Conversions {
  private Conversions() {}

  /** The conversion of values that are not NULL, or null if it isn't known here. */
  static @Nullable UnaryOperator<Object> find(SqlTypeName from, SqlTypeName to) {
    if (from == to) {
      return UnaryOperator.identity();
    }
    return switch (to) {
      case TINYINT -> toInteger(from, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT -> toInteger(from, Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER -> toInteger(from, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT -> toInteger(from, Long.MIN_VALUE, Long.MAX_VALUE);
      case DOUBLE -> toDouble(from);
      case VARCHAR -> toText(from);
      case BOOLEAN -> from == SqlTypeName.VARCHAR ? of(CastFunctions::textToBoolean) : null;
      case UUID -> from == SqlTypeName.VARCHAR ? of(CastFunctions::textToUuid) : null;
      case DATE -> toDate(from);
      case TIMESTAMP ->
          from == SqlTypeName.VARCHAR ? of(CastFunctions::textToTimestamp) : toMicros(from);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          from == SqlTypeName.VARCHAR ? of(CastFunctions::textToInstant) : toMicros(from);
      default -> null;
    };
  }

  private interface FromText {
    Object convert(String text);
  }

  private static UnaryOperator<Object> of(FromText conversion) {
    return value -> conversion.convert((String) value);
  }

  private static @Nullable UnaryOperator<Object> toInteger(SqlTypeName from, long min, long max) {
    return switch (from) {
      case VARCHAR -> of(text -> CastFunctions.textToInteger(text, min, max));
      case TINYINT, SMALLINT, INTEGER, BIGINT ->
          value -> CastFunctions.integerToInteger((Long) value, min, max);
      case DECIMAL -> value -> CastFunctions.decimalToInteger((BigDecimal) value, min, max);
      case DOUBLE -> value -> CastFunctions.doubleToInteger((Double) value, min, max);
      default -> null;
    };
  }

  private static @Nullable UnaryOperator<Object> toDouble(SqlTypeName from) {
    return switch (from) {
      case VARCHAR -> of(CastFunctions::textToDouble);
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> value -> ((Number) value).doubleValue();
      default -> null;
    };
  }

  private static @Nullable UnaryOperator<Object> toText(SqlTypeName from) {
    return switch (from) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> Object::toString;
      case DECIMAL -> value -> ((BigDecimal) value).toPlainString();
      case DOUBLE -> value -> CastFunctions.doubleToText((Double) value);
      case BOOLEAN -> value -> CastFunctions.booleanToText((Boolean) value);
      case UUID -> value -> CastFunctions.uuidToText((UUID) value);
      case DATE -> value -> CastFunctions.dateToText((Integer) value);
      case TIMESTAMP -> value -> CastFunctions.timestampToText((Long) value);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> value -> CastFunctions.instantToText((Long) value);
      default -> null;
    };
  }

  private static @Nullable UnaryOperator<Object> toDate(SqlTypeName from) {
    return switch (from) {
      case VARCHAR -> of(CastFunctions::textToDate);
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          value -> CastFunctions.timestampToDate((Long) value);
      default -> null;
    };
  }

  private static @Nullable UnaryOperator<Object> toMicros(SqlTypeName from) {
    return switch (from) {
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> UnaryOperator.identity();
      case DATE -> value -> CastFunctions.dateToTimestamp((Integer) value);
      default -> null;
    };
  }
}
