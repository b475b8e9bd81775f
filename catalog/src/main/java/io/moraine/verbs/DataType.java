package io.moraine.verbs;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A type of a column, by DuckLake's word.
 *
 * <p>Source: DuckLake specification 1.0, "Data Types"; the {@code ducklake} extension, branch
 * v1.5-variegata, {@code src/common/ducklake_types.cpp}.
 *
 * @param word in lower case, without the numbers of a decimal
 * @param width digits of a decimal; 0 for other types
 * @param scale digits of a decimal behind the point; 0 for other types
 */
record DataType(String word, int width, int scale) {
  private static final int MAX_WIDTH = 38;
  private static final List<String> SIGNED = List.of("int8", "int16", "int32", "int64", "int128");
  private static final List<String> UNSIGNED =
      List.of("uint8", "uint16", "uint32", "uint64", "uint128");
  private static final List<String> FLOATS = List.of("float32", "float64");
  private static final Set<String> NESTED = Set.of("struct", "list", "map");
  private static final Set<String> TIMESTAMPS =
      Set.of(
          "timestamp",
          "timestamp_us",
          "timestamp_s",
          "timestamp_ms",
          "timestamp_ns",
          "timestamptz");
  private static final Set<String> OTHERS =
      Set.of(
          "boolean",
          "date",
          "time",
          "time_ns",
          "timetz",
          "interval",
          "varchar",
          "blob",
          "uuid",
          "json",
          "geometry");
  private static final Pattern DECIMAL =
      Pattern.compile("decimal\\( *(\\d{1,2}) *, *(\\d{1,2}) *\\)");

  private static DataType of(String word) {
    return new DataType(word, 0, 0);
  }

  /**
   * The type of a word, whatever its case.
   *
   * @throws io.moraine.model.CatalogException of kind CONSTRAINT if there is no such type, of kind
   *     UNSUPPORTED for VARIANT
   */
  static DataType parse(String text) {
    String word = text.toLowerCase(Locale.ROOT);
    Matcher decimal = DECIMAL.matcher(word);
    if (decimal.matches()) {
      return decimal(text, Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
    } else if (word.equals("decimal")) {
      throw Refusals.constraint("A decimal says its digits: decimal(18,3), not " + text);
    } else if (word.equals("variant")) {
      throw Refusals.unsupported("VARIANT columns are not written; json holds the same values");
    } else if (!isKnown(word)) {
      throw Refusals.constraint(
          "DuckLake knows no type " + text + "; its words are such as int64, varchar, struct");
    }
    return of(word);
  }

  private static boolean isKnown(String word) {
    return SIGNED.contains(word)
        || UNSIGNED.contains(word)
        || FLOATS.contains(word)
        || NESTED.contains(word)
        || TIMESTAMPS.contains(word)
        || OTHERS.contains(word);
  }

  private static DataType decimal(String text, int width, int scale) {
    if (width < 1 || width > MAX_WIDTH || scale > width) {
      throw Refusals.constraint(
          "A decimal has 1 to " + MAX_WIDTH + " digits, no more of them behind the point: " + text);
    }
    return new DataType("decimal", width, scale);
  }

  /** The type that a stored column shows, which may be none that is known here. */
  static DataType ofStored(String shown) {
    Matcher decimal = DECIMAL.matcher(shown);
    return decimal.matches()
        ? new DataType(
            "decimal", Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)))
        : of(shown.toLowerCase(Locale.ROOT));
  }

  /** As it is stored. */
  String text() {
    return word.equals("decimal") ? "decimal(" + width + "," + scale + ")" : word;
  }

  boolean isNested() {
    return NESTED.contains(word);
  }

  boolean isGeometry() {
    return word.equals("geometry");
  }

  boolean isTimestamp() {
    return TIMESTAMPS.contains(word);
  }

  boolean isDate() {
    return word.equals("date");
  }

  boolean isSigned() {
    return SIGNED.contains(word);
  }

  boolean isUnsigned() {
    return UNSIGNED.contains(word);
  }

  boolean isFloat() {
    return FLOATS.contains(word);
  }

  boolean isDecimal() {
    return word.equals("decimal");
  }

  /** Bits of an integer. */
  int bits() {
    return Integer.parseInt(word.substring(word.indexOf('t') + 1));
  }

  /**
   * Whether a column of this type may get type {@code target}: DuckLake lets integers, floats and
   * decimals grow, unsigned become signed ones with more bits, integers become floats, timestamps
   * get a time zone.
   */
  boolean widensTo(DataType target) {
    if (isSigned() || isUnsigned()) {
      return target.isFloat() || widensToInteger(target);
    } else if (isFloat()) {
      return word.equals("float32") && target.word.equals("float64");
    } else if (isDecimal()) {
      return target.isDecimal()
          && !target.equals(this)
          && target.scale >= scale
          && target.width - target.scale >= width - scale;
    }
    return (word.equals("timestamp") || word.equals("timestamp_us"))
        && target.word.equals("timestamptz");
  }

  private boolean widensToInteger(DataType target) {
    boolean sameSign = isSigned() ? target.isSigned() : target.isUnsigned();
    return (sameSign || (isUnsigned() && target.isSigned())) && target.bits() > bits();
  }
}
