package io.moraine.verbs;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values out of the texts that DuckDB writes for them. Each method throws {@link
 * IllegalArgumentException} or {@link DateTimeException} for a text that is no such value.
 */
final class BoundTexts {
  private static final int LONG_DIGITS = 18;
  private static final long SECONDS_PER_DAY = 86_400;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int NANO_DIGITS = 9;
  private static final Pattern DATE = Pattern.compile("(\\d{1,6})-(\\d\\d)-(\\d\\d)( \\(BC\\))?");
  private static final Pattern TIME =
      Pattern.compile("(\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d{1,9}))?");
  private static final Pattern OFFSET =
      Pattern.compile("([+-])(\\d\\d)(?::?(\\d\\d))?(?::?(\\d\\d))?");

  private BoundTexts() {}

  /** False is 0 in data files and {@code false} elsewhere. */
  static Boolean truth(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "0", "false" -> false;
      case "1", "true" -> true;
      default -> throw new IllegalArgumentException(text);
    };
  }

  /** A whole number of so many bits. */
  static BigInteger integer(String text, boolean signed, int bits) {
    BigInteger value =
        text.length() <= LONG_DIGITS
            ? BigInteger.valueOf(Long.parseLong(text))
            : new BigInteger(text);
    boolean fits =
        signed ? value.bitLength() < bits : value.signum() >= 0 && value.bitLength() <= bits;
    if (!fits) {
      throw new IllegalArgumentException(text);
    }
    return value;
  }

  /** A number with so many digits before its point, at most. */
  static BigDecimal decimal(String text, int digits) {
    BigDecimal value = new BigDecimal(text);
    if (value.signum() != 0 && value.precision() - value.scale() > digits) {
      throw new IllegalArgumentException(text);
    }
    return value;
  }

  /** NaN is greater than all others. */
  static Double floating(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "inf", "infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      case "nan", "-nan" -> Double.NaN;
      default -> new BigDecimal(text).doubleValue(); // Java's own form allows suffixes
    };
  }

  /** Days since 1970-01-01. */
  static long date(String text) {
    return switch (text) {
      case "infinity" -> Long.MAX_VALUE;
      case "-infinity" -> Long.MIN_VALUE;
      default -> day(whole(DATE, text));
    };
  }

  private static long day(Matcher date) {
    int year = Integer.parseInt(date.group(1));
    return LocalDate.of(
            date.group(4) == null ? year : 1 - year,
            Integer.parseInt(date.group(2)),
            Integer.parseInt(date.group(3)))
        .toEpochDay();
  }

  /** Nanoseconds since midnight; a day may end at 24:00:00. */
  static long time(String text) {
    return nanos(whole(TIME, text));
  }

  private static long nanos(Matcher time) {
    long hour = Long.parseLong(time.group(1));
    long minute = Long.parseLong(time.group(2));
    long second = Long.parseLong(time.group(3));
    String fraction = time.group(4);
    long nanos = 0;
    if (fraction != null) {
      nanos = Long.parseLong(fraction + "0".repeat(NANO_DIGITS - fraction.length()));
    }
    long seconds = (hour * 60 + minute) * 60 + second;
    if (minute >= 60 || second >= 60 || seconds * NANOS_PER_SECOND + nanos > dayNanos()) {
      throw new DateTimeException(time.group());
    }
    return seconds * NANOS_PER_SECOND + nanos;
  }

  private static long dayNanos() {
    return SECONDS_PER_DAY * NANOS_PER_SECOND;
  }

  /** Nanoseconds between midnight in UTC and a time with its offset; may be negative. */
  static long timeWithZone(String text) {
    int sign = Math.max(text.indexOf('+'), text.indexOf('-'));
    if (sign < 0) {
      return time(text);
    }
    return time(text.substring(0, sign)) - offsetSeconds(text.substring(sign)) * NANOS_PER_SECOND;
  }

  private static long offsetSeconds(String text) {
    Matcher offset = whole(OFFSET, text);
    long seconds = Long.parseLong(offset.group(2)) * 3600;
    seconds += offset.group(3) == null ? 0 : Long.parseLong(offset.group(3)) * 60;
    seconds += offset.group(4) == null ? 0 : Long.parseLong(offset.group(4));
    return offset.group(1).equals("-") ? -seconds : seconds;
  }

  /** A time with or without an offset; without, it counts as one in UTC. */
  static Instant timestamp(String text) {
    if (text.equals("infinity")) {
      return Instant.MAX;
    } else if (text.equals("-infinity")) {
      return Instant.MIN;
    }
    Matcher date = DATE.matcher(text);
    if (!date.lookingAt()) {
      throw new DateTimeException(text);
    }
    long nanos = 0;
    if (date.end() < text.length()) {
      char separator = text.charAt(date.end());
      if (separator != ' ' && separator != 'T') {
        throw new DateTimeException(text);
      }
      nanos = timeWithZone(withoutLetter(text.substring(date.end() + 1)));
    }
    return Instant.ofEpochSecond(day(date) * SECONDS_PER_DAY, nanos);
  }

  private static String withoutLetter(String time) {
    return time.endsWith("Z") ? time.substring(0, time.length() - 1) : time;
  }

  private static Matcher whole(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new DateTimeException(text);
    }
    return matcher;
  }
}
