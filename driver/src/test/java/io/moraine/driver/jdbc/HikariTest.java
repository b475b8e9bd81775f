package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The driver under the connection pool that most applications use. */
class HikariTest {
  @RegisterExtension static final Lake LAKE = Lake.of("moraine/shop");

  private static void withPool(Consumer<HikariConfig> settings, Use use) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(LAKE.url());
    config.setMaximumPoolSize(1); // else it opens another one when it likes
    settings.accept(config);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      for (int i = 0; i < 3; i++) {
        try (Connection connection = pool.getConnection()) {
          assertThat(Lake.query(connection, "SELECT count(*) FROM ducklake_snapshot"))
              .containsExactly(List.of("8"));
          use.with(connection);
        }
        assertThat(LAKE.openScopes()).isZero();
      }
    }
  }

  @FunctionalInterface
  private interface Use {
    void with(Connection connection) throws SQLException;
  }

  @Test
  void defaultsWork() throws SQLException {
    withPool(config -> {}, connection -> assertThat(connection.getAutoCommit()).isTrue());
  }

  @Test
  void aPoolWithoutAutocommitRollsBackOnReturn() throws SQLException {
    withPool(
        config -> config.setAutoCommit(false),
        connection -> {
          assertThat(connection.getAutoCommit()).isFalse();
          assertThat(LAKE.openScopes()).isEqualTo(1);
        });
  }

  @Test
  void aReadOnlyPoolWorks() throws SQLException {
    withPool(
        config -> config.setReadOnly(true),
        connection -> assertThat(connection.isReadOnly()).isTrue());
  }

  @Test
  void isolationAndSchemaCanBeSet() throws SQLException {
    withPool(
        config -> {
          config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
          config.setSchema("metadata");
          config.setConnectionTestQuery("SELECT 1");
          config.setConnectionInitSql("SELECT 1");
        },
        connection -> {
          assertThat(connection.getTransactionIsolation())
              .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
          assertThat(connection.getSchema()).isEqualTo("metadata");
        });
  }

  @Test
  void aPoolMayTakeTheDataSource() throws SQLException {
    withPool(
        config -> {
          config.setJdbcUrl(null);
          config.setDataSourceClassName(MoraineDataSource.class.getName());
          config.addDataSourceProperty("location", LAKE.path().toString());
        },
        connection -> assertThat(connection.isValid(0)).isTrue());
  }
}
