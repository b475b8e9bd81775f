package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StatementTest {
  /** A query that takes far longer than any test. */
  static final String ENDLESS =
      "SELECT count(*) FROM ducklake_snapshot a, ducklake_snapshot b, ducklake_snapshot c,"
          + " ducklake_snapshot d, ducklake_snapshot e, ducklake_snapshot f, ducklake_snapshot g,"
          + " ducklake_snapshot h, ducklake_snapshot i, ducklake_snapshot j, ducklake_snapshot k"
          + " WHERE a.snapshot_id + b.snapshot_id + c.snapshot_id + d.snapshot_id + e.snapshot_id"
          + " + f.snapshot_id + g.snapshot_id + h.snapshot_id + i.snapshot_id + j.snapshot_id"
          + " + k.snapshot_id = -1";

  @RegisterExtension static final Lake LAKE = Lake.of("moraine/shop");

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = LAKE.connect("?access=read_only");
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void aQueryGivesRows() throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT table_name FROM ducklake_table");
    assertThat(Lake.read(rows)).containsExactly(List.of("orders"));
    assertThat(rows.getStatement()).isSameAs(statement);
    assertThat(statement.getConnection()).isSameAs(connection);
  }

  @Test
  void executeGivesItsResultAfterwards() throws SQLException {
    assertThat(statement.execute("SELECT 1")).isTrue();
    ResultSet rows = statement.getResultSet();
    assertThat(rows.next()).isTrue();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(rows.isClosed()).isTrue();
    assertThat(statement.getResultSet()).isNull();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
  }

  @Test
  void theNextExecutionClosesTheResult() throws SQLException {
    ResultSet first = statement.executeQuery("SELECT * FROM ducklake_snapshot");
    ResultSet second = statement.executeQuery("SELECT * FROM ducklake_snapshot");
    assertThat(first.isClosed()).isTrue();
    assertThat(second.isClosed()).isFalse();
  }

  @Test
  void updatesOfAReadOnlyConnectionAreRefused() {
    assertThatThrownBy(() -> statement.executeUpdate("SELECT 1"))
        .hasFieldOrPropertyWithValue("SQLState", "42000")
        .hasMessageContaining("executeQuery");
    for (String sql :
        List.of(
            "INSERT INTO ducklake_table SELECT * FROM ducklake_table",
            "UPDATE ducklake_table SET table_name = 'x'",
            "DELETE FROM ducklake_table")) {
      assertThatThrownBy(() -> statement.executeUpdate(sql))
          .as(sql)
          .hasFieldOrPropertyWithValue("SQLState", "25006");
      assertThatThrownBy(() -> statement.execute(sql))
          .as(sql)
          .hasFieldOrPropertyWithValue("SQLState", "25006");
    }
  }

  @Test
  void batchesOfAReadOnlyConnectionAreRefusedAsAWhole() throws SQLException {
    assertThat(statement.executeBatch()).isEmpty();
    statement.addBatch("DELETE FROM ducklake_table");
    statement.addBatch("DELETE FROM ducklake_view");
    assertThatThrownBy(statement::executeBatch).hasFieldOrPropertyWithValue("SQLState", "25006");
    assertThat(statement.executeBatch()).isEmpty();
    statement.addBatch("SELECT 1");
    statement.clearBatch();
    assertThat(statement.executeBatch()).isEmpty();
  }

  @Test
  void generatedKeysAreAlwaysEmpty() throws SQLException {
    assertThat(statement.execute("SELECT 1", Statement.RETURN_GENERATED_KEYS)).isTrue();
    assertThat(statement.getGeneratedKeys().next()).isFalse();
    assertThat(statement.execute("SELECT 1", new int[] {1})).isTrue();
    assertThat(statement.execute("SELECT 1", new String[] {"a"})).isTrue();
    assertThatThrownBy(() -> statement.execute("SELECT 1", 9))
        .hasFieldOrPropertyWithValue("SQLState", "22023");
  }

  @Test
  void maxRowsLimitsTheResult() throws SQLException {
    statement.setMaxRows(3);
    assertThat(Lake.read(statement.executeQuery("SELECT * FROM ducklake_snapshot"))).hasSize(3);
    assertThat(LAKE.openScopes()).isZero();
    statement.setMaxRows(0);
    assertThat(Lake.read(statement.executeQuery("SELECT * FROM ducklake_snapshot"))).hasSize(8);
    assertThatThrownBy(() -> statement.setMaxRows(-1))
        .hasFieldOrPropertyWithValue("SQLState", "22023");
  }

  @Test
  void settingsAreChecked() throws SQLException {
    statement.setFetchSize(50);
    assertThat(statement.getFetchSize()).isEqualTo(50);
    assertThatThrownBy(() -> statement.setFetchSize(-1)).isInstanceOf(SQLException.class);
    assertThat(statement.getFetchDirection()).isEqualTo(ResultSet.FETCH_FORWARD);
    statement.setFetchDirection(ResultSet.FETCH_UNKNOWN);
    assertThatThrownBy(() -> statement.setFetchDirection(ResultSet.FETCH_REVERSE))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> statement.setFetchDirection(7)).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> statement.setQueryTimeout(-1)).isInstanceOf(SQLException.class);
    statement.setEscapeProcessing(false);
    statement.setPoolable(true);
    assertThat(statement.isPoolable()).isTrue();
    statement.setCursorName("ignored");
  }

  @Test
  void aClosedStatementSaysSo() throws SQLException {
    statement.close();
    statement.close();
    assertThat(statement.isClosed()).isTrue();
    assertThatThrownBy(() -> statement.executeQuery("SELECT 1"))
        .hasFieldOrPropertyWithValue("SQLState", "HY010");
  }

  @Test
  void closeOnCompletionClosesTheStatementWithItsResult() throws SQLException {
    statement.closeOnCompletion();
    assertThat(statement.isCloseOnCompletion()).isTrue();
    statement.executeQuery("SELECT 1").close();
    assertThat(statement.isClosed()).isTrue();
  }

  @Test
  void aQueryThatTakesTooLongTimesOut() throws SQLException {
    statement.setQueryTimeout(1);
    assertThat(statement.getQueryTimeout()).isEqualTo(1);
    assertThatThrownBy(() -> statement.executeQuery(ENDLESS))
        .isInstanceOf(SQLTimeoutException.class)
        .hasFieldOrPropertyWithValue("SQLState", "57014");
    assertThat(LAKE.openScopes()).isZero();
    statement.setQueryTimeout(0);
    assertThat(Lake.read(statement.executeQuery("SELECT 1"))).hasSize(1);
  }

  @Test
  void cancelEndsTheRunningQueryAndNoLaterOne() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    Thread canceller =
        new Thread(
            () -> {
              try {
                started.await();
                while (!Thread.currentThread().isInterrupted()) {
                  statement.cancel();
                  Thread.onSpinWait();
                }
              } catch (InterruptedException | SQLException e) {
                Thread.currentThread().interrupt();
              }
            },
            "canceller");
    canceller.start();
    started.countDown();
    assertThatThrownBy(() -> statement.executeQuery(ENDLESS))
        .hasFieldOrPropertyWithValue("SQLState", "57014")
        .isNotInstanceOf(SQLTimeoutException.class);
    canceller.interrupt();
    canceller.join();
    assertThat(LAKE.openScopes()).isZero();
    assertThat(Lake.read(statement.executeQuery("SELECT 1"))).hasSize(1);
  }

  @Test
  void cancelWithoutAnExecutionDoesNothing() throws SQLException {
    statement.cancel();
    assertThat(Lake.read(statement.executeQuery("SELECT count(*) FROM ducklake_snapshot")))
        .containsExactly(List.of("8"));
  }

  @Test
  void aTrailingSemicolonIsFine() throws SQLException {
    assertThat(Lake.read(statement.executeQuery("SELECT 1;"))).hasSize(1);
  }

  @Test
  void identifiersAndLiteralsAreQuotedOnRequest() throws SQLException {
    assertThat(statement.enquoteLiteral("it's")).isEqualTo("'it''s'");
    assertThat(statement.enquoteIdentifier("a b", false)).isEqualTo("\"a b\"");
  }
}
