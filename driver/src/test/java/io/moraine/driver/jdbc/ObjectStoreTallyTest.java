package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code system.object_store_tally} shows, on a lake that nobody else has open. */
class ObjectStoreTallyTest {
  private static final String REQUESTS =
      "SELECT objects, requests FROM system.object_store_tally WHERE since = '%s'";

  @RegisterExtension final Lake lake = Lake.of("moraine/shop");

  @Test
  void requestsAreTalliedByKindOfObject() throws SQLException {
    try (Connection connection = lake.connect()) {
      List<List<@Nullable String>> rows =
          Lake.query(
              connection,
              "SELECT since, objects, requests = reads + listings + writes + deletions, requests >"
                  + " 0, latency_ms > 0, bytes > 0, errors, retries, hedges FROM"
                  + " system.object_store_tally");
      assertThat(rows)
          .hasSize(8)
          .contains(
              row("start", "manifest", "true", "true", "true", "true", "0", "0", "0"),
              row("start", "wal", "true", "true", "true", "false", "0", "0", "0"),
              row("start", "table", "true", "true", "true", "true", "0", "0", "0"))
          .extracting(each -> each.subList(0, 2))
          .containsExactly(
              row("start", "manifest"),
              row("start", "wal"),
              row("start", "table"),
              row("start", "other"),
              row("last read", "manifest"),
              row("last read", "wal"),
              row("last read", "table"),
              row("last read", "other"));
    }
  }

  @Test
  void whatIsNewSinceTheLastReadIsOfTheConnection() throws SQLException {
    try (Connection connection = lake.connect();
        Connection other = lake.connect()) {
      List<List<@Nullable String>> before = Lake.query(connection, query("start"));
      assertThat(Lake.query(other, query("last read"))).isEqualTo(before);
      assertThat(Lake.query(connection, query("last read")))
          .allSatisfy(row -> assertThat(row.get(1)).isEqualTo("0"));
      assertThat(Lake.query(other, "SELECT count(*) FROM ducklake_snapshot")).hasSize(1);
      assertThat(Lake.query(connection, query("last read")))
          .filteredOn(row -> "manifest".equals(row.get(0)))
          .allSatisfy(row -> assertThat(Long.parseLong(row.get(1))).isPositive());
    }
  }

  @Test
  void oneStatementReadsItOnce() throws SQLException {
    try (Connection connection = lake.connect()) {
      assertThat(
              Lake.query(
                  connection,
                  "SELECT count(*) FROM system.object_store_tally a JOIN system.object_store_tally"
                      + " b USING (objects, since) WHERE a.requests = b.requests"))
          .containsExactly(row("8"));
    }
  }

  private static String query(String since) {
    return REQUESTS.formatted(since);
  }

  private static List<@Nullable String> row(String... values) {
    return List.of(values);
  }
}
