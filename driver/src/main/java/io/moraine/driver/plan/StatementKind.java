package io.moraine.driver.plan;

/** What a planned statement does. All kinds give rows. */
public enum StatementKind {
  /** A query: SELECT, VALUES, WITH, TABLE. */
  QUERY,
  /** The plan of a query and possibly what it costs, as text, a line a row. */
  EXPLAIN,
  /** SHOW TABLES, SHOW SCHEMAS or DESCRIBE. */
  SHOW
}
