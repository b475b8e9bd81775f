package io.moraine.driver.metadata;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a method of {@code DatabaseMetaData} answers.
 *
 * @param columns the columns as JDBC names them
 * @param rows one value a column: {@code Long} for numbers of any size, {@code String}, {@code
 *     Boolean} or null
 */
public record Answer(List<Column> columns, List<@Nullable Object[]> rows) {
  public Answer {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /**
   * A column of an answer.
   *
   * @param name its name
   * @param type its type
   */
  public record Column(String name, JdbcType type) {}

  /** An answer without rows. */
  Answer(Builder columns) {
    this(columns.columns, columns.rows);
  }

  /** Columns of answers, then rows. */
  static final class Builder {
    private final List<Column> columns = new ArrayList<>();
    private final List<@Nullable Object[]> rows = new ArrayList<>();

    Builder text(String... names) {
      return add(JdbcType.VARCHAR, names);
    }

    Builder shorts(String... names) {
      return add(JdbcType.SMALLINT, names);
    }

    Builder ints(String... names) {
      return add(JdbcType.INTEGER, names);
    }

    Builder longs(String... names) {
      return add(JdbcType.BIGINT, names);
    }

    Builder booleans(String... names) {
      return add(JdbcType.BOOLEAN, names);
    }

    /** Adds a row; {@code int} values may come as {@code Integer}. */
    Builder row(@Nullable Object... values) {
      if (values.length != columns.size()) {
        throw new IllegalArgumentException(
            values.length + " values for " + columns.size() + " columns");
      }
      @Nullable Object[] row = values.clone();
      for (int i = 0; i < row.length; i++) {
        if (row[i] instanceof Integer number) {
          row[i] = number.longValue();
        }
      }
      rows.add(row);
      return this;
    }

    Answer answer() {
      return new Answer(columns, rows);
    }

    private Builder add(JdbcType type, String... names) {
      for (String name : names) {
        columns.add(new Column(name, type));
      }
      return this;
    }
  }
}
