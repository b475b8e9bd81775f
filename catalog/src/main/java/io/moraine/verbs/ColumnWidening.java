package io.moraine.verbs;

import io.moraine.model.ColumnStatistics;
import io.moraine.model.MetadataTable;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a column in a whole table, while files are added to it. It only ever becomes
 * wider: what one file does not tell is unknown for the table from then on.
 *
 * <p>Bounds that are unknown stay so. The stored row does not tell whether all values so far are
 * NULL or nobody knows them, so only files that are added to an empty table by one call are known
 * to begin with nothing.
 */
final class ColumnWidening {
  private static final MetadataTable TABLE = MetadataTable.TABLE_COLUMN_STATS;
  private static final int CONTAINS_NULL = TABLE.ordinalOf("contains_null");
  private static final int CONTAINS_NAN = TABLE.ordinalOf("contains_nan");
  private static final int MIN = TABLE.ordinalOf("min_value");
  private static final int MAX = TABLE.ordinalOf("max_value");
  private static final int EXTRA = TABLE.ordinalOf("extra_stats");

  private final MeasuredColumns.Column column;
  private boolean anyRow;
  private boolean anyValue;
  private @Nullable Boolean containsNull;
  private @Nullable Boolean containsNan;
  private @Nullable String min;
  private @Nullable String max;
  private @Nullable String extra;

  private ColumnWidening(MeasuredColumns.Column column, boolean anyRow) {
    this.column = column;
    this.anyRow = anyRow;
    this.anyValue = anyRow;
  }

  /** Of a column in a table that never had a row. */
  static ColumnWidening ofNothing(MeasuredColumns.Column column) {
    return new ColumnWidening(column, false);
  }

  /** Of a column of which nothing is known, though there are rows. */
  static ColumnWidening ofUnknown(MeasuredColumns.Column column) {
    return new ColumnWidening(column, true);
  }

  /** Of a column as a row of {@code ducklake_table_column_stats} has it. */
  static ColumnWidening of(MeasuredColumns.Column column, @Nullable Object[] row) {
    ColumnWidening known = new ColumnWidening(column, true);
    known.containsNull = (Boolean) row[CONTAINS_NULL];
    known.containsNan = (Boolean) row[CONTAINS_NAN];
    known.min = (String) row[MIN];
    known.max = (String) row[MAX];
    known.extra = (String) row[EXTRA];
    return known;
  }

  /**
   * Takes in a file.
   *
   * @param statistics of the column in the file; null if it has none
   * @param recordCount rows of the file
   */
  void add(@Nullable ColumnStatistics statistics, long recordCount) {
    if (recordCount == 0) {
      return;
    }
    boolean counted = statistics != null && statistics.valueCount() + statistics.nullCount() > 0;
    if (statistics == null || !counted) {
      addNulls(null);
    } else {
      addNulls(statistics.nullCount() > 0);
    }
    if (statistics == null) {
      addValues(null, null, null, null);
    } else if (!counted || statistics.valueCount() > 0) {
      addValues(
          orNull(statistics.min()),
          orNull(statistics.max()),
          orNull(statistics.containsNan()),
          orNull(statistics.extra()));
    }
  }

  private void addNulls(@Nullable Boolean some) {
    containsNull = anyRow ? either(containsNull, some) : some;
    anyRow = true;
  }

  private void addValues(
      @Nullable String least,
      @Nullable String greatest,
      @Nullable Boolean nan,
      @Nullable String more) {
    Optional<Bounds> bounds = column.bounds();
    if (!anyValue) {
      min = least;
      max = greatest;
      containsNan = nan;
      extra = more;
    } else {
      min = bounds.isEmpty() ? null : bounds.get().least(min, least);
      max = bounds.isEmpty() ? null : bounds.get().greatest(max, greatest);
      containsNan = either(containsNan, nan);
      extra =
          column.type().equals("geometry") ? GeometryBoxes.union(extra, more) : same(extra, more);
    }
    anyValue = true;
  }

  private static @Nullable Boolean either(@Nullable Boolean one, @Nullable Boolean other) {
    if (one == null || other == null) {
      return null;
    }
    return one || other;
  }

  private static @Nullable String same(@Nullable String one, @Nullable String other) {
    return Objects.equals(one, other) ? one : null;
  }

  /** The row of {@code ducklake_table_column_stats}. */
  @Nullable Object[] row(long tableId) {
    return new @Nullable Object[] {
      tableId, column.id(), containsNull, containsNan, min, max, extra
    };
  }

  private static <T> @Nullable T orNull(Optional<T> value) {
    return value.isPresent() ? value.get() : null;
  }
}
