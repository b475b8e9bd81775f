package io.moraine.model;

import java.util.Optional;

/**
 * What is known of a column in one data file. Bounds are texts in DuckLake's forms; they may be
 * wider than the values, never narrower.
 *
 * @param sizeBytes its size in the file
 * @param valueCount values that are not NULL
 * @param nullCount values that are NULL
 * @param min no value is less; empty for unknown
 * @param max no value is greater; empty for unknown
 * @param containsNan whether there is a NaN; empty for unknown, or a type without
 * @param extra more, as JSON, for types that have it
 */
public record ColumnStatistics(
    long sizeBytes,
    long valueCount,
    long nullCount,
    Optional<String> min,
    Optional<String> max,
    Optional<Boolean> containsNan,
    Optional<String> extra) {
  /** Counts and bounds. */
  public static ColumnStatistics of(
      long sizeBytes, long valueCount, long nullCount, String min, String max) {
    return new ColumnStatistics(
        sizeBytes,
        valueCount,
        nullCount,
        Optional.of(min),
        Optional.of(max),
        Optional.empty(),
        Optional.empty());
  }
}
