package io.moraine.driver.jdbc;

import static io.moraine.driver.jdbc.OwnLake.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SavepointTest {
  private static final String OPTIONS =
      "SELECT key FROM ducklake_metadata WHERE key LIKE 'my_%' ORDER BY 1";

  @RegisterExtension final OwnLake lake = new OwnLake();

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = lake.connect();
    connection.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void stage(String key) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "INSERT INTO ducklake_metadata (key, value) VALUES ('" + key + "', 'x')");
    }
  }

  @Test
  void rollingBackToASavepointForgetsWhatCameAfter() throws SQLException {
    stage("my_a");
    Savepoint savepoint = connection.setSavepoint("after a");
    stage("my_b");
    assertThat(column(connection, OPTIONS)).containsExactly("my_a", "my_b");
    connection.rollback(savepoint);
    assertThat(column(connection, OPTIONS)).containsExactly("my_a");
    stage("my_c");
    connection.rollback(savepoint);
    stage("my_d");
    connection.commit();
    assertThat(lake.seenByOthers(OPTIONS)).containsExactly("my_a", "my_d");
  }

  @Test
  void aSavepointMayComeBeforeAnyStatement() throws SQLException {
    Savepoint start = connection.setSavepoint();
    stage("my_a");
    connection.rollback(start);
    assertThat(column(connection, OPTIONS)).isEmpty();
    connection.commit();
    assertThat(lake.commits()).isZero();
  }

  @Test
  void aReleasedSavepointIsGoneWithThoseAfterIt() throws SQLException {
    stage("my_a");
    Savepoint first = connection.setSavepoint();
    Savepoint second = connection.setSavepoint();
    stage("my_b");
    connection.releaseSavepoint(first);
    for (Savepoint each : new Savepoint[] {first, second}) {
      assertThatThrownBy(() -> connection.rollback(each))
          .hasFieldOrPropertyWithValue("SQLState", "3B001");
      assertThatThrownBy(() -> connection.releaseSavepoint(each))
          .hasFieldOrPropertyWithValue("SQLState", "3B001");
    }
    assertThat(column(connection, OPTIONS)).containsExactly("my_a", "my_b");
  }

  @Test
  void savepointsEndWithTheirTransaction() throws SQLException {
    Savepoint savepoint = connection.setSavepoint();
    stage("my_a");
    connection.commit();
    assertThatThrownBy(() -> connection.rollback(savepoint))
        .hasFieldOrPropertyWithValue("SQLState", "3B001");
  }

  @Test
  void aSavepointIsOfOneConnection() throws SQLException {
    try (Connection other = lake.connect()) {
      other.setAutoCommit(false);
      Savepoint foreign = other.setSavepoint();
      assertThatThrownBy(() -> connection.rollback(foreign))
          .hasFieldOrPropertyWithValue("SQLState", "3B001");
    }
    assertThatThrownBy(() -> connection.releaseSavepoint(null))
        .hasFieldOrPropertyWithValue("SQLState", "3B001");
  }

  @Test
  void aSavepointHasAnIdOrAName() throws SQLException {
    Savepoint unnamed = connection.setSavepoint();
    Savepoint next = connection.setSavepoint();
    assertThat(next.getSavepointId()).isNotEqualTo(unnamed.getSavepointId());
    assertThatThrownBy(unnamed::getSavepointName).isInstanceOf(SQLException.class);
    Savepoint named = connection.setSavepoint("x");
    assertThat(named.getSavepointName()).isEqualTo("x");
    assertThatThrownBy(named::getSavepointId).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> connection.setSavepoint(null)).isInstanceOf(SQLException.class);
  }

  @Test
  void savepointsNeedATransaction() throws SQLException {
    Savepoint savepoint = connection.setSavepoint();
    connection.setAutoCommit(true);
    assertThatThrownBy(connection::setSavepoint).hasFieldOrPropertyWithValue("SQLState", "25000");
    assertThatThrownBy(() -> connection.rollback(savepoint))
        .hasFieldOrPropertyWithValue("SQLState", "25000");
    assertThatThrownBy(() -> connection.releaseSavepoint(savepoint))
        .hasFieldOrPropertyWithValue("SQLState", "25000");
  }
}
