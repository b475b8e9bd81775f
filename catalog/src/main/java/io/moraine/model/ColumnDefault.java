package io.moraine.model;

/**
 * What a new row gets that gives no value for a column.
 *
 * @param text a literal of the column's type, or an expression in DuckDB's SQL
 * @param expression whether it is an expression
 */
public record ColumnDefault(String text, boolean expression) {
  /** An expression. */
  public static ColumnDefault expression(String sql) {
    return new ColumnDefault(sql, true);
  }

  /** A literal. */
  public static ColumnDefault literal(String text) {
    return new ColumnDefault(text, false);
  }
}
