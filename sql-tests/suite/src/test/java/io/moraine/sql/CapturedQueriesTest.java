package io.moraine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The queries that DuckLake really sends to its catalog database get the same rows from our driver
 * over a lake's store as from DuckDB over the same tables. Both run the captured text unchanged.
 */
class CapturedQueriesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @ValueSource(strings = {"lakes/shop", "lakes/many_files", "lakes/mapped", "lakes/maintained"})
  void everyQueryThatDuckDbAnswersGetsTheSameRows(String lake) throws Exception {
    List<String> differences = new ArrayList<>();
    int compared = 0;
    try (Connection duck = DuckDb.holding(lake);
        Connection moraine = DriverManager.getConnection(Lakes.url(lake))) {
      for (String sql : captured()) {
        Answer expected = Answer.of(duck, sql);
        if (expected.error() != null) {
          continue; // it names a table that this lake lacks, or reads files
        }
        compared++;
        Answer actual = Answer.of(moraine, sql);
        if (!expected.equals(actual)) {
          differences.add(sql + "\n  DuckDB:  " + expected + "\n  Moraine: " + actual);
        }
      }
    }
    assertThat(differences).as(differences.size() + " of " + compared + " differ").isEmpty();
    assertThat(compared).isGreaterThan(300);
  }

  private static Set<String> captured() throws IOException {
    Set<String> queries = new LinkedHashSet<>();
    for (String file : List.of("duckdb.selects.jsonl", "duckdb-maintained.selects.jsonl")) {
      for (String line :
          Files.readAllLines(Lakes.folder("ducklake").resolve("workload").resolve(file))) {
        queries.add(JSON.readTree(line).get("sql").asText());
      }
    }
    return queries;
  }

  /** Sorted rows, or the error. Nested values are compared without the quotes that vary. */
  record Answer(List<String> rows, @Nullable String error) {
    static Answer of(Connection connection, String sql) {
      List<String> rows = new ArrayList<>();
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery(sql)) {
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
          StringBuilder row = new StringBuilder();
          for (int i = 1; i <= columns; i++) {
            row.append(text(result, i)).append(" | ");
          }
          rows.add(row.toString());
        }
      } catch (SQLException e) {
        return new Answer(List.of(), e.getSQLState() + " " + e.getMessage());
      }
      rows.sort(null);
      return new Answer(rows, null);
    }

    private static String text(ResultSet result, int index) throws SQLException {
      if (result.getMetaData().getColumnType(index) == Types.TIMESTAMP_WITH_TIMEZONE) {
        OffsetDateTime time = result.getObject(index, OffsetDateTime.class);
        return time == null ? "NULL" : time.toInstant().toString();
      }
      String value = result.getString(index);
      return value == null ? "NULL" : value.replace("'", "");
    }
  }
}
