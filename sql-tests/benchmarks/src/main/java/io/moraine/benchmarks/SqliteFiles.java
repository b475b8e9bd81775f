package io.moraine.benchmarks;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows that {@link GroupRate} commits, in SQLite: with a log of its own, each commit forced to
 * the disk, and a connection a committer.
 */
final class SqliteFiles implements AutoCloseable {
  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE ducklake_snapshot (snapshot_id INTEGER PRIMARY KEY, snapshot_time BIGINT,"
              + " schema_version BIGINT, next_catalog_id BIGINT, next_file_id BIGINT)",
          "CREATE TABLE ducklake_snapshot_changes (snapshot_id INTEGER PRIMARY KEY, changes_made"
              + " VARCHAR, author VARCHAR, commit_message VARCHAR, commit_extra_info VARCHAR)",
          "CREATE TABLE ducklake_data_file (data_file_id INTEGER PRIMARY KEY, table_id BIGINT,"
              + " begin_snapshot BIGINT, path VARCHAR, record_count BIGINT, file_size_bytes"
              + " BIGINT, footer_size BIGINT, row_id_start BIGINT)",
          "CREATE TABLE ducklake_file_column_stats (data_file_id BIGINT, table_id BIGINT,"
              + " column_id BIGINT, column_size_bytes BIGINT, value_count BIGINT, null_count"
              + " BIGINT, min_value VARCHAR, max_value VARCHAR)",
          "CREATE TABLE ducklake_table_stats (table_id INTEGER PRIMARY KEY, record_count BIGINT,"
              + " next_row_id BIGINT, file_size_bytes BIGINT)",
          "CREATE TABLE ducklake_table_column_stats (table_id BIGINT, column_id BIGINT,"
              + " contains_null BOOLEAN, min_value VARCHAR, max_value VARCHAR, PRIMARY KEY"
              + " (table_id, column_id))");

  private final Path file;
  private final List<Connection> connections = new ArrayList<>();

  SqliteFiles(Path file, int committers) throws SQLException {
    this.file = file;
    Connection first = connect();
    try (Statement statement = first.createStatement()) {
      for (String table : TABLES) {
        statement.execute(table);
      }
      statement.execute("INSERT INTO ducklake_snapshot VALUES (0, 0, 1, 2, 0)");
      for (int i = 0; i < committers; i++) {
        statement.execute("INSERT INTO ducklake_table_stats VALUES (" + i + ", 0, 0, 0)");
        for (int column = 1; column <= 3; column++) {
          statement.execute(
              "INSERT INTO ducklake_table_column_stats VALUES ("
                  + i
                  + ", "
                  + column
                  + ", FALSE, NULL, NULL)");
        }
      }
    }
  }

  private Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    connections.add(connection);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("PRAGMA busy_timeout=60000");
    }
    return connection;
  }

  /** Commits files of one table. */
  GroupRate.Committer committer(int table) throws SQLException {
    Files files = new Files(connect(), table);
    return number -> files.commit();
  }

  /** The statements of one commit. */
  private static final class Files {
    private final PreparedStatement begin;
    private final PreparedStatement head;
    private final PreparedStatement commit;
    private final List<PreparedStatement> statements = new ArrayList<>();
    private final int table;

    Files(Connection connection, int table) throws SQLException {
      this.table = table;
      this.begin = connection.prepareStatement("BEGIN IMMEDIATE");
      this.commit = connection.prepareStatement("COMMIT");
      this.head =
          connection.prepareStatement(
              "SELECT snapshot_id FROM ducklake_snapshot ORDER BY snapshot_id DESC LIMIT 1");
      for (String each :
          List.of(
              "INSERT INTO ducklake_snapshot VALUES (?1, 0, 1, ?2, ?1)",
              "INSERT INTO ducklake_snapshot_changes VALUES (?1, 'inserted_into_table:' || ?2,"
                  + " NULL, NULL, NULL)",
              "INSERT INTO ducklake_data_file VALUES (?1, ?2, ?1, 'data-' || ?1 || '.parquet', 10,"
                  + " 1010, 321, (SELECT next_row_id FROM ducklake_table_stats WHERE table_id ="
                  + " ?2))",
              "INSERT INTO ducklake_file_column_stats VALUES (?1, ?2, 1, 80, 10, 0, '1', '10'),"
                  + " (?1, ?2, 2, 120, 9, 1, 'anna', 'zoe'), (?1, ?2, 3, 80, 10, 0, '100', '990')",
              "UPDATE ducklake_table_stats SET record_count = record_count + 10, next_row_id ="
                  + " next_row_id + 10, file_size_bytes = file_size_bytes + 1010 WHERE table_id ="
                  + " ?2",
              "UPDATE ducklake_table_column_stats SET min_value = '1', max_value = '990' WHERE"
                  + " table_id = ?2")) {
        statements.add(connection.prepareStatement(each));
      }
    }

    void commit() throws SQLException {
      begin.execute();
      long snapshot;
      try (var newest = head.executeQuery()) {
        newest.next();
        snapshot = newest.getLong(1) + 1;
      }
      for (PreparedStatement each : statements) {
        each.setLong(1, snapshot);
        each.setLong(2, table);
        each.executeUpdate();
      }
      commit.execute();
    }
  }

  @Override
  public void close() throws SQLException {
    for (Connection each : connections) {
      each.close();
    }
  }
}
