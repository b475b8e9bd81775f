package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * Turns a value into what a JDBC getter or a parameter asks for. A value is one of {@code Long},
 * {@code Double}, {@code Float}, {@code BigDecimal}, {@code Boolean}, {@code String}, {@code
 * LocalDate}, {@code LocalTime}, {@code LocalDateTime}, {@code Instant}, {@code UUID}, {@code
 * byte[]} and {@code List}.
 */
final class Conversions {
  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  private final String subject;

  /** Conversions of {@code subject}, such as {@code column 2 (path)}, which errors name. */
  Conversions(String subject) {
    this.subject = subject;
  }

  /** The value's text, as DuckDB writes it. */
  String text(Object value) {
    return ValueTexts.of(value);
  }

  boolean toBoolean(Object value) throws SQLException {
    if (value instanceof Boolean bool) {
      return bool;
    }
    if (value instanceof String text) {
      return switch (text.strip().toLowerCase(Locale.ROOT)) {
        case "true", "t", "1", "yes", "y", "on" -> true;
        case "false", "f", "0", "no", "n", "off" -> false;
        default -> throw unreadable(text, "boolean");
      };
    }
    return toDecimal(value, "boolean").signum() != 0;
  }

  /** An integer between two bounds; what lies behind the decimal point is dropped. */
  long toLong(Object value, long min, long max, String target) throws SQLException {
    if (value instanceof Long number) {
      if (number < min || number > max) {
        throw overflow(value, target);
      }
      return number;
    }
    BigDecimal decimal = toDecimal(value, target);
    if (decimal.compareTo(LONG_MIN) < 0 || decimal.compareTo(LONG_MAX) > 0) {
      throw overflow(value, target);
    }
    return toLong(decimal.longValue(), min, max, target);
  }

  long toLong(Object value) throws SQLException {
    return toLong(value, Long.MIN_VALUE, Long.MAX_VALUE, "long");
  }

  int toInt(Object value) throws SQLException {
    return (int) toLong(value, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
  }

  short toShort(Object value) throws SQLException {
    return (short) toLong(value, Short.MIN_VALUE, Short.MAX_VALUE, "short");
  }

  byte toByte(Object value) throws SQLException {
    return (byte) toLong(value, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
  }

  double toDouble(Object value) throws SQLException {
    if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof String text) {
      return parseDouble(text);
    }
    double result = toDecimal(value, "double").doubleValue();
    if (Double.isInfinite(result)) {
      throw overflow(value, "double");
    }
    return result;
  }

  float toFloat(Object value) throws SQLException {
    if (value instanceof Float number) {
      return number;
    }
    double wide = toDouble(value);
    float result = (float) wide;
    if (Float.isInfinite(result) && !Double.isInfinite(wide)) {
      throw overflow(value, "float");
    }
    return result;
  }

  BigDecimal toDecimal(Object value) throws SQLException {
    return toDecimal(value, "decimal");
  }

  BigDecimal toDecimal(Object value, int scale) throws SQLException {
    if (scale < 0) {
      throw SqlErrors.of(SqlState.INVALID_ARGUMENT, "scale " + scale + " is below zero");
    }
    return toDecimal(value).setScale(scale, RoundingMode.HALF_UP);
  }

  byte[] toBytes(Object value) throws SQLException {
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    if (value instanceof UUID uuid) {
      return ByteBuffer.allocate(16)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .array();
    }
    throw impossible(value, "bytes");
  }

  UUID toUuid(Object value) throws SQLException {
    if (value instanceof UUID uuid) {
      return uuid;
    }
    if (value instanceof String text) {
      try {
        return UUID.fromString(text.strip());
      } catch (IllegalArgumentException e) {
        throw unreadable(text, "UUID");
      }
    }
    if (value instanceof byte[] bytes && bytes.length == 16) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      return new UUID(buffer.getLong(), buffer.getLong());
    }
    throw impossible(value, "UUID");
  }

  /** That the value cannot become the target at all. */
  SQLException impossible(Object value, String target) {
    return SqlErrors.of(
        SqlState.CANNOT_CONVERT,
        subject + " is a " + kindOf(value) + " and cannot be had as " + target);
  }

  /** That a text does not read as the target. */
  SQLException unreadable(String text, String target) {
    return unreadable(SqlState.INVALID_TEXT, text, target);
  }

  /** The same with a more special state. */
  SQLException unreadable(SqlState state, String text, String target) {
    return SqlErrors.of(state, subject + ": '" + shorten(text) + "' cannot be read as " + target);
  }

  private BigDecimal toDecimal(Object value, String target) throws SQLException {
    if (value instanceof Long number) {
      return BigDecimal.valueOf(number);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    if (value instanceof Double || value instanceof Float) {
      if (!Double.isFinite(((Number) value).doubleValue())) {
        throw overflow(value, target);
      }
      return new BigDecimal(value.toString());
    }
    if (value instanceof Boolean bool) {
      return bool ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (value instanceof String text) {
      return parseDecimal(text, target);
    }
    throw impossible(value, target);
  }

  private BigDecimal parseDecimal(String text, String target) throws SQLException {
    try {
      return new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      throw unreadable(text, target);
    }
  }

  private double parseDouble(String text) throws SQLException {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "inf", "infinity", "+inf", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      case "nan" -> Double.NaN;
      default -> parseDecimal(text, "double").doubleValue();
    };
  }

  private SQLException overflow(Object value, String target) {
    return SqlErrors.of(
        SqlState.NUMERIC_OVERFLOW,
        subject + ": " + shorten(text(value)) + " is out of range for " + target);
  }

  private static String kindOf(Object value) {
    if (value instanceof byte[]) {
      return "BLOB";
    }
    if (value instanceof Instant) {
      return "TIMESTAMPTZ";
    }
    if (value instanceof LocalDateTime) {
      return "TIMESTAMP";
    }
    if (value instanceof LocalDate) {
      return "DATE";
    }
    if (value instanceof LocalTime) {
      return "TIME";
    }
    if (value instanceof List<?>) {
      return "list";
    }
    return value.getClass().getSimpleName();
  }

  private static String shorten(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
