package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code EXPLAIN ANALYZE} shows, on a lake that nobody else has open. */
class ExplainAnalyzeTest {
  private static final String FILE =
      "SELECT path FROM ducklake_data_file WHERE table_id = 2 AND data_file_id = 1";

  @RegisterExtension final Lake lake = Lake.of("moraine/shop");

  @Test
  void thePlanIsFollowedByTheCost() throws SQLException {
    try (Connection connection = lake.connect()) {
      List<String> plan = lines(Lake.query(connection, "EXPLAIN " + FILE));
      List<String> analyzed = lines(Lake.query(connection, "EXPLAIN ANALYZE " + FILE));
      assertThat(analyzed).startsWith(plan.toArray(String[]::new));
      assertThat(analyzed.subList(plan.size(), analyzed.size()))
          .extracting(line -> line.replaceFirst(":.*", ""))
          .containsExactly(
              "Rows",
              "Records decoded",
              "Blocks fetched",
              "Bytes fetched",
              "Requests",
              "Sequential round trips",
              "Execution time");
      assertThat(analyzed.get(analyzed.size() - 1)).matches("Execution time: \\d+\\.\\d{3} ms");
    }
  }

  @Test
  void openingTheRevisionIsPartOfTheCost() throws SQLException {
    try (Connection connection = lake.connect()) {
      Map<String, String> cold = cost(connection, FILE);
      assertThat(number(cold, "Requests")).isPositive();
      assertThat(number(cold, "Sequential round trips"))
          .isPositive()
          .isLessThanOrEqualTo(number(cold, "Requests"));
      assertThat(number(cold, "Bytes fetched")).isPositive();
      assertThat(cold).containsEntry("Rows", "1");
    }
  }

  @Test
  void aWarmPointReadInATransactionAsksNothing() throws SQLException {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      cost(connection, FILE);
      assertThat(cost(connection, FILE))
          .containsEntry("Rows", "1")
          .containsEntry("Records decoded", "1")
          .containsEntry("Blocks fetched", "0")
          .containsEntry("Bytes fetched", "0")
          .containsEntry("Requests", "0")
          .containsEntry("Sequential round trips", "0");
    }
  }

  @Test
  void itTakesParameters() throws SQLException {
    try (Connection connection = lake.connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "EXPLAIN ANALYZE SELECT * FROM ducklake_snapshot WHERE snapshot_id <= ?")) {
      assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(1);
      statement.setLong(1, 2);
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(costs(lines(Lake.read(rows)))).containsEntry("Rows", "3");
      }
    }
  }

  @Test
  void aQueryThatFailsFails() throws SQLException {
    try (Connection connection = lake.connect()) {
      assertThatThrownBy(
              () ->
                  cost(connection, "SELECT 1 / (snapshot_id - snapshot_id) FROM ducklake_snapshot"))
          .hasFieldOrPropertyWithValue("SQLState", "22012");
      assertThat(lake.openScopes()).isZero();
    }
  }

  private static Map<String, String> cost(Connection connection, String sql) throws SQLException {
    return costs(lines(Lake.query(connection, "EXPLAIN ANALYZE " + sql)));
  }

  private static Map<String, String> costs(List<String> lines) {
    Map<String, String> costs = new LinkedHashMap<>();
    for (String line : lines) {
      String[] parts = line.split(": ", 2);
      if (parts.length == 2) {
        costs.put(parts[0], parts[1]);
      }
    }
    return costs;
  }

  private static long number(Map<String, String> costs, String name) {
    return Long.parseLong(costs.getOrDefault(name, "-1"));
  }

  private static List<String> lines(List<List<@Nullable String>> rows) {
    return rows.stream().map(row -> String.valueOf(row.get(0))).toList();
  }
}
