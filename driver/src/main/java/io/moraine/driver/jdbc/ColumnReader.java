package io.moraine.driver.jdbc;

import io.moraine.driver.metadata.JdbcType;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Gives the values of one column as the classes that getters ask for. */
final class ColumnReader {
  private final JdbcType type;
  private final Conversions conversions;
  private final TemporalConversions temporal;

  ColumnReader(int column, ResultColumn description) {
    this.type = description.type();
    this.conversions = new Conversions("column " + column + " (" + description.label() + ")");
    this.temporal = new TemporalConversions(conversions);
  }

  Conversions conversions() {
    return conversions;
  }

  TemporalConversions temporal() {
    return temporal;
  }

  /** The value as an object of the class that the column's metadata names. */
  Object object(Object value) throws SQLException {
    return switch (type) {
      case TINYINT, SMALLINT, INTEGER -> conversions.toInt(value);
      case REAL -> conversions.toFloat(value);
      case DATE -> temporal.toDate(value, null);
      case TIME -> temporal.toTime(value, null);
      case TIMESTAMP -> temporal.toTimestamp(value, null);
      case TIMESTAMPTZ -> temporal.toInstant(value).atOffset(ZoneOffset.UTC);
      case BLOB -> conversions.toBytes(value);
      case LIST -> array(value);
      case BOOLEAN, BIGINT, DECIMAL, DOUBLE, VARCHAR, UUID, INTERVAL, STRUCT, NULL, OTHER -> value;
    };
  }

  /** The value as a {@code java.sql.Array}. */
  java.sql.Array array(Object value) throws SQLException {
    if (value instanceof List<?> list) {
      return new ListArray(list);
    }
    throw conversions.impossible(value, "array");
  }

  /** The value as an object of {@code wanted}. */
  <T> T object(Object value, Class<T> wanted) throws SQLException {
    Object converted = convert(value, wanted);
    if (!wanted.isInstance(converted)) {
      throw conversions.impossible(value, wanted.getName());
    }
    return wanted.cast(converted);
  }

  private @Nullable Object convert(Object value, Class<?> wanted) throws SQLException {
    if (wanted == String.class) {
      return conversions.text(value);
    }
    if (wanted == Object.class) {
      return object(value);
    }
    if (Number.class.isAssignableFrom(wanted) || wanted == Boolean.class) {
      return number(value, wanted);
    }
    if (wanted.getName().startsWith("java.time.")) {
      return time(value, wanted);
    }
    return other(value, wanted);
  }

  private @Nullable Object number(Object value, Class<?> wanted) throws SQLException {
    if (wanted == Long.class) {
      return conversions.toLong(value);
    }
    if (wanted == Integer.class) {
      return conversions.toInt(value);
    }
    if (wanted == Short.class) {
      return conversions.toShort(value);
    }
    if (wanted == Byte.class) {
      return conversions.toByte(value);
    }
    if (wanted == Double.class) {
      return conversions.toDouble(value);
    }
    if (wanted == Float.class) {
      return conversions.toFloat(value);
    }
    if (wanted == Boolean.class) {
      return conversions.toBoolean(value);
    }
    if (wanted == java.math.BigInteger.class) {
      return conversions.toDecimal(value).toBigInteger();
    }
    return conversions.toDecimal(value);
  }

  private @Nullable Object time(Object value, Class<?> wanted) throws SQLException {
    if (wanted == LocalDate.class) {
      return temporal.toLocalDate(value);
    }
    if (wanted == LocalTime.class) {
      return temporal.toLocalTime(value);
    }
    if (wanted == LocalDateTime.class) {
      return temporal.toLocalDateTime(value);
    }
    if (wanted == Instant.class) {
      return temporal.toInstant(value);
    }
    if (wanted == OffsetDateTime.class) {
      return temporal.toInstant(value).atOffset(ZoneOffset.UTC);
    }
    if (wanted == ZonedDateTime.class) {
      return temporal.toInstant(value).atZone(ZoneOffset.UTC);
    }
    if (wanted == OffsetTime.class) {
      return temporal.toLocalTime(value).atOffset(ZoneOffset.UTC);
    }
    return null;
  }

  private @Nullable Object other(Object value, Class<?> wanted) throws SQLException {
    if (wanted == UUID.class) {
      return conversions.toUuid(value);
    }
    if (wanted == byte[].class) {
      return conversions.toBytes(value);
    }
    if (wanted == java.sql.Date.class) {
      return temporal.toDate(value, null);
    }
    if (wanted == Time.class) {
      return temporal.toTime(value, null);
    }
    if (wanted == Timestamp.class || wanted == java.util.Date.class) {
      return temporal.toTimestamp(value, null);
    }
    if (wanted == Calendar.class) {
      Calendar calendar = Calendar.getInstance(TimeZone.getDefault(), Locale.ROOT);
      calendar.setTimeInMillis(temporal.toTimestamp(value, null).getTime());
      return calendar;
    }
    if (wanted == java.sql.Array.class) {
      return array(value);
    }
    if (wanted == java.sql.Blob.class) {
      return new BytesBlob(conversions.toBytes(value));
    }
    if (wanted == java.sql.Clob.class || wanted == java.sql.NClob.class) {
      return new TextClob(conversions.text(value));
    }
    return wanted == List.class || wanted == Map.class ? value : null;
  }
}
