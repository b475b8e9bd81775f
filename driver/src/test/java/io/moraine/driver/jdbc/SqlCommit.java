package io.moraine.driver.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Statements that make a snapshot as DuckLake makes one: here by creating schemas. */
final class SqlCommit {
  private SqlCommit() {}

  /** The statements that create a schema on what {@code connection} sees now. */
  static String[] createSchema(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet head =
            statement.executeQuery(
                "SELECT snapshot_id, schema_version, next_catalog_id, next_file_id"
                    + " FROM ducklake_snapshot ORDER BY snapshot_id DESC LIMIT 1")) {
      head.next();
      long snapshot = head.getLong(1) + 1;
      long schema = head.getLong(3);
      return new String[] {
        "INSERT INTO ducklake_schema VALUES ("
            + schema
            + ", UUID(), "
            + snapshot
            + ", NULL, '"
            + name
            + "', '"
            + name
            + "/', true)",
        "INSERT INTO ducklake_snapshot VALUES ("
            + snapshot
            + ", NOW(), "
            + (head.getLong(2) + 1)
            + ", "
            + (schema + 1)
            + ", "
            + head.getLong(4)
            + ")",
        "INSERT INTO ducklake_snapshot_changes VALUES ("
            + snapshot
            + ", 'created_schema:\""
            + name
            + "\"', NULL, NULL, NULL)"
      };
    }
  }

  /** Stages the creation of a schema. */
  static void stageSchema(Connection connection, String name) throws SQLException {
    String[] statements = createSchema(connection, name);
    try (Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.executeUpdate(each);
      }
    }
  }
}
