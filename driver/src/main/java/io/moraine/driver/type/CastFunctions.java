package io.moraine.driver.type;

import static io.moraine.driver.type.DateTimeText.MICROS_PER_DAY;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.linq4j.function.SemiStrict;
import org.apache.calcite.linq4j.function.Strict;
import org.jspecify.annotations.Nullable;

/**
 * What CAST and TRY_CAST do. Called by generated code. A method {@code tryX} gives null for what
 * cannot be converted; {@code x} throws a {@link StatementException}.
 */
public final class CastFunctions {
  private CastFunctions() {}

  /** Text to an integer from {@code min} to {@code max}. */
  @SemiStrict
  public static @Nullable Long tryTextToInteger(String text, long min, long max) {
    return NumberText.parseInteger(text, min, max);
  }

  /** Text to an integer from {@code min} to {@code max}. */
  @Strict
  public static long textToInteger(String text, long min, long max) {
    return required(tryTextToInteger(text, min, max), text, "an integer of that size");
  }

  /** Text to a decimal. */
  @SemiStrict
  public static @Nullable BigDecimal tryTextToDecimal(String text, int precision, int scale) {
    return NumberText.parseDecimal(text, precision, scale);
  }

  /** Text to a decimal. */
  @Strict
  public static BigDecimal textToDecimal(String text, int precision, int scale) {
    return required(
        tryTextToDecimal(text, precision, scale),
        text,
        "DECIMAL(" + precision + ", " + scale + ")");
  }

  /** Text to a double. */
  @SemiStrict
  public static @Nullable Double tryTextToDouble(String text) {
    return NumberText.parseDouble(text);
  }

  /** Text to a double. */
  @Strict
  public static double textToDouble(String text) {
    return required(tryTextToDouble(text), text, "DOUBLE");
  }

  /** Text to a float. */
  @SemiStrict
  public static @Nullable Float tryTextToReal(String text) {
    return NumberText.parseFloat(text);
  }

  /** Text to a float. */
  @Strict
  public static float textToReal(String text) {
    return required(tryTextToReal(text), text, "FLOAT");
  }

  /** Text to a truth value. */
  @SemiStrict
  public static @Nullable Boolean tryTextToBoolean(String text) {
    return BooleanText.parse(text);
  }

  /** Text to a truth value. */
  @Strict
  public static boolean textToBoolean(String text) {
    return required(tryTextToBoolean(text), text, "BOOLEAN");
  }

  /** Text to days since 1970-01-01. */
  @SemiStrict
  public static @Nullable Integer tryTextToDate(String text) {
    return DateTimeText.parseDate(text);
  }

  /** Text to days since 1970-01-01. */
  @Strict
  public static int textToDate(String text) {
    return required(tryTextToDate(text), text, "DATE");
  }

  /** Text to microseconds of a local time. */
  @SemiStrict
  public static @Nullable Long tryTextToTimestamp(String text) {
    return DateTimeText.parseTimestamp(text);
  }

  /** Text to microseconds of a local time. */
  @Strict
  public static long textToTimestamp(String text) {
    return required(tryTextToTimestamp(text), text, "TIMESTAMP");
  }

  /** Text to microseconds of an instant. */
  @SemiStrict
  public static @Nullable Long tryTextToInstant(String text) {
    return DateTimeText.parseInstant(text);
  }

  /** Text to microseconds of an instant. */
  @Strict
  public static long textToInstant(String text) {
    return required(tryTextToInstant(text), text, "TIMESTAMP WITH TIME ZONE");
  }

  /** Text to a UUID. */
  @SemiStrict
  public static @Nullable UUID tryTextToUuid(String text) {
    return UuidText.parse(text);
  }

  /** Text to a UUID. */
  @Strict
  public static UUID textToUuid(String text) {
    return required(tryTextToUuid(text), text, "UUID");
  }

  /** Text to bytes. */
  @SemiStrict
  public static @Nullable ByteString tryTextToBlob(String text) {
    byte[] bytes = BlobText.parse(text);
    return bytes == null ? null : new ByteString(bytes);
  }

  /** Text to bytes. */
  @Strict
  public static ByteString textToBlob(String text) {
    return required(tryTextToBlob(text), text, "BLOB");
  }

  /** The integer nearest to a double, halves to the even one. */
  @SemiStrict
  public static @Nullable Long tryDoubleToInteger(double value, long min, long max) {
    return Double.isFinite(value)
        ? inRange(new BigDecimal(value).setScale(0, RoundingMode.HALF_EVEN), min, max)
        : null;
  }

  /** The integer nearest to a double, halves to the even one. */
  @Strict
  public static long doubleToInteger(double value, long min, long max) {
    return required(tryDoubleToInteger(value, min, max), value);
  }

  /** The integer nearest to a decimal, halves away from zero. */
  @SemiStrict
  public static @Nullable Long tryDecimalToInteger(BigDecimal value, long min, long max) {
    return inRange(value.setScale(0, RoundingMode.HALF_UP), min, max);
  }

  /** The integer nearest to a decimal, halves away from zero. */
  @Strict
  public static long decimalToInteger(BigDecimal value, long min, long max) {
    return required(tryDecimalToInteger(value, min, max), value);
  }

  /** An integer, if from {@code min} to {@code max}. */
  @SemiStrict
  public static @Nullable Long tryIntegerToInteger(long value, long min, long max) {
    return value < min || value > max ? null : (Long) value;
  }

  /** An integer, if from {@code min} to {@code max}. */
  @Strict
  public static long integerToInteger(long value, long min, long max) {
    return required(tryIntegerToInteger(value, min, max), value);
  }

  /** The decimal nearest to a double. */
  @SemiStrict
  public static @Nullable BigDecimal tryDoubleToDecimal(double value, int precision, int scale) {
    return Double.isFinite(value)
        ? NumberText.toDecimal(BigDecimal.valueOf(value), precision, scale)
        : null;
  }

  /** The decimal nearest to a double. */
  @Strict
  public static BigDecimal doubleToDecimal(double value, int precision, int scale) {
    return required(tryDoubleToDecimal(value, precision, scale), value);
  }

  /** A decimal at another scale, halves away from zero. */
  @SemiStrict
  public static @Nullable BigDecimal tryDecimalToDecimal(
      BigDecimal value, int precision, int scale) {
    return NumberText.toDecimal(value, precision, scale);
  }

  /** A decimal at another scale, halves away from zero. */
  @Strict
  public static BigDecimal decimalToDecimal(BigDecimal value, int precision, int scale) {
    return required(tryDecimalToDecimal(value, precision, scale), value);
  }

  /** A date's midnight, in microseconds. */
  @SemiStrict
  public static @Nullable Long tryDateToTimestamp(int days) {
    if (Math.abs((long) days) == Integer.MAX_VALUE) {
      return days > 0 ? Long.MAX_VALUE : -Long.MAX_VALUE;
    }
    long most = Long.MAX_VALUE / MICROS_PER_DAY;
    return Math.abs((long) days) > most ? null : (Long) (days * MICROS_PER_DAY);
  }

  /** A date's midnight, in microseconds. */
  @Strict
  public static long dateToTimestamp(int days) {
    return required(
        tryDateToTimestamp(days),
        DateTimeText.formatDate(days),
        "TIMESTAMP, for it is out of range");
  }

  /** The date of microseconds. */
  @Strict
  public static int timestampToDate(long micros) {
    if (DateTimeText.isInfinite(micros)) {
      return micros > 0 ? Integer.MAX_VALUE : -Integer.MAX_VALUE;
    }
    return (int) Math.floorDiv(micros, MICROS_PER_DAY);
  }

  /** The time of day of microseconds, in milliseconds. */
  @Strict
  public static int timestampToTime(long micros) {
    return (int) (Math.floorMod(micros, MICROS_PER_DAY) / 1000);
  }

  /** Microseconds in UTC are the same for a local time and an instant. */
  @Strict
  public static long sameMicros(long micros) {
    return micros;
  }

  /** The text of a truth value. */
  @Strict
  public static String booleanToText(boolean value) {
    return value ? "true" : "false";
  }

  /** The text of a double. */
  @Strict
  public static String doubleToText(double value) {
    return NumberText.format(value);
  }

  /** The text of a float. */
  @Strict
  public static String realToText(float value) {
    return NumberText.format(value);
  }

  /** The text of a decimal, with all digits of its scale. */
  @Strict
  public static String decimalToText(BigDecimal value, int scale) {
    return value.setScale(scale, RoundingMode.HALF_UP).toPlainString();
  }

  /** The text of a date. */
  @Strict
  public static String dateToText(int days) {
    return DateTimeText.formatDate(days);
  }

  /** The text of a local time. */
  @Strict
  public static String timestampToText(long micros) {
    return DateTimeText.formatTimestamp(micros);
  }

  /** The text of an instant, in UTC with {@code +00}. */
  @Strict
  public static String instantToText(long micros) {
    return DateTimeText.formatInstant(micros);
  }

  /** The text of a UUID, in lower case. */
  @Strict
  public static String uuidToText(UUID value) {
    return value.toString();
  }

  /** The text of bytes. */
  @Strict
  public static String blobToText(ByteString value) {
    return BlobText.format(value.getBytes());
  }

  private static @Nullable Long inRange(BigDecimal value, long min, long max) {
    return value.compareTo(BigDecimal.valueOf(min)) < 0
            || value.compareTo(BigDecimal.valueOf(max)) > 0
        ? null
        : (Long) value.longValue();
  }

  private static <T> T required(@Nullable T value, String text, String type) {
    if (value == null) {
      throw new StatementException(
          SqlState.INVALID_TEXT,
          "The text '" + shortened(text) + "' cannot be read as " + type + "; TRY_CAST gives NULL");
    }
    return value;
  }

  private static <T> T required(@Nullable T value, Object number) {
    if (value == null) {
      throw new StatementException(
          SqlState.NUMERIC_OVERFLOW,
          "The number " + number + " is out of the type's range; TRY_CAST gives NULL");
    }
    return value;
  }

  private static String shortened(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
