package io.moraine.verbs;

import io.moraine.model.CatalogException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options that can be set, and the forms of their values, which are stored as DuckLake's {@code
 * set_option} stores them.
 *
 * <p>Source: DuckLake specification 1.0, "Configuration".
 */
final class OptionRules {
  private static final Set<String> FIXED =
      Set.of("version", "created_by", "data_path", "encrypted");
  private static final Set<String> OF_THE_LAKE = Set.of("delete_older_than", "expire_older_than");
  private static final Set<String> CODECS =
      Set.of("uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4", "lz4_raw");
  private static final BigInteger MOST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  private static final int THRESHOLD_DIGITS = 6;
  private static final Pattern SIZE =
      Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([KMGT]i?)?(B|bytes?)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern INTERVAL =
      Pattern.compile(
          "(?:\\s*[+-]?\\d+(?:\\.\\d+)?\\s*(?:microseconds?|us|milliseconds?|ms|seconds?|secs?|s"
              + "|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|months?|mons?|quarters?"
              + "|years?|yrs?|y|decades?|century|centuries|millenniums?|millennia)\\b)*"
              + "(?:\\s*[+-]?\\d+:\\d\\d(?::\\d\\d(?:\\.\\d{1,6})?)?)?\\s*",
          Pattern.CASE_INSENSITIVE);

  /** By name: from a value as given to one as stored, null for one that is none. */
  private static final Map<String, Function<String, @Nullable String>> FORMS = forms();

  private OptionRules() {}

  private static Map<String, Function<String, @Nullable String>> forms() {
    Map<String, Function<String, @Nullable String>> forms = new TreeMap<>();
    forms.put("data_inlining_row_limit", value -> number(value, BigInteger.ZERO));
    forms.put("parquet_compression", OptionRules::codec);
    forms.put("parquet_version", value -> Set.of("1", "2").contains(value) ? "V" + value : null);
    forms.put("parquet_compression_level", value -> number(value, BigInteger.ZERO));
    forms.put("parquet_row_group_size", value -> number(value, BigInteger.ONE));
    forms.put("parquet_row_group_size_bytes", value -> size(value, BigInteger.ONE));
    forms.put("target_file_size", value -> size(value, BigInteger.ZERO));
    forms.put("rewrite_delete_threshold", OptionRules::threshold);
    for (String name :
        List.of(
            "hive_file_pattern",
            "require_commit_message",
            "auto_compact",
            "per_thread_output",
            "sort_on_insert",
            "write_deletion_vectors")) {
      forms.put(name, OptionRules::truth);
    }
    OF_THE_LAKE.forEach(
        name -> forms.put(name, value -> INTERVAL.matcher(value).matches() ? value : null));
    return forms;
  }

  /** The name of an option as it is stored: in lower case. */
  static String name(String given) {
    return given.toLowerCase(Locale.ROOT);
  }

  /**
   * The value of an option as it is stored.
   *
   * @param name of the option, in lower case
   * @param ofLake whether it is set for the whole lake
   * @throws CatalogException of kind CONSTRAINT for an option that there is not, or a value that it
   *     cannot have
   */
  static String value(String name, String value, boolean ofLake) {
    Function<String, @Nullable String> form = FORMS.get(name);
    if (form == null) {
      checkNotFixed(name);
      throw refused(
          "There is no option of this name; the options are " + String.join(", ", FORMS.keySet()));
    } else if (!ofLake && OF_THE_LAKE.contains(name)) {
      throw refused("The option " + name + " is set for the whole lake only");
    }
    String stored = form.apply(value);
    if (stored == null) {
      throw refused("The option " + name + " cannot have this value; it takes " + formOf(name));
    }
    return stored;
  }

  /**
   * Checks that an option is not one that stands from the creation of a lake on.
   *
   * @throws CatalogException of kind CONSTRAINT if it is
   */
  static void checkNotFixed(String name) {
    if (FIXED.contains(name)) {
      throw refused("The option " + name + " is set when a lake is created, and stays");
    }
  }

  private static String formOf(String name) {
    return switch (name) {
      case "parquet_compression" ->
          "one of " + String.join(", ", CODECS.stream().sorted().toList());
      case "parquet_version" -> "1 or 2";
      case "data_inlining_row_limit", "parquet_compression_level" -> "a whole number from 0 on";
      case "parquet_row_group_size" -> "a whole number from 1 on";
      case "parquet_row_group_size_bytes" -> "a size from 1 byte on, such as 65536 or 64MB";
      case "target_file_size" -> "a size such as 1048576 or 512MB";
      case "rewrite_delete_threshold" -> "a number from 0 to 1";
      case "delete_older_than", "expire_older_than" -> "an interval such as 7 days, or nothing";
      default -> "true or false";
    };
  }

  private static @Nullable String codec(String value) {
    String codec = value.toLowerCase(Locale.ROOT);
    return CODECS.contains(codec) ? codec : null;
  }

  private static @Nullable String truth(String value) {
    String truth = value.toLowerCase(Locale.ROOT);
    return truth.equals("true") || truth.equals("false") ? truth : null;
  }

  private static @Nullable String number(String value, BigInteger least) {
    return value.matches("\\d{1,20}") ? within(new BigInteger(value), least) : null;
  }

  private static @Nullable String within(BigInteger number, BigInteger least) {
    return number.compareTo(least) >= 0 && number.compareTo(MOST) <= 0 ? number.toString() : null;
  }

  /** Bytes; KB and the like count in thousands, KiB in 1024. */
  private static @Nullable String size(String value, BigInteger least) {
    Matcher size = SIZE.matcher(value.strip());
    if (!size.matches()) {
      return null;
    }
    String unit = size.group(2);
    long factor = 1;
    if (unit != null) {
      int power = "KMGT".indexOf(Character.toUpperCase(unit.charAt(0))) + 1;
      for (int i = 0; i < power; i++) {
        factor *= unit.length() > 1 ? 1024 : 1000;
      }
    }
    BigDecimal bytes = new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(factor));
    return within(bytes.toBigInteger(), least);
  }

  private static @Nullable String threshold(String value) {
    if (!value.matches("\\d+(\\.\\d*)?|\\.\\d+")) {
      return null;
    }
    BigDecimal threshold = new BigDecimal(value);
    return threshold.compareTo(BigDecimal.ONE) > 0
        ? null
        : threshold.setScale(THRESHOLD_DIGITS, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static CatalogException refused(String reason) {
    return Refusals.constraint(reason);
  }
}
