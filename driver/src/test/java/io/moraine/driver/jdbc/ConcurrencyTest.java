package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConcurrencyTest {
  private static final int THREADS = 4;
  private static final int ROUNDS = 50;

  @RegisterExtension static final Lake LAKE = Lake.of("moraine/shop");

  private static void inParallel(Callable<?> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      CyclicBarrier start = new CyclicBarrier(THREADS);
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return work.call();
                }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void severalThreadsQueryOneConnection() throws Exception {
    try (Connection connection = LAKE.connect()) {
      inParallel(() -> queries(connection));
    }
  }

  @Test
  void severalThreadsShareOneTransaction() throws Exception {
    try (Connection connection = LAKE.connect()) {
      connection.setAutoCommit(false);
      long opened = LAKE.figures().scopesOpened();
      inParallel(() -> queries(connection));
      assertThat(LAKE.figures().scopesOpened()).isEqualTo(opened + 1);
      connection.commit();
    }
  }

  @Test
  void severalThreadsHaveOwnConnections() throws Exception {
    inParallel(
        () -> {
          for (int i = 0; i < 5; i++) {
            try (Connection connection = LAKE.connect()) {
              assertThat(Lake.query(connection, "SELECT count(*) FROM ducklake_snapshot"))
                  .containsExactly(List.of("8"));
            }
          }
          return null;
        });
  }

  @Test
  void rollbackWhileOthersReadEndsThemCleanly() throws Exception {
    try (Connection connection = LAKE.connect()) {
      connection.setAutoCommit(false);
      inParallel(
          () -> {
            for (int i = 0; i < ROUNDS; i++) {
              try (PreparedStatement statement =
                      connection.prepareStatement("SELECT * FROM ducklake_snapshot");
                  ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                  assertThat(rows.getLong(1)).isNotNegative();
                }
                connection.rollback();
              } catch (SQLException e) {
                assertThat(e.getSQLState()).isIn("HY010", "24000", "57014");
              }
            }
            return null;
          });
    }
  }

  private static Void queries(Connection connection) throws SQLException {
    for (int i = 0; i < ROUNDS; i++) {
      try (PreparedStatement statement =
          connection.prepareStatement(
              "SELECT snapshot_id FROM ducklake_snapshot WHERE snapshot_id = ?")) {
        int id = i % 8;
        statement.setInt(1, id);
        assertThat(Lake.read(statement.executeQuery())).containsExactly(List.of("" + id));
      }
    }
    return null;
  }
}
