package io.moraine.driver.type;

import static io.moraine.driver.type.DateTimeText.MICROS_PER_SECOND;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.Locale;

/** Fields, units and arithmetic of timestamps in microseconds. Infinite ones stay as they are. */
final class DateParts {
  private DateParts() {}

  /** The beginning of the unit that holds a time. */
  static long truncate(String unit, long micros) {
    if (DateTimeText.isInfinite(micros)) {
      return micros;
    }
    LocalDateTime time = time(micros);
    LocalDate date = time.toLocalDate();
    int year = date.getYear();
    LocalDate start =
        switch (normalized(unit)) {
          case "MICROSECOND", "MILLISECOND", "SECOND", "MINUTE", "HOUR" -> null;
          case "DAY", "DOW", "DOY", "ISODOW", "DAYOFWEEK", "DAYOFYEAR" -> date;
          case "WEEK" -> date.with(ChronoField.DAY_OF_WEEK, 1);
          case "MONTH" -> date.withDayOfMonth(1);
          case "QUARTER" ->
              date.withMonth((date.getMonthValue() - 1) / 3 * 3 + 1).withDayOfMonth(1);
          case "YEAR" -> date.withDayOfYear(1);
          case "ISOYEAR" ->
              date.with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 1).with(ChronoField.DAY_OF_WEEK, 1);
          case "DECADE" -> LocalDate.of(Math.floorDiv(year, 10) * 10, 1, 1);
          case "CENTURY" -> LocalDate.of(Math.floorDiv(year, 100) * 100, 1, 1);
          case "MILLENNIUM" -> LocalDate.of(Math.floorDiv(year, 1000) * 1000, 1, 1);
          default -> throw unknown(unit);
        };
    return start == null
        ? micros(time.truncatedTo(clockUnit(normalized(unit))))
        : micros(start.atStartOfDay());
  }

  private static ChronoUnit clockUnit(String unit) {
    return switch (unit) {
      case "MICROSECOND" -> ChronoUnit.MICROS;
      case "MILLISECOND" -> ChronoUnit.MILLIS;
      case "SECOND" -> ChronoUnit.SECONDS;
      case "MINUTE" -> ChronoUnit.MINUTES;
      default -> ChronoUnit.HOURS;
    };
  }

  /** A field of a time. */
  static long part(String unit, long micros) {
    String field = normalized(unit);
    if (field.equals("EPOCH")) {
      return Math.floorDiv(micros, MICROS_PER_SECOND);
    }
    LocalDateTime time = time(finite(micros));
    int year = time.getYear();
    int microsOfSecond = time.get(ChronoField.MICRO_OF_SECOND);
    return switch (field) {
      case "MICROSECOND" -> time.getSecond() * MICROS_PER_SECOND + microsOfSecond;
      case "MILLISECOND" -> time.getSecond() * 1000L + microsOfSecond / 1000;
      case "SECOND" -> time.getSecond();
      case "MINUTE" -> time.getMinute();
      case "HOUR" -> time.getHour();
      case "DAY" -> time.getDayOfMonth();
      case "DOW", "DAYOFWEEK" -> time.getDayOfWeek().getValue() % 7;
      case "ISODOW" -> time.getDayOfWeek().getValue();
      case "DOY", "DAYOFYEAR" -> time.getDayOfYear();
      case "WEEK" -> time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
      case "MONTH" -> time.getMonthValue();
      case "QUARTER" -> time.get(IsoFields.QUARTER_OF_YEAR);
      case "YEAR" -> year;
      case "ISOYEAR" -> time.get(IsoFields.WEEK_BASED_YEAR);
      case "DECADE" -> year / 10;
      case "CENTURY" -> year > 0 ? (year - 1) / 100 + 1 : year / 100 - 1;
      case "MILLENNIUM" -> year > 0 ? (year - 1) / 1000 + 1 : year / 1000 - 1;
      case "ERA" -> year > 0 ? 1 : 0;
      default -> throw unknown(unit);
    };
  }

  static long plusMicros(long micros, long more) {
    try {
      return DateTimeText.isInfinite(micros) ? micros : Math.addExact(micros, more);
    } catch (ArithmeticException e) {
      throw new StatementException(
          SqlState.DATETIME_OVERFLOW, "The timestamp is out of range after the addition", e);
    }
  }

  static long plusMonths(long micros, int months) {
    return DateTimeText.isInfinite(micros) ? micros : micros(time(micros).plusMonths(months));
  }

  /** The text of a time in a format. */
  static String format(long micros, String format) {
    LocalDateTime time = time(finite(micros));
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c != '%' || i + 1 == format.length()) {
        text.append(c);
        continue;
      }
      boolean unpadded = format.charAt(i + 1) == '-' && i + 2 < format.length();
      i += unpadded ? 2 : 1;
      String field = field(time, format.charAt(i));
      text.append(unpadded ? field.replaceFirst("^0+(?=.)", "") : field);
    }
    return text.toString();
  }

  private static String field(LocalDateTime time, char letter) {
    int hour12 = (time.getHour() + 11) % 12 + 1;
    return switch (letter) {
      case 'Y' -> String.valueOf(time.getYear());
      case 'y' -> padded(Math.floorMod(time.getYear(), 100), 2);
      case 'm' -> padded(time.getMonthValue(), 2);
      case 'd' -> padded(time.getDayOfMonth(), 2);
      case 'H' -> padded(time.getHour(), 2);
      case 'I' -> padded(hour12, 2);
      case 'M' -> padded(time.getMinute(), 2);
      case 'S' -> padded(time.getSecond(), 2);
      case 'f' -> padded(time.get(ChronoField.MICRO_OF_SECOND), 6);
      case 'g' -> padded(time.get(ChronoField.MILLI_OF_SECOND), 3);
      case 'n' -> padded(time.getNano(), 9);
      case 'j' -> padded(time.getDayOfYear(), 3);
      case 'w' -> String.valueOf(time.getDayOfWeek().getValue() % 7);
      case 'u' -> String.valueOf(time.getDayOfWeek().getValue());
      case 'V' -> padded(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
      case 'G' -> String.valueOf(time.get(IsoFields.WEEK_BASED_YEAR));
      case 'p' -> time.getHour() < 12 ? "AM" : "PM";
      case 'a' -> time.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
      case 'A' -> time.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
      case 'b', 'h' -> time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
      case 'B' -> time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
      case 'z' -> "+00";
      case 'Z' -> "UTC";
      case '%' -> "%";
      default ->
          throw new StatementException(
              SqlState.INVALID_ARGUMENT, "The format has %" + letter + ", which means nothing");
    };
  }

  private static String padded(int value, int width) {
    return String.format(Locale.ROOT, "%0" + width + "d", value);
  }

  private static long finite(long micros) {
    if (DateTimeText.isInfinite(micros)) {
      throw new StatementException(
          SqlState.INVALID_ARGUMENT, "An infinite timestamp has no fields; exclude it first");
    }
    return micros;
  }

  private static LocalDateTime time(long micros) {
    return LocalDateTime.ofInstant(DateTimeText.instant(micros), ZoneOffset.UTC);
  }

  private static long micros(LocalDateTime time) {
    try {
      return Math.addExact(
          Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), MICROS_PER_SECOND),
          time.get(ChronoField.MICRO_OF_SECOND));
    } catch (ArithmeticException e) {
      throw new StatementException(
          SqlState.DATETIME_OVERFLOW, "The timestamp " + time + " is out of range", e);
    }
  }

  /** The unit in upper case and singular, by its first name. */
  private static String normalized(String unit) {
    String upper = unit.toUpperCase(Locale.ROOT);
    return switch (upper) {
      case "MICROSECONDS", "US", "USEC", "USECS" -> "MICROSECOND";
      case "MILLISECONDS", "MS", "MSEC", "MSECS" -> "MILLISECOND";
      case "SECONDS", "SEC", "SECS", "S" -> "SECOND";
      case "MINUTES", "MIN", "MINS", "M" -> "MINUTE";
      case "HOURS", "HR", "HRS", "H" -> "HOUR";
      case "DAYS", "D", "DAYOFMONTH" -> "DAY";
      case "WEEKS", "W", "WEEKOFYEAR" -> "WEEK";
      case "MONTHS", "MON", "MONS" -> "MONTH";
      case "QUARTERS" -> "QUARTER";
      case "YEARS", "Y", "YR", "YRS" -> "YEAR";
      case "DECADES" -> "DECADE";
      case "CENTURIES", "C" -> "CENTURY";
      case "MILLENNIUMS", "MILLENNIA", "MIL" -> "MILLENNIUM";
      default -> upper;
    };
  }

  private static StatementException unknown(String unit) {
    return new StatementException(
        SqlState.INVALID_ARGUMENT, "'" + unit + "' is no unit of time; try year, month, day, hour");
  }
}
