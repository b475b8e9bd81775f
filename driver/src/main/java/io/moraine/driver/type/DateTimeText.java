package io.moraine.driver.type;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Dates and timestamps as texts: {@code [-]YYYY-MM-DD[ (BC)]}, then {@code HH:MM[:SS[.ffffff]]},
 * then an offset {@code ±HH[[:]MM[[:]SS]]}, {@code Z} or the name of a zone; or {@code infinity},
 * {@code -infinity}, {@code epoch}. More than six digits of a fraction are cut off.
 */
final class DateTimeText {
  static final long MICROS_PER_SECOND = 1_000_000;
  static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
  private static final int MAX_YEAR = 100_000_000;

  private final String text;
  private int at;

  private DateTimeText(String text) {
    this.text = text;
  }

  /** Days since 1970-01-01, or null if the text begins with no date. What follows is ignored. */
  static @Nullable Integer parseDate(String text) {
    Long special = special(text);
    if (special != null) {
      return toInt(special);
    }
    DateTimeText parser = new DateTimeText(text);
    Long days = parser.date();
    return days == null || parser.isDigit() ? null : toInt(days);
  }

  /** Microseconds since 1970-01-01 of a local time, an offset being ignored; or null. */
  static @Nullable Long parseTimestamp(String text) {
    return parse(text, false);
  }

  /** Microseconds since 1970-01-01 UTC, or null. Without an offset the text is in UTC. */
  static @Nullable Long parseInstant(String text) {
    return parse(text, true);
  }

  static String formatDate(int days) {
    if (days == Integer.MAX_VALUE || days == -Integer.MAX_VALUE) {
      return days > 0 ? "infinity" : "-infinity";
    }
    LocalDate date = LocalDate.ofEpochDay(days);
    int year = date.getYear();
    return String.format(
        Locale.ROOT,
        "%04d-%02d-%02d%s",
        year > 0 ? year : 1 - year,
        date.getMonthValue(),
        date.getDayOfMonth(),
        year > 0 ? "" : " (BC)");
  }

  static String formatTimestamp(long micros) {
    if (isInfinite(micros)) {
      return micros > 0 ? "infinity" : "-infinity";
    }
    long ofDay = Math.floorMod(micros, MICROS_PER_DAY);
    long seconds = ofDay / MICROS_PER_SECOND;
    return String.format(
        Locale.ROOT,
        "%s %02d:%02d:%02d%s",
        formatDate((int) Math.floorDiv(micros, MICROS_PER_DAY)),
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60,
        fraction(ofDay % MICROS_PER_SECOND));
  }

  static String formatInstant(long micros) {
    return isInfinite(micros) ? formatTimestamp(micros) : formatTimestamp(micros) + "+00";
  }

  static boolean isInfinite(long micros) {
    return micros == Long.MAX_VALUE || micros == -Long.MAX_VALUE;
  }

  private static String fraction(long micros) {
    if (micros == 0) {
      return "";
    }
    return String.format(Locale.ROOT, ".%06d", micros).replaceFirst("0+$", "");
  }

  private static @Nullable Long parse(String text, boolean withOffset) {
    Long special = special(text);
    if (special != null) {
      return special;
    }
    try {
      return new DateTimeText(text).timestamp(withOffset);
    } catch (ArithmeticException | DateTimeException e) {
      return null;
    }
  }

  /** A value that has a name, as microseconds; the infinite ones are so as days, too. */
  private static @Nullable Long special(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "infinity", "inf" -> Long.MAX_VALUE;
      case "-infinity", "-inf" -> -Long.MAX_VALUE;
      case "epoch" -> 0L;
      default -> null;
    };
  }

  private static @Nullable Integer toInt(long days) {
    if (isInfinite(days)) {
      return days > 0 ? Integer.MAX_VALUE : -Integer.MAX_VALUE;
    }
    return Math.abs(days) < Integer.MAX_VALUE ? (Integer) (int) days : null;
  }

  private @Nullable Long timestamp(boolean withOffset) {
    Long days = date();
    if (days == null || toInt(days) == null) {
      return null;
    }
    long midnight = Math.multiplyExact(days, MICROS_PER_DAY);
    if (at == text.length()) {
      return finite(midnight);
    }
    if (peek() == ' ' || peek() == 'T') {
      at++;
    }
    long ofDay = timeOfDay();
    if (ofDay < 0) {
      return null;
    }
    long local = Math.addExact(midnight, ofDay);
    Long zoned = zone(local, withOffset);
    skipSpaces();
    return zoned == null || at < text.length() ? null : finite(zoned);
  }

  private static @Nullable Long finite(long micros) {
    return isInfinite(micros) || micros == Long.MIN_VALUE ? null : (Long) micros;
  }

  /** Days since 1970-01-01, or null. */
  private @Nullable Long date() {
    skipSpaces();
    boolean negative = peek() == '-';
    if (negative) {
      at++;
    }
    int start = at;
    int year = number(9);
    char separator = peek();
    if (at == start || year > MAX_YEAR || isDigit() || " -/\\".indexOf(separator) < 0) {
      return null;
    }
    at++;
    int month = number(2);
    if (peek() != separator) {
      return null;
    }
    at++;
    int day = number(2);
    if (!text.regionMatches(true, at, " (BC)", 0, 5)) {
      return day(negative ? -year : year, month, day);
    }
    at += 5;
    return negative || year == 0 ? null : day(1 - year, month, day);
  }

  private static @Nullable Long day(int year, int month, int day) {
    try {
      return LocalDate.of(year, month, day).toEpochDay();
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Microseconds since midnight, or -1. */
  private long timeOfDay() {
    skipSpaces();
    if (!isDigit()) {
      return -1;
    }
    int hour = number(9);
    if (peek() != ':') {
      return -1;
    }
    at++;
    int minute = twoDigits();
    int second = 0;
    long micros = 0;
    if (at < text.length()) {
      if (peek() != ':') {
        return -1;
      }
      at++;
      second = twoDigits();
      if (peek() == '.') {
        at++;
        micros = fractionInMicros();
      }
    }
    if (minute < 0 || minute > 59 || second < 0 || second > 59 || hour > 24) {
      return -1;
    }
    long time = ((hour * 60L + minute) * 60 + second) * MICROS_PER_SECOND + micros;
    return time > MICROS_PER_DAY ? -1 : time;
  }

  /** One or two digits; 0 at the end of the text, -1 if there are none. */
  private int twoDigits() {
    if (at == text.length()) {
      return 0;
    }
    return isDigit() ? number(2) : -1;
  }

  private long fractionInMicros() {
    long micros = 0;
    long unit = MICROS_PER_SECOND / 10;
    for (; isDigit(); at++) {
      micros += unit * (peek() - '0');
      unit /= 10;
    }
    return micros;
  }

  /** The instant of a local time in the zone that follows in the text, or null if none can. */
  private @Nullable Long zone(long local, boolean withOffset) {
    char c = peek();
    if (c == 'Z') {
      at++;
      return local;
    }
    if (c == '+' || c == '-') {
      long seconds = offsetInSeconds();
      return seconds == Long.MIN_VALUE || !withOffset
          ? (seconds == Long.MIN_VALUE ? null : (Long) local)
          : (Long) Math.subtractExact(local, seconds * MICROS_PER_SECOND);
    }
    if (c != ' ' || text.substring(at).isBlank() || at + 1 == text.length()) {
      return local;
    }
    return namedZone(local, withOffset);
  }

  /** The offset, or Long.MIN_VALUE if there is none. */
  private long offsetInSeconds() {
    int sign = peek() == '-' ? -1 : 1;
    at++;
    if (!hasTwoDigits(at)) {
      return Long.MIN_VALUE;
    }
    long seconds = number(2) * 3600L;
    for (int unit = 60; unit >= 1; unit /= 60) {
      int digits = peek() == ':' ? at + 1 : at;
      if (!hasTwoDigits(digits)) {
        break;
      }
      at = digits;
      seconds += number(2) * (long) unit;
    }
    return sign * seconds;
  }

  private boolean hasTwoDigits(int from) {
    return from + 1 < text.length() && isDigit(text.charAt(from)) && isDigit(text.charAt(from + 1));
  }

  private @Nullable Long namedZone(long local, boolean withOffset) {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != ' ') {
      end++;
    }
    String name = text.substring(at + 1, end);
    boolean utc = name.equalsIgnoreCase("UTC");
    if (name.length() < 2 || !Character.isLetter(name.charAt(0)) || (!withOffset && !utc)) {
      return null;
    }
    at = end;
    return utc ? (Long) local : (Long) toMicros(atZone(local, name));
  }

  private static Instant atZone(long local, String name) {
    LocalDateTime time = LocalDateTime.ofInstant(instant(local), ZoneOffset.UTC);
    return time.atZone(ZoneId.of(name, ZoneId.SHORT_IDS)).toInstant();
  }

  /** The point in time that finite microseconds stand for. */
  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private static long toMicros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND),
        instant.getLong(ChronoField.MICRO_OF_SECOND));
  }

  private int number(int maxDigits) {
    int value = 0;
    for (int i = 0; i < maxDigits && isDigit(); i++, at++) {
      value = value * 10 + (peek() - '0');
    }
    return value;
  }

  private void skipSpaces() {
    while (at < text.length() && NumberText.isSpace(peek())) {
      at++;
    }
  }

  private boolean isDigit() {
    return isDigit(peek());
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** The next character, or NUL at the end. */
  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }
}
