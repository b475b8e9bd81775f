package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values of rows by column name, and rows with some of them changed. */
final class Rows {
  private Rows() {}

  /** The value of a BIGINT column that is not NULL. */
  static long number(MetadataTable table, @Nullable Object[] row, String column) {
    return (Long) Objects.requireNonNull(row[table.ordinalOf(column)]);
  }

  /** The same by ordinal. */
  static long number(MetadataTable table, @Nullable Object[] row, int ordinal) {
    return (Long) Objects.requireNonNull(row[ordinal], table::sqlName);
  }

  /** The value of a VARCHAR column that is not NULL. */
  static String text(MetadataTable table, @Nullable Object[] row, String column) {
    return (String) Objects.requireNonNull(row[table.ordinalOf(column)]);
  }

  /** The value of a column, or null. */
  static @Nullable Object find(MetadataTable table, @Nullable Object[] row, String column) {
    return row[table.ordinalOf(column)];
  }

  /** A copy of a row in which one column is changed. */
  static @Nullable Object[] with(
      MetadataTable table, @Nullable Object[] row, String column, @Nullable Object value) {
    @Nullable Object[] changed = row.clone();
    changed[table.ordinalOf(column)] = value;
    return changed;
  }
}
