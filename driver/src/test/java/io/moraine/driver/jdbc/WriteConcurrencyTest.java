package io.moraine.driver.jdbc;

import static io.moraine.driver.jdbc.OwnLake.column;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several threads write at once. */
@Timeout(180)
class WriteConcurrencyTest {
  private static final int THREADS = 4;
  private static final int EACH = 5;

  @RegisterExtension final OwnLake lake = new OwnLake();

  /** What one of several threads does. */
  private interface Part {
    void of(int thread) throws SQLException;
  }

  private static void atOnce(Part part) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        running.add(
            threads.submit(
                () -> {
                  part.of(thread);
                  return thread;
                }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void insertOption(Statement statement, String key) throws SQLException {
    statement.executeUpdate(
        "INSERT INTO ducklake_metadata (key, value) VALUES ('" + key + "', 'x')");
  }

  private static List<String> keys() {
    return IntStream.range(0, THREADS * EACH)
        .mapToObj(i -> "my_" + i / EACH + "_" + i % EACH)
        .toList();
  }

  private static final String OPTIONS =
      "SELECT key FROM ducklake_metadata WHERE key LIKE 'my_%' ORDER BY 1";

  @Test
  void whoLosesTriesAgainUntilEverybodyHasWon() throws Exception {
    atOnce(
        thread -> {
          try (Connection connection = lake.connect()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < EACH; i++) {
              commitInTurn(connection, "s_" + thread + "_" + i);
            }
          }
        });
    assertThat(lake.seenByOthers("SELECT count(*) FROM ducklake_schema"))
        .containsExactly(Integer.toString(THREADS * EACH + 1));
    assertThat(
            lake.seenByOthers(
                "SELECT snapshot_id FROM ducklake_snapshot ORDER BY snapshot_id DESC LIMIT 1"))
        .containsExactly(Integer.toString(THREADS * EACH));
    assertThat(
            lake.seenByOthers(
                "SELECT count(*) FROM (SELECT schema_id FROM ducklake_schema"
                    + " GROUP BY schema_id HAVING count(*) > 1)"))
        .containsExactly("0");
  }

  private static void commitInTurn(Connection connection, String schema) throws SQLException {
    boolean won = false;
    while (!won) {
      try {
        SqlCommit.stageSchema(connection, schema);
        connection.commit();
        won = true;
      } catch (SQLTransactionRollbackException lost) {
        connection.rollback();
      }
    }
  }

  @Test
  void withAutocommitTheStatementItselfIsTriedAgain() throws Exception {
    atOnce(
        thread -> {
          try (Connection connection = lake.connect();
              Statement statement = connection.createStatement()) {
            for (int i = 0; i < EACH; i++) {
              insertInTurn(statement, "my_" + thread + "_" + i);
            }
          }
        });
    assertThat(lake.seenByOthers(OPTIONS)).containsExactlyElementsOf(keys());
    assertThat(lake.commits()).isEqualTo(THREADS * EACH);
  }

  private static void insertInTurn(Statement statement, String key) throws SQLException {
    boolean won = false;
    while (!won) {
      try {
        insertOption(statement, key);
        won = true;
      } catch (SQLTransactionRollbackException lost) {
        assertThat(lost.getSQLState()).isEqualTo("40001");
      }
    }
  }

  @Test
  void statementsOfOneTransactionMayRunInSeveralThreads() throws Exception {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      atOnce(
          thread -> {
            try (Statement statement = connection.createStatement()) {
              for (int i = 0; i < EACH; i++) {
                insertOption(statement, "my_" + thread + "_" + i);
                assertThat(column(connection, OPTIONS)).contains("my_" + thread + "_" + i);
              }
            }
          });
      assertThat(column(connection, OPTIONS)).containsExactlyElementsOf(keys());
      connection.commit();
    }
    assertThat(lake.seenByOthers(OPTIONS)).containsExactlyElementsOf(keys());
    assertThat(lake.commits()).isEqualTo(1);
  }
}
