package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.type.CastFunctions;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Turns dates and times into the classes of {@code java.time} and {@code java.sql}. Between an
 * instant and a local time lies UTC, except that the old classes are read in the caller's calendar
 * or the default time zone of the JVM, as they always were.
 */
@SuppressWarnings("JavaUtilDate") // java.sql has no other classes
final class TemporalConversions {
  private final Conversions conversions;

  TemporalConversions(Conversions conversions) {
    this.conversions = conversions;
  }

  LocalDate toLocalDate(Object value) throws SQLException {
    return value instanceof LocalDate date ? date : toLocalDateTime(value, "date").toLocalDate();
  }

  LocalTime toLocalTime(Object value) throws SQLException {
    if (value instanceof LocalTime time) {
      return time;
    }
    if (value instanceof LocalDate) {
      throw conversions.impossible(value, "time");
    }
    if (value instanceof String text && !text.contains("-")) {
      return parseTime(text);
    }
    return toLocalDateTime(value, "time").toLocalTime();
  }

  LocalDateTime toLocalDateTime(Object value) throws SQLException {
    return toLocalDateTime(value, "timestamp");
  }

  Instant toInstant(Object value) throws SQLException {
    if (value instanceof Instant instant) {
      return instant;
    }
    if (value instanceof String text) {
      return parseInstant(text, "timestamp with time zone");
    }
    return toLocalDateTime(value, "timestamp with time zone").toInstant(ZoneOffset.UTC);
  }

  Timestamp toTimestamp(Object value, @Nullable Calendar calendar) throws SQLException {
    if (value instanceof Instant instant) {
      return timestampOf(instant);
    }
    if (value instanceof LocalTime time) {
      return timestampOf(LocalDate.EPOCH.atTime(time), calendar);
    }
    return timestampOf(toLocalDateTime(value), calendar);
  }

  Date toDate(Object value, @Nullable Calendar calendar) throws SQLException {
    Calendar fields = copy(calendar);
    if (value instanceof Instant instant) {
      fields.setTimeInMillis(instant.toEpochMilli());
      clearTime(fields);
    } else {
      setFields(fields, toLocalDate(value).atStartOfDay());
    }
    return new Date(fields.getTimeInMillis());
  }

  Time toTime(Object value, @Nullable Calendar calendar) throws SQLException {
    Calendar fields = copy(calendar);
    if (value instanceof Instant instant) {
      fields.setTimeInMillis(instant.toEpochMilli());
      fields.set(1970, Calendar.JANUARY, 1);
    } else {
      setFields(fields, LocalDate.EPOCH.atTime(toLocalTime(value)));
    }
    return new Time(fields.getTimeInMillis());
  }

  /** The local date and time that {@code timestamp} shows in a calendar's time zone. */
  static LocalDateTime localOf(java.util.Date time, int nanos, @Nullable Calendar calendar) {
    Calendar fields = copy(calendar);
    fields.setTimeInMillis(time.getTime());
    int year = fields.get(Calendar.YEAR);
    return LocalDateTime.of(
        fields.get(Calendar.ERA) == GregorianCalendar.BC ? 1 - year : year,
        fields.get(Calendar.MONTH) + 1,
        fields.get(Calendar.DAY_OF_MONTH),
        fields.get(Calendar.HOUR_OF_DAY),
        fields.get(Calendar.MINUTE),
        fields.get(Calendar.SECOND),
        nanos);
  }

  private LocalDateTime toLocalDateTime(Object value, String target) throws SQLException {
    if (value instanceof LocalDateTime time) {
      return time;
    }
    if (value instanceof LocalDate date) {
      return date.atStartOfDay();
    }
    if (value instanceof Instant instant) {
      return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
    if (value instanceof String text) {
      return LocalDateTime.ofInstant(parseInstant(text, target), ZoneOffset.UTC);
    }
    throw conversions.impossible(value, target);
  }

  /** The instant that DuckDB reads in a text; UTC if the text names no zone. */
  private Instant parseInstant(String text, String target) throws SQLException {
    Long micros = CastFunctions.tryTextToInstant(text);
    if (micros == null || micros == Long.MAX_VALUE || micros == -Long.MAX_VALUE) {
      throw conversions.unreadable(SqlState.INVALID_DATETIME, text, target);
    }
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private LocalTime parseTime(String text) throws SQLException {
    try {
      return LocalTime.parse(text.strip());
    } catch (DateTimeException e) {
      throw conversions.unreadable(SqlState.INVALID_DATETIME, text, "time");
    }
  }

  private Timestamp timestampOf(Instant instant) throws SQLException {
    try {
      return Timestamp.from(instant);
    } catch (IllegalArgumentException e) {
      throw SqlErrors.of(
          SqlState.DATETIME_OVERFLOW, instant + " is out of range for java.sql.Timestamp", e);
    }
  }

  private static Timestamp timestampOf(LocalDateTime time, @Nullable Calendar calendar) {
    Calendar fields = copy(calendar);
    setFields(fields, time);
    Timestamp timestamp = new Timestamp(fields.getTimeInMillis());
    timestamp.setNanos(time.get(ChronoField.NANO_OF_SECOND));
    return timestamp;
  }

  private static Calendar copy(@Nullable Calendar calendar) {
    TimeZone zone = calendar == null ? TimeZone.getDefault() : calendar.getTimeZone();
    return new GregorianCalendar(zone, Locale.ROOT);
  }

  private static void setFields(Calendar fields, LocalDateTime time) {
    fields.clear();
    int year = time.getYear();
    fields.set(Calendar.ERA, year > 0 ? GregorianCalendar.AD : GregorianCalendar.BC);
    fields.set(Calendar.YEAR, year > 0 ? year : 1 - year);
    fields.set(Calendar.MONTH, time.getMonthValue() - 1);
    fields.set(Calendar.DAY_OF_MONTH, time.getDayOfMonth());
    fields.set(Calendar.HOUR_OF_DAY, time.getHour());
    fields.set(Calendar.MINUTE, time.getMinute());
    fields.set(Calendar.SECOND, time.getSecond());
    fields.set(Calendar.MILLISECOND, time.get(ChronoField.MILLI_OF_SECOND));
  }

  private static void clearTime(Calendar fields) {
    fields.set(Calendar.HOUR_OF_DAY, 0);
    fields.set(Calendar.MINUTE, 0);
    fields.set(Calendar.SECOND, 0);
    fields.set(Calendar.MILLISECOND, 0);
  }
}
