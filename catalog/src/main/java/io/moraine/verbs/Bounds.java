package io.moraine.verbs;

import io.moraine.base.Bytes;
import java.time.DateTimeException;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the bounds of a column compare. Numbers, times and truth values compare as values, all other
 * texts by their bytes in UTF-8.
 *
 * <p>Source: DuckLake specification 1.0, "ducklake_file_column_stats"; the texts are DuckDB's.
 */
final class Bounds {
  private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d{1,2}), ?(\\d{1,2})\\)");
  private static final int MOST_DIGITS = 38;

  private final Comparator<String> order;

  private Bounds(Comparator<String> order) {
    this.order = order;
  }

  /** The bounds of a column type; empty for a type whose columns have none of their own. */
  static Optional<Bounds> of(String columnType) {
    int parameters = columnType.indexOf('(');
    String word = parameters < 0 ? columnType : columnType.substring(0, parameters);
    return switch (word) {
      case "struct", "list", "map" -> Optional.empty();
      case "boolean" -> by(Comparator.comparing(BoundTexts::truth));
      case "int8", "int16", "int32", "int64", "int128" ->
          integers(true, Integer.parseInt(word.substring("int".length())));
      case "uint8", "uint16", "uint32", "uint64", "uint128" ->
          integers(false, Integer.parseInt(word.substring("uint".length())));
      case "decimal" -> decimals(columnType);
      case "float32", "float64" -> by(Comparator.comparing(BoundTexts::floating));
      case "date" -> by(Comparator.comparingLong(BoundTexts::date));
      case "time", "time_ns" -> by(Comparator.comparingLong(BoundTexts::time));
      case "timetz" -> by(Comparator.comparingLong(BoundTexts::timeWithZone));
      case "timestamp", "timestamp_us", "timestamp_s", "timestamp_ms", "timestamp_ns" ->
          by(Comparator.comparing(BoundTexts::timestamp));
      case "timestamptz" -> by(Comparator.comparing(BoundTexts::timestamp));
      default -> by(Comparator.comparing(Bytes::utf8));
    };
  }

  private static Optional<Bounds> by(Comparator<String> order) {
    return Optional.of(new Bounds(order));
  }

  private static Optional<Bounds> integers(boolean signed, int bits) {
    return by(Comparator.comparing(text -> BoundTexts.integer(text, signed, bits)));
  }

  private static Optional<Bounds> decimals(String columnType) {
    Matcher parameters = DECIMAL.matcher(columnType);
    int digits =
        parameters.matches()
            ? Integer.parseInt(parameters.group(1)) - Integer.parseInt(parameters.group(2))
            : MOST_DIGITS;
    return by(Comparator.comparing(text -> BoundTexts.decimal(text, digits)));
  }

  /** Whether a text is a value of the type. */
  boolean canBe(String text) {
    try {
      return order.compare(text, text) == 0;
    } catch (IllegalArgumentException | DateTimeException e) {
      return false;
    }
  }

  /** Whether {@code one} is greater than {@code other}; both must be values of the type. */
  boolean isGreater(String one, String other) {
    return order.compare(one, other) > 0;
  }

  /** The lesser of two bounds; null, for unknown, if one of them is, or is no value of the type. */
  @Nullable String least(@Nullable String one, @Nullable String other) {
    if (one == null || other == null || one.equals(other)) {
      return one == null ? null : other;
    } else if (!canBe(one) || !canBe(other)) {
      return null;
    }
    return isGreater(one, other) ? other : one;
  }

  /** The greater of two bounds; null likewise. */
  @Nullable String greatest(@Nullable String one, @Nullable String other) {
    if (one == null || other == null || one.equals(other)) {
      return one == null ? null : other;
    } else if (!canBe(one) || !canBe(other)) {
      return null;
    }
    return isGreater(one, other) ? one : other;
  }
}
