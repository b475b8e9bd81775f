package io.moraine.driver.type;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as texts. */
final class NumberText {
  private static final String DIGITS = "[0-9]+(?:_[0-9]+)*";
  private static final Pattern DECIMAL =
      Pattern.compile(
          "([+-]?)(?:("
              + DIGITS
              + ")(?:\\.("
              + DIGITS
              + ")?)?|\\.("
              + DIGITS
              + "))"
              + "(?:[eE]([+-]?[0-9]+))?");
  private static final Pattern RADIX = Pattern.compile("0(?:[xX]([0-9a-fA-F]+)|[bB]([01]+))");
  private static final Pattern NOT_FINITE =
      Pattern.compile("\\+?(-?)(?:(inf|infinity)|nan(?:\\(\\w*\\))?)", Pattern.CASE_INSENSITIVE);

  /** Exponents are held in 16 bits, one of them for the sign. */
  private static final int MAX_EXPONENT_BITS = 15;

  /** More digits before the point than any type has. */
  private static final int TOO_MANY_DIGITS = 60;

  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  private NumberText() {}

  /**
   * The integer nearest to a number, halves away from zero; null if not a number from min to max.
   */
  static @Nullable Long parseInteger(String text, long min, long max) {
    String trimmed = trim(text);
    Matcher radix = RADIX.matcher(trimmed);
    if (radix.matches()) {
      String hex = radix.group(1);
      return inRange(
          hex != null ? new BigInteger(hex, 16) : new BigInteger(radix.group(2), 2), max);
    }
    BigDecimal value = parse(trimmed);
    if (value == null || integerDigits(value) > TOO_MANY_DIGITS) {
      return null;
    }
    BigDecimal rounded = round(value, 0);
    return rounded.compareTo(BigDecimal.valueOf(min)) < 0
            || rounded.compareTo(BigDecimal.valueOf(max)) > 0
        ? null
        : (Long) rounded.longValue();
  }

  /**
   * The number at a scale, halves away from zero; null if not a number of at most so many digits.
   */
  static @Nullable BigDecimal parseDecimal(String text, int precision, int scale) {
    BigDecimal value = parse(trim(text));
    return value == null ? null : toDecimal(value, precision, scale);
  }

  /** The number at a scale, halves away from zero; null if it has more digits. */
  static @Nullable BigDecimal toDecimal(BigDecimal value, int precision, int scale) {
    if (integerDigits(value) > TOO_MANY_DIGITS) {
      return null;
    }
    BigDecimal rounded = round(value, scale);
    return rounded.signum() != 0 && rounded.precision() > precision ? null : rounded;
  }

  /** The number, infinity or NaN; null if it is none of them. */
  static @Nullable Double parseDouble(String text) {
    Double special = parseNotFinite(trim(text));
    if (special != null) {
      return special;
    }
    String digits = parsableFloat(text);
    return digits == null ? null : (Double) Double.parseDouble(digits);
  }

  /** The number, infinity or NaN; null if it is none of them. */
  static @Nullable Float parseFloat(String text) {
    Double special = parseNotFinite(trim(text));
    if (special != null) {
      return special.floatValue();
    }
    String digits = parsableFloat(text);
    return digits == null ? null : (Float) Float.parseFloat(digits);
  }

  /** The shortest text that reads as the same number, always with a point or an exponent. */
  static String format(double value) {
    return Double.isFinite(value) ? formatFinite(value, 17, false) : formatNotFinite(value);
  }

  /** The shortest text that reads as the same number, always with a point or an exponent. */
  static String format(float value) {
    return Float.isFinite(value) ? formatFinite(value, 9, true) : formatNotFinite(value);
  }

  private static @Nullable Long inRange(BigInteger value, long max) {
    return value.compareTo(BigInteger.valueOf(max)) > 0 ? null : (Long) value.longValue();
  }

  private static @Nullable BigDecimal parse(String text) {
    Matcher matcher = DECIMAL.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    BigInteger exponent =
        matcher.group(5) == null ? BigInteger.ZERO : new BigInteger(matcher.group(5));
    if (exponent.abs().bitLength() > MAX_EXPONENT_BITS) {
      return null;
    }
    BigDecimal digits = new BigDecimal(digits(matcher));
    return digits.signum() == 0 ? BigDecimal.ZERO : digits.scaleByPowerOfTen(exponent.intValue());
  }

  private static String digits(Matcher matcher) {
    String sign = matcher.group(1).equals("-") ? "-" : "";
    if (matcher.group(4) != null) {
      return sign + "0." + withoutUnderscores(matcher.group(4));
    }
    String fraction = matcher.group(3);
    return sign
        + withoutUnderscores(matcher.group(2))
        + (fraction == null ? "" : "." + withoutUnderscores(fraction));
  }

  private static String withoutUnderscores(String digits) {
    return digits.replace("_", "");
  }

  /** The text for Java's parser, or null if DuckDB takes it for no number. */
  private static @Nullable String parsableFloat(String text) {
    String trimmed = trim(text);
    String number = trimmed.startsWith("+-") ? trimmed.substring(1) : trimmed;
    return DECIMAL.matcher(number).matches() ? withoutUnderscores(number) : null;
  }

  private static @Nullable Double parseNotFinite(String text) {
    Matcher matcher = NOT_FINITE.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    if (matcher.group(2) == null) {
      return Double.NaN;
    }
    return matcher.group(1).isEmpty() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
  }

  private static String formatNotFinite(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    return value > 0 ? "inf" : "-inf";
  }

  private static String formatFinite(double value, int maxDigits, boolean single) {
    if (value == 0) {
      return 1 / value > 0 ? "0.0" : "-0.0";
    }
    BigDecimal exact = new BigDecimal(value);
    BigDecimal shortest = exact;
    for (int digits = 1; digits <= maxDigits; digits++) {
      shortest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (single ? isNearest(shortest, (float) value) : shortest.doubleValue() == value) {
        break;
      }
    }
    return write(shortest.stripTrailingZeros());
  }

  /** Whether the float is nearer to the number than any other; DuckDB asks that of floats only. */
  private static boolean isNearest(BigDecimal number, float value) {
    BigDecimal halfUlp = new BigDecimal(Math.ulp(value)).divide(TWO);
    return number.floatValue() == value
        && number.subtract(new BigDecimal(value)).abs().compareTo(halfUlp) < 0;
  }

  private static String write(BigDecimal value) {
    int exponent = value.precision() - value.scale() - 1;
    if (exponent >= -4 && exponent < 16) {
      return value.scale() > 0 ? value.toPlainString() : value.toPlainString() + ".0";
    }
    String digits = value.unscaledValue().abs().toString();
    return (value.signum() < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  private static BigDecimal round(BigDecimal value, int scale) {
    return value.setScale(scale, RoundingMode.HALF_UP);
  }

  private static int integerDigits(BigDecimal value) {
    return value.precision() - value.scale();
  }

  /** Without the white space that DuckDB skips around numbers. */
  private static String trim(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isSpace(text.charAt(start))) {
      start++;
    }
    while (end > start && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }
}
