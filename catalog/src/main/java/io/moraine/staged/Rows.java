package io.moraine.staged;

import io.moraine.model.MetadataTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values of checked rows. */
final class Rows {
  private Rows() {}

  /** The value of a BIGINT column that is not NULL. */
  static long longAt(@Nullable Object[] row, int ordinal) {
    return (Long) Objects.requireNonNull(row[ordinal]);
  }

  /** The same by name. */
  static long longAt(MetadataTable table, @Nullable Object[] row, String column) {
    return longAt(row, table.ordinalOf(column));
  }

  /** The value of a VARCHAR column that is not NULL. */
  static String textAt(MetadataTable table, @Nullable Object[] row, String column) {
    return (String) Objects.requireNonNull(row[table.ordinalOf(column)]);
  }

  /** The end of a row, or null for one that lives. */
  static @Nullable Long endOf(MetadataTable table, @Nullable Object[] row) {
    return (Long) row[table.endSnapshotOrdinal()];
  }

  /** Whether two values of a column are the same. */
  static boolean same(@Nullable Object[] one, @Nullable Object[] other, int ordinal) {
    return Objects.equals(one[ordinal], other[ordinal]);
  }
}
