package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.moraine.testing.s3.Identity;
import io.moraine.testing.s3.LoggedRequest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connections to a lake in S3. */
class S3ConnectionTest {
  private static final String NEWEST = "SELECT max(snapshot_id) FROM ducklake_snapshot";

  @RegisterExtension final S3Lake lake = S3Lake.of("moraine/stages/stage1");

  @RegisterExtension final Lake local = Lake.of("moraine/stages/stage1");

  @Test
  void aLakeLooksAsInAFolder() throws SQLException {
    try (Connection remote = lake.connect();
        Connection folder = local.connect()) {
      for (String table : tables(folder)) {
        String sql = "SELECT * FROM " + table;
        assertThat(Lake.query(remote, sql)).as(table).isEqualTo(Lake.query(folder, sql));
      }
      assertThat(tables(remote)).hasSize(28).isEqualTo(tables(folder));
    }
  }

  @Test
  void aTransactionKeepsItsRevisionWhileTheLakeGrows() throws SQLException {
    try (Connection old = lake.connect("?freshness=0s");
        Connection automatic = lake.connect("?freshness=0s")) {
      old.setAutoCommit(false);
      assertThat(Lake.query(old, NEWEST)).containsExactly(List.of("7"));
      lake.addObjectsOf("moraine/stages/stage2");
      assertThat(Lake.query(old, NEWEST)).containsExactly(List.of("7"));
      assertThat(Lake.query(automatic, NEWEST)).containsExactly(List.of("11"));
      old.commit();
      assertThat(Lake.query(old, NEWEST)).containsExactly(List.of("11"));
      old.rollback();
    }
  }

  @Test
  void withinItsFreshnessAConnectionAsksNothing() throws SQLException {
    try (Connection connection = lake.connect("?freshness=1h")) {
      List<List<@Nullable String>> before = Lake.query(connection, NEWEST);
      lake.server().resetLog();
      assertThat(Lake.query(connection, NEWEST)).isEqualTo(before);
      assertThat(connection.isValid(0)).isTrue();
      assertThat(lake.server().log()).isEmpty();
    }
  }

  @Test
  void explainAnalyzeCountsWhatTheServerSees() throws SQLException {
    try (Connection connection = lake.connect("?freshness=0s")) {
      lake.addObjectsOf("moraine/stages/stage2");
      lake.server().resetLog();
      List<String> lines =
          Lake.query(connection, "EXPLAIN ANALYZE SELECT * FROM ducklake_data_file").stream()
              .map(row -> String.valueOf(row.get(0)))
              .toList();
      List<LoggedRequest> requests = lake.server().log();
      long bytes =
          requests.stream()
              .filter(each -> each.status() / 100 == 2 && !each.key().isEmpty())
              .mapToLong(LoggedRequest::bytes)
              .sum();
      assertThat(requests).hasSizeGreaterThan(2);
      assertThat(lines)
          .contains("Requests: " + requests.size(), "Bytes fetched: " + bytes)
          .anyMatch(line -> line.matches("Sequential round trips: \\d+"));
    }
  }

  @Test
  void theUrlShownHoldsNoProperties() throws SQLException {
    try (Connection connection = lake.connect()) {
      assertThat(connection.getMetaData().getURL()).isEqualTo(lake.url());
      assertThat(connection.isReadOnly()).isTrue();
      assertThat(connection.getMetaData().isReadOnly()).isTrue();
    }
  }

  @Test
  void aPoolTakesTheUrlAndItsProperties() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(lake.url());
    config.setDataSourceProperties(lake.properties());
    config.setMaximumPoolSize(1); // else it opens another one when it likes
    try (HikariDataSource pool = new HikariDataSource(config)) {
      for (int i = 0; i < 3; i++) {
        try (Connection connection = pool.getConnection()) {
          assertThat(Lake.query(connection, NEWEST)).containsExactly(List.of("7"));
        }
      }
    }
    assertThat(lake.figures().scopes()).isEmpty();
  }

  @Test
  void whoMayNotReadIsTold() {
    Identity stranger = Identity.of("AKIDOFASTRANGER", "secret-of-the-stranger", "s3:GetObject");
    lake.server().addIdentity(stranger);
    Properties properties = new Properties();
    properties.putAll(lake.settings(stranger));
    assertThatThrownBy(() -> DriverManager.getConnection(lake.url(), properties))
        .hasFieldOrPropertyWithValue("SQLState", "28000")
        .hasMessageContaining("s3:GetObject");
  }

  @Test
  void aBucketThatIsNotThereIsTold() {
    assertThatThrownBy(
            () -> DriverManager.getConnection("jdbc:moraine:s3://nowhere/x", lake.properties()))
        .hasFieldOrPropertyWithValue("SQLState", "08004")
        .hasMessageContaining("nowhere");
  }

  @Test
  void aWrongClockIsTold() {
    lake.server().clockAhead(Duration.ofHours(2));
    assertThatThrownBy(
            () -> DriverManager.getConnection("jdbc:moraine:s3://lakes/east", lake.properties()))
        .hasFieldOrPropertyWithValue("SQLState", "08004")
        .hasMessageContaining("clock");
  }

  @Test
  void aPlaceWithoutALakeIsTold() {
    assertThatThrownBy(
            () -> DriverManager.getConnection("jdbc:moraine:s3://lakes/east", lake.properties()))
        .hasFieldOrPropertyWithValue("SQLState", "3D000")
        .hasMessageContaining("s3://lakes/east");
  }

  private static List<String> tables(Connection connection) throws SQLException {
    try (var tables =
        connection.getMetaData().getTables(null, "metadata", "%", new String[] {"TABLE"})) {
      return Lake.read(tables).stream().map(row -> String.valueOf(row.get(2))).toList();
    }
  }
}
