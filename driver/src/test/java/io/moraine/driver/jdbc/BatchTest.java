package io.moraine.driver.jdbc;

import static io.moraine.driver.jdbc.OwnLake.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BatchTest {
  private static final String INSERT = "INSERT INTO ducklake_metadata (key, value) VALUES ";
  private static final String FAILS = "UPDATE ducklake_metadata SET value = CAST(1 / 0 AS VARCHAR)";
  private static final String OPTIONS =
      "SELECT key FROM ducklake_metadata WHERE key LIKE 'my_%' ORDER BY 1";

  @RegisterExtension final OwnLake lake = new OwnLake();

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = lake.connect();
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void aBatchWithAutocommitIsOneCommit() throws SQLException {
    for (String each : SqlCommit.createSchema(connection, "sales")) {
      statement.addBatch(each);
    }
    assertThat(statement.executeBatch()).containsExactly(1, 1, 1);
    assertThat(lake.commits()).isEqualTo(1);
    assertThat(lake.seenByOthers("SELECT schema_name FROM ducklake_schema ORDER BY 1"))
        .containsExactly("main", "sales");
    assertThat(statement.executeBatch()).isEmpty();
  }

  @Test
  void aPreparedBatchIsOneCommitToo() throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(INSERT + "(?, ?)")) {
      for (int i = 0; i < 500; i++) {
        prepared.setString(1, "my_" + i);
        prepared.setString(2, "value " + i);
        prepared.addBatch();
      }
      assertThat(prepared.executeLargeBatch()).hasSize(500).containsOnly(1L);
      assertThat(prepared.executeBatch()).isEmpty();
    }
    assertThat(lake.commits()).isEqualTo(1);
    assertThat(lake.seenByOthers(OPTIONS)).hasSize(500);
  }

  @Test
  void withAutocommitAFailedStatementUndoesTheBatch() throws SQLException {
    statement.addBatch(INSERT + "('my_a', '1')");
    statement.addBatch(FAILS);
    statement.addBatch(INSERT + "('my_b', '1')");
    assertThatThrownBy(statement::executeBatch)
        .isInstanceOfSatisfying(
            BatchUpdateException.class,
            e -> {
              assertThat(e.getSQLState()).isEqualTo("22012");
              assertThat(e.getUpdateCounts()).hasSize(3).containsOnly(Statement.EXECUTE_FAILED);
              assertThat(e.getMessage()).contains("statement 2 failed");
            });
    assertThat(lake.seenByOthers(OPTIONS)).isEmpty();
    assertThat(lake.commits()).isZero();
    assertThat(lake.openScopes()).isZero();
  }

  @Test
  void inATransactionWhatCameBeforeTheFailureStays() throws SQLException {
    connection.setAutoCommit(false);
    statement.addBatch(INSERT + "('my_a', '1')");
    statement.addBatch(INSERT + "('my_b', '1'), ('my_c', '1')");
    statement.addBatch(FAILS);
    statement.addBatch(INSERT + "('my_d', '1')");
    assertThatThrownBy(statement::executeBatch)
        .isInstanceOfSatisfying(
            BatchUpdateException.class,
            e -> assertThat(e.getLargeUpdateCounts()).containsExactly(1, 2));
    assertThat(column(connection, OPTIONS)).containsExactly("my_a", "my_b", "my_c");
    connection.commit();
    assertThat(lake.seenByOthers(OPTIONS)).hasSize(3);
  }

  @Test
  void aBatchIsPlannedBeforeAnythingRuns() throws SQLException {
    statement.addBatch(INSERT + "('my_a', '1')");
    statement.addBatch("INSERT INTO ducklake_nothing VALUES (1)");
    assertThatThrownBy(statement::executeBatch).hasFieldOrPropertyWithValue("SQLState", "42P01");
    statement.addBatch("SELECT 1");
    assertThatThrownBy(statement::executeBatch)
        .isInstanceOf(BatchUpdateException.class)
        .hasFieldOrPropertyWithValue("SQLState", "42000");
    assertThat(lake.seenByOthers(OPTIONS)).isEmpty();
  }

  @Test
  void aBatchThatLosesARaceSaysSoAsACommitDoes() throws SQLException {
    String[] stale = SqlCommit.createSchema(connection, "second");
    try (Connection other = lake.connect()) {
      other.setAutoCommit(false);
      SqlCommit.stageSchema(other, "first");
      other.commit();
    }
    for (String each : stale) {
      statement.addBatch(each);
    }
    assertThatThrownBy(statement::executeBatch)
        .isInstanceOf(SQLTransactionRollbackException.class)
        .hasFieldOrPropertyWithValue("SQLState", "40001");
  }

  @Test
  void clearedBatchesAreForgotten() throws SQLException {
    statement.addBatch(INSERT + "('my_a', '1')");
    statement.clearBatch();
    assertThat(statement.executeBatch()).isEmpty();
    try (PreparedStatement prepared = connection.prepareStatement(INSERT + "(?, 'x')")) {
      prepared.setString(1, "my_a");
      prepared.addBatch();
      prepared.clearBatch();
      assertThat(prepared.executeBatch()).isEmpty();
    }
    assertThat(lake.commits()).isZero();
  }
}
