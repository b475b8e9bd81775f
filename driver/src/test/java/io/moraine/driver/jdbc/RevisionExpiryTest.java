package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Objects of a pinned revision vanish, as they do when the store is compacted and cleaned. */
class RevisionExpiryTest {
  private static final String FILES = "SELECT count(path) FROM ducklake_data_file";

  @RegisterExtension final Lake lake = Lake.of("moraine/large");

  private void removeTables() throws Exception {
    try (var files = Files.walk(lake.path().resolve("compacted"))) {
      for (Path each : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Files.delete(each);
      }
    }
  }

  @Test
  void aTransactionWhoseObjectsVanishedIsRolledBack() throws Exception {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      assertThat(Lake.query(connection, "SELECT 1")).hasSize(1);
      removeTables();
      long opened = lake.figures().scopesOpened();
      assertThatThrownBy(() -> Lake.query(connection, FILES))
          .isInstanceOf(SQLTransactionRollbackException.class)
          .hasFieldOrPropertyWithValue("SQLState", "40000");
      assertThat(lake.figures().scopesOpened()).isEqualTo(opened);
      connection.rollback();
    }
  }

  @Test
  void aStatementWithoutRowsYetStartsOnceMoreAndOnlyOnce() throws Exception {
    try (Connection connection = lake.connect("?freshness=1h")) {
      removeTables();
      long opened = lake.figures().scopesOpened();
      assertThatThrownBy(() -> Lake.query(connection, FILES))
          .hasFieldOrPropertyWithValue("SQLState", "40000");
      assertThat(lake.figures().scopesOpened()).isEqualTo(opened + 2);
    }
  }

  @Test
  void aStatementThatGaveARowFails() throws Exception {
    try (Connection connection = lake.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT path FROM ducklake_data_file")) {
      assertThat(rows.next()).isTrue();
      removeTables();
      long opened = lake.figures().scopesOpened();
      assertThatThrownBy(
              () -> {
                while (rows.next()) {
                  assertThat(rows.getString(1)).isNotNull();
                }
              })
          .hasFieldOrPropertyWithValue("SQLState", "40000");
      assertThat(lake.figures().scopesOpened()).isEqualTo(opened);
    }
  }
}
