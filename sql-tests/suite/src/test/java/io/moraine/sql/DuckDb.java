package io.moraine.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** DuckDB holding the dumped metadata tables of a lake, under the name that DuckLake gives them. */
final class DuckDb {
  private static final ObjectMapper JSON = new ObjectMapper();

  private DuckDb() {}

  /** A fresh in-memory DuckDB with the 28 tables of a lake in {@code lakes.zip}. */
  static Connection holding(String lake) throws SQLException {
    Connection duck = DriverManager.getConnection("jdbc:duckdb:");
    execute(duck, "SET TimeZone = 'UTC'");
    execute(duck, "ATTACH ':memory:' AS \"__ducklake_metadata_lake\"");
    execute(duck, "USE \"__ducklake_metadata_lake\"");
    try (Stream<Path> dumps = Files.list(Lakes.folder(lake).resolve("tables"))) {
      for (Path dump : dumps.sorted().toList()) {
        String table = dump.getFileName().toString().replace(".jsonl", "");
        if (!table.matches("ducklake_inlined_(data|delete)_\\d.*")) {
          load(duck, table, Files.readAllLines(dump));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("reading the dumps of " + lake, e);
    }
    return duck;
  }

  private static void load(Connection duck, String table, List<String> lines)
      throws SQLException, IOException {
    JsonNode header = JSON.readTree(lines.get(0));
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < header.get("columns").size(); i++) {
      columns.add(
          '"'
              + header.get("columns").get(i).asText()
              + "\" "
              + header.get("types").get(i).asText());
    }
    execute(duck, "CREATE TABLE " + table + " (" + String.join(", ", columns) + ")");
    String places = String.join(", ", java.util.Collections.nCopies(columns.size(), "?"));
    try (PreparedStatement insert =
        duck.prepareStatement("INSERT INTO " + table + " VALUES (" + places + ")")) {
      for (String line : lines.subList(1, lines.size())) {
        int index = 1;
        for (JsonNode value : JSON.readTree(line)) {
          insert.setString(index++, value.isNull() ? null : value.asText());
        }
        insert.addBatch();
      }
      if (lines.size() > 1) {
        insert.executeBatch();
      }
    }
  }

  private static void execute(Connection duck, String sql) throws SQLException {
    try (java.sql.Statement statement = duck.createStatement()) {
      statement.execute(sql);
    }
  }
}
