package io.moraine.model;

import java.util.List;

/**
 * A view to be created.
 *
 * @param name its name
 * @param dialect of its SQL, such as {@code duckdb}
 * @param sql its query
 * @param columnAliases names of its columns; empty for those of the query
 */
public record NewView(String name, String dialect, String sql, List<String> columnAliases) {
  public NewView {
    columnAliases = List.copyOf(columnAliases);
  }

  /** A view in DuckDB's SQL. */
  public static NewView of(String name, String sql) {
    return new NewView(name, "duckdb", sql, List.of());
  }
}
