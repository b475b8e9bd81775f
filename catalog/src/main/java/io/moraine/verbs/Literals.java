package io.moraine.verbs;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Whether a text is a literal of a type, as far as that is told by looking: numbers, booleans,
 * UUIDs, and the shape of dates and times. Texts of other types pass.
 */
final class Literals {
  /** The text by which DuckLake says that there is no default. */
  private static final String NONE = "NULL";

  private static final Pattern DATE =
      Pattern.compile("[+-]?\\d{1,6}-\\d{1,2}-\\d{1,2}( \\(BC\\))?");
  private static final Pattern TIME = Pattern.compile("\\d{1,2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?");
  private static final Pattern TIMESTAMP =
      Pattern.compile("[+-]?\\d{1,6}-\\d{1,2}-\\d{1,2}([ T].*)?");
  private static final Pattern FLOAT =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)(e[+-]?\\d{1,4})?|nan|[+-]?inf(inity)?");
  private static final Pattern INTEGER = Pattern.compile("[+-]?\\d{1,40}");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d{1,40}(\\.\\d{0,40})?|\\.\\d{1,40})");

  private Literals() {}

  /**
   * Checks a literal.
   *
   * @param where what it is the default of, for the message
   * @throws io.moraine.model.CatalogException of kind CONSTRAINT
   */
  static void check(String where, DataType type, String text) {
    checkNotNone(where, text);
    if (!isOf(type, text.toLowerCase(Locale.ROOT))) {
      throw Refusals.constraint(where + ": " + text + " is no literal of " + type.text());
    }
  }

  /** Checks that a text would not be taken for no default at all. */
  static void checkNotNone(String where, String text) {
    if (text.equals(NONE)) {
      throw Refusals.constraint(where + ": the text NULL means no default; give none instead");
    }
  }

  private static boolean isOf(DataType type, String text) {
    if (type.isSigned() || type.isUnsigned()) {
      return INTEGER.matcher(text).matches() && fits(type, new BigInteger(unsignedPlus(text)));
    } else if (type.isFloat()) {
      return FLOAT.matcher(text).matches();
    } else if (type.isDecimal()) {
      return DECIMAL.matcher(text).matches() && fits(type, new BigDecimal(text));
    } else if (type.isTimestamp()) {
      return TIMESTAMP.matcher(text).matches() || isInfinite(text);
    }
    return switch (type.word()) {
      case "boolean" -> text.equals("true") || text.equals("false");
      case "date" -> DATE.matcher(text).matches() || isInfinite(text);
      case "time", "time_ns" -> TIME.matcher(text).matches();
      case "uuid" -> isUuid(text);
      default -> true;
    };
  }

  private static String unsignedPlus(String text) {
    return text.startsWith("+") ? text.substring(1) : text;
  }

  private static boolean fits(DataType type, BigInteger value) {
    return type.isUnsigned()
        ? value.signum() >= 0 && value.bitLength() <= type.bits()
        : value.bitLength() < type.bits();
  }

  /** Digits behind those that the type keeps are rounded away by readers. */
  private static boolean fits(DataType type, BigDecimal value) {
    return value.precision() - value.scale() <= type.width() - type.scale() || value.signum() == 0;
  }

  private static boolean isInfinite(String text) {
    return text.equals("infinity") || text.equals("-infinity");
  }

  private static boolean isUuid(String text) {
    try {
      return UUID.fromString(text).toString().equals(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
