package io.moraine.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Collections;
import java.util.List;

/** Who answers the queries. */
public enum Engine {
  /** Our driver over the store itself. */
  MORAINE("") {
    @Override
    Connection open(Path store) throws SQLException {
      return DriverManager.getConnection("jdbc:moraine:" + store);
    }
  },
  /** SQLite in memory. */
  SQLITE("jdbc:sqlite::memory:"),
  /** DuckDB in memory. */
  DUCKDB("jdbc:duckdb:");

  /** What a person would index for the queries of the benchmarks. */
  private static final List<String> INDEXES =
      List.of(
          "CREATE UNIQUE INDEX snapshot_id ON ducklake_snapshot (snapshot_id)",
          "CREATE INDEX table_id ON ducklake_table (table_id)",
          "CREATE INDEX data_file_key ON ducklake_data_file (table_id, data_file_id)",
          "CREATE INDEX delete_file_key ON ducklake_delete_file (table_id, data_file_id)");

  private static final List<String> TABLES =
      List.of("ducklake_snapshot", "ducklake_table", "ducklake_data_file", "ducklake_delete_file");

  private final String url;

  Engine(String url) {
    this.url = url;
  }

  /** A connection in a transaction, with the lake's tables in it. */
  Connection open(Path store) throws SQLException, IOException {
    Connection target = DriverManager.getConnection(url);
    try (Connection source = MORAINE.open(store)) {
      target.setAutoCommit(false);
      for (String table : TABLES) {
        copy(source, target, table);
      }
      try (Statement statement = target.createStatement()) {
        for (String index : INDEXES) {
          statement.execute(index);
        }
        statement.execute("ANALYZE");
      }
      target.commit();
    }
    return target;
  }

  private static void copy(Connection source, Connection target, String table) throws SQLException {
    try (Statement read = source.createStatement();
        ResultSet rows = read.executeQuery("SELECT * FROM " + table);
        Statement create = target.createStatement()) {
      ResultSetMetaData columns = rows.getMetaData();
      create.execute("CREATE TABLE " + table + " (" + columnList(columns) + ")");
      String places = String.join(", ", Collections.nCopies(columns.getColumnCount(), "?"));
      try (PreparedStatement insert =
          target.prepareStatement("INSERT INTO " + table + " VALUES (" + places + ")")) {
        int pending = 0;
        while (rows.next()) {
          for (int i = 1; i <= columns.getColumnCount(); i++) {
            insert.setObject(i, plain(rows, i, columns.getColumnType(i)));
          }
          insert.addBatch();
          if (++pending % 1_000 == 0) {
            insert.executeBatch();
          }
        }
        insert.executeBatch();
      }
    }
  }

  private static Object plain(ResultSet rows, int index, int type) throws SQLException {
    return type == Types.BIGINT || type == Types.BOOLEAN
        ? rows.getObject(index)
        : rows.getString(index);
  }

  private static String columnList(ResultSetMetaData columns) throws SQLException {
    StringBuilder list = new StringBuilder();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      String type =
          switch (columns.getColumnType(i)) {
            case Types.BIGINT -> "BIGINT";
            case Types.BOOLEAN -> "BOOLEAN";
            default -> "VARCHAR";
          };
      list.append(i == 1 ? "" : ", ").append(columns.getColumnName(i)).append(' ').append(type);
    }
    return list.toString();
  }
}
