package io.moraine.table;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Which rows a snapshot sees: {@code begin_snapshot} at most it, {@code end_snapshot} NULL or
 * greater. Without a snapshot, and without a {@code begin_snapshot}, all are seen.
 *
 * @param asOf the snapshot, if any
 * @param beginIndex place of {@code begin_snapshot} in a row, or -1
 * @param endIndex place of {@code end_snapshot} in a row, or -1
 */
record Visibility(OptionalLong asOf, int beginIndex, int endIndex) {

  boolean sees(@Nullable Object[] row) {
    if (asOf.isEmpty() || beginIndex < 0) {
      return true;
    }
    long snapshot = asOf.getAsLong();
    return row[beginIndex] instanceof Long begin
        && begin <= snapshot
        && !(endIndex >= 0 && row[endIndex] instanceof Long end && end <= snapshot);
  }
}
