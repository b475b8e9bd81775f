package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.type.CastFunctions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Calendar;
import java.util.Date;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a caller set into the value that the engine wants for the declared type of a
 * parameter. A text is read as DuckDB reads it. A value that does not fit is refused when it is
 * set.
 */
@SuppressWarnings("JavaUtilDate") // java.sql has no other classes
final class ParameterEncoder {
  private final SqlTypeName type;
  private final String subject;
  private final Conversions conversions;
  private final TemporalConversions temporal;

  ParameterEncoder(int parameter, RelDataType type) {
    this.type = type.getSqlTypeName();
    this.subject = "parameter " + parameter;
    this.conversions = new Conversions(subject);
    this.temporal = new TemporalConversions(conversions);
  }

  /**
   * The engine's value.
   *
   * @param calendar whose time zone the old date and time classes are read in, or null for the
   *     default one
   */
  @Nullable Object encode(@Nullable Object given, @Nullable Calendar calendar) throws SQLException {
    try {
      return given == null ? null : encodeValue(valueOf(given, calendar));
    } catch (StatementException e) {
      throw SqlErrors.of(e.state(), subject + ": " + e.getMessage(), e);
    }
  }

  private Object encodeValue(Object value) throws SQLException {
    return switch (type) {
      case BOOLEAN -> conversions.toBoolean(value);
      case TINYINT -> conversions.toByte(whole(value));
      case SMALLINT -> conversions.toShort(whole(value));
      case INTEGER -> conversions.toInt(whole(value));
      case BIGINT -> conversions.toLong(whole(value));
      case DECIMAL -> conversions.toDecimal(value);
      case REAL -> conversions.toFloat(value);
      case FLOAT, DOUBLE -> conversions.toDouble(value);
      case CHAR, VARCHAR -> conversions.text(value);
      case BINARY, VARBINARY -> new ByteString(conversions.toBytes(value));
      case DATE ->
          value instanceof String text
              ? CastFunctions.textToDate(text)
              : (int) temporal.toLocalDate(value).toEpochDay();
      case TIME -> (int) ChronoUnit.MILLIS.between(LocalTime.MIDNIGHT, temporal.toLocalTime(value));
      case TIMESTAMP ->
          value instanceof String text
              ? CastFunctions.textToTimestamp(text)
              : ValueTexts.microsOf(temporal.toLocalDateTime(value).toInstant(ZoneOffset.UTC));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ ->
          value instanceof String text
              ? CastFunctions.textToInstant(text)
              : ValueTexts.microsOf(temporal.toInstant(value));
      case UUID -> conversions.toUuid(value);
      default -> value;
    };
  }

  /** The value as one of the classes that {@link Conversions} knows. */
  private Object valueOf(Object given, @Nullable Calendar calendar) throws SQLException {
    if (given instanceof Number number) {
      return numberOf(number);
    }
    if (given instanceof Character || given instanceof StringBuilder) {
      return given.toString();
    }
    if (given instanceof Blob blob) {
      return Lobs.bytesOf(blob);
    }
    if (given instanceof Clob clob) {
      return Lobs.textOf(clob);
    }
    if (given instanceof Date || given instanceof Calendar) {
      return oldTimeOf(given, calendar);
    }
    return newTimeOf(given);
  }

  private static Object numberOf(Number number) {
    if (number instanceof Byte || number instanceof Short || number instanceof Integer) {
      return number.longValue();
    }
    return number instanceof BigInteger integer ? new BigDecimal(integer) : number;
  }

  private Object oldTimeOf(Object given, @Nullable Calendar calendar) {
    if (given instanceof Calendar time) {
      return oldTimeOf(new Timestamp(time.getTimeInMillis()), time);
    }
    Date date = (Date) given;
    int nanos =
        given instanceof Timestamp timestamp
            ? timestamp.getNanos()
            : (int) Math.floorMod(date.getTime(), 1000L) * 1_000_000;
    if (type == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE && !(given instanceof java.sql.Date)) {
      return Instant.ofEpochSecond(Math.floorDiv(date.getTime(), 1000L), nanos);
    }
    var local = TemporalConversions.localOf(date, nanos, calendar);
    if (given instanceof java.sql.Date) {
      return local.toLocalDate();
    }
    return given instanceof java.sql.Time ? local.toLocalTime() : local;
  }

  private static Object newTimeOf(Object given) {
    if (given instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    if (given instanceof ZonedDateTime time) {
      return time.toInstant();
    }
    return given instanceof OffsetTime time
        ? time.withOffsetSameInstant(ZoneOffset.UTC).toLocalTime()
        : given;
  }

  private Object whole(Object value) throws SQLException {
    if (value instanceof Long || value instanceof Boolean) {
      return value;
    }
    BigDecimal decimal = conversions.toDecimal(value);
    if (decimal.stripTrailingZeros().scale() > 0) {
      throw SqlErrors.of(
          SqlState.INVALID_TEXT,
          subject + ": " + conversions.text(value) + " is not a whole number");
    }
    return decimal;
  }
}
