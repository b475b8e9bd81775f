package io.moraine.driver.plan;

/** What a planned statement does. */
public enum StatementKind {
  /** A query: SELECT, VALUES, WITH, TABLE. */
  QUERY,
  /** The plan of a statement and possibly what it costs, as text, a line a row. */
  EXPLAIN,
  /** SHOW TABLES, SHOW SCHEMAS or DESCRIBE. */
  SHOW,
  /** INSERT into a metadata table. */
  INSERT,
  /** UPDATE of a metadata table. */
  UPDATE,
  /** DELETE from a metadata table. */
  DELETE;

  /** Whether it changes rows and gives a count instead of rows. */
  public boolean isWrite() {
    return switch (this) {
      case INSERT, UPDATE, DELETE -> true;
      case QUERY, EXPLAIN, SHOW -> false;
    };
  }
}
