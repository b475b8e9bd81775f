package io.moraine.verbs;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is done to a column's values to partition by them.
 *
 * <p>Source: DuckLake specification 1.0, "Partitioning"; the {@code ducklake} extension, branch
 * v1.5-variegata, {@code src/storage/ducklake_table_entry.cpp}.
 */
final class PartitionTransform {
  private static final Pattern BUCKET = Pattern.compile("bucket\\( *(\\d{1,10}) *\\)");

  private PartitionTransform() {}

  /**
   * The text of a transform as it is stored.
   *
   * @param where the column, for messages
   * @throws io.moraine.model.CatalogException of kind CONSTRAINT if there is no such transform, or
   *     the column's type has no values for it
   */
  static String check(String where, DataType type, String text) {
    String transform = text.toLowerCase(Locale.ROOT);
    Matcher bucket = BUCKET.matcher(transform);
    if (bucket.matches()) {
      return bucket(where, type, Long.parseLong(bucket.group(1)));
    } else if (!fits(transform, type)) {
      throw Refusals.constraint(
          where + ", of type " + type.text() + ", is not partitioned by " + text);
    }
    return transform;
  }

  private static String bucket(String where, DataType type, long count) {
    if (count < 1 || count > Integer.MAX_VALUE) {
      throw Refusals.constraint(
          where + ": there are 1 to " + Integer.MAX_VALUE + " buckets, not " + count);
    } else if (type.isNested() || type.isGeometry()) {
      throw Refusals.constraint(where + ", of type " + type.text() + ", goes in no buckets");
    }
    return "bucket(" + count + ")";
  }

  private static boolean fits(String transform, DataType type) {
    return switch (transform) {
      case "identity" -> !type.isNested() && !type.isGeometry();
      case "year", "month", "day" -> type.isDate() || type.isTimestamp();
      case "hour" -> type.isTimestamp();
      default ->
          throw Refusals.constraint(
              "There is no partition transform "
                  + transform
                  + ", but identity, year, month, day, hour and bucket(n)");
    };
  }
}
