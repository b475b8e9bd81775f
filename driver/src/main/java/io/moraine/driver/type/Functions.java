package io.moraine.driver.type;

import static io.moraine.driver.type.DateTimeText.MICROS_PER_SECOND;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import java.security.SecureRandom;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.function.Strict;

/** DuckDB's functions that Calcite lacks. Called by generated code. */
public final class Functions {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Functions() {}

  /** The time at which the statement began, in microseconds. */
  public static long now(DataContext context) {
    if (context.get(SessionVariables.NOW_MICROS) instanceof Long micros) {
      return micros;
    }
    Object millis = context.get(DataContext.Variable.UTC_TIMESTAMP.camelName);
    return millis instanceof Long value ? value * 1000 : 0;
  }

  /** The session's default schema. */
  public static String currentSchema(DataContext context) {
    return context.get(SessionVariables.CURRENT_SCHEMA) instanceof String name ? name : "metadata";
  }

  /** The name of the catalog. */
  public static String currentDatabase(DataContext context) {
    return context.get(SessionVariables.CURRENT_DATABASE) instanceof String name ? name : "lake";
  }

  /** The driver's name and version. */
  public static String version(DataContext context) {
    String version = Functions.class.getPackage().getImplementationVersion();
    return version == null ? "Moraine" : "Moraine " + version;
  }

  /** A new random UUID. */
  public static UUID newUuid(DataContext context) {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    bytes[6] = (byte) ((bytes[6] & 0x0f) | 0x40);
    bytes[8] = (byte) ((bytes[8] & 0x3f) | 0x80);
    java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  /** The last moment of the unit's beginning at or before a time, both in microseconds. */
  @Strict
  public static long dateTrunc(String unit, long micros) {
    return DateParts.truncate(unit, micros);
  }

  /** A field of a time in microseconds. */
  @Strict
  public static long datePart(String unit, long micros) {
    return DateParts.part(unit, micros);
  }

  /** Seconds since 1970-01-01 UTC, with a fraction. */
  @Strict
  public static double epoch(long micros) {
    return micros / (double) MICROS_PER_SECOND;
  }

  /** Milliseconds since 1970-01-01 UTC. */
  @Strict
  public static long epochMillis(long micros) {
    return Math.floorDiv(micros, 1000L);
  }

  /** Microseconds since 1970-01-01 UTC. */
  @Strict
  public static long epochMicros(long micros) {
    return micros;
  }

  /** The instant so many seconds after 1970-01-01 UTC. */
  @Strict
  public static long toTimestamp(double seconds) {
    double micros = Math.rint(seconds * MICROS_PER_SECOND);
    if (!(Math.abs(micros) < Long.MAX_VALUE)) {
      throw new StatementException(
          SqlState.DATETIME_OVERFLOW, seconds + " seconds are no timestamp: out of range");
    }
    return (long) micros;
  }

  /** The time so many microseconds after 1970-01-01. */
  @Strict
  public static long makeTimestamp(long micros) {
    return micros;
  }

  /** A time as text, in a format of {@code %} and letters. */
  @Strict
  public static String strftime(long micros, String format) {
    return DateParts.format(micros, format);
  }

  /** A time that is so many milliseconds later. */
  @Strict
  public static long plusMillis(long micros, long millis) {
    return DateParts.plusMicros(micros, Math.multiplyExact(millis, 1000L));
  }

  /** A time that is so many milliseconds earlier. */
  @Strict
  public static long minusMillis(long micros, long millis) {
    return DateParts.plusMicros(micros, Math.multiplyExact(-millis, 1000L));
  }

  /** A time that is so many months later. */
  @Strict
  public static long plusMonths(long micros, int months) {
    return DateParts.plusMonths(micros, months);
  }

  /** A time that is so many months earlier. */
  @Strict
  public static long minusMonths(long micros, int months) {
    return DateParts.plusMonths(micros, -months);
  }

  /** Whether a text has another in it. */
  @Strict
  public static boolean contains(String text, String part) {
    return text.contains(part);
  }

  /** Whether a text begins with another. */
  @Strict
  public static boolean startsWith(String text, String prefix) {
    return text.startsWith(prefix);
  }

  /** Whether a text ends with another. */
  @Strict
  public static boolean endsWith(String text, String suffix) {
    return text.endsWith(suffix);
  }

  /** The place of a text in another, in code points from 1; 0 if it isn't there. */
  @Strict
  public static long instr(String text, String part) {
    int found = text.indexOf(part);
    return found < 0 ? 0 : text.codePointCount(0, found) + 1L;
  }

  /** The number of code points. */
  @Strict
  public static long length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** The number of bytes in UTF-8. */
  @Strict
  public static long strlen(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
  }

  /** The code points in the opposite order. */
  @Strict
  public static String reverse(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  /** The parts of a text between separators; its code points if the separator is empty. */
  @Strict
  public static List<String> stringSplit(String text, String separator) {
    return separator.isEmpty()
        ? text.codePoints().mapToObj(Character::toString).toList()
        : List.of(text.split(Pattern.quote(separator), -1));
  }

  /** Whether a regular expression matches a part of a text. */
  @Strict
  public static boolean regexpMatches(String text, String pattern) {
    try {
      return Pattern.compile(pattern).matcher(text).find();
    } catch (PatternSyntaxException | StackOverflowError e) {
      throw new StatementException(
          SqlState.INVALID_ARGUMENT, "'" + pattern + "' is no usable regular expression", e);
    }
  }

  /** Division of integers, rounded towards zero. */
  @Strict
  public static long integerDivide(long dividend, long divisor) {
    if (divisor == 0) {
      throw new StatementException(SqlState.DIVISION_BY_ZERO, "Division by zero");
    }
    return dividend / divisor;
  }

  /**
   * Fails.
   *
   * @param state the name of the {@link SqlState}
   */
  @SuppressWarnings("DoNotCallSuggester") // generated code calls it, in order to fail
  public static Object raise(String state, String message) {
    throw new StatementException(SqlState.valueOf(state), message);
  }

  /** True, as long as the execution may go on; else fails. */
  public static boolean running(DataContext context) {
    if (context instanceof Interruptible execution) {
      execution.checkRunning();
    }
    return true;
  }
}
