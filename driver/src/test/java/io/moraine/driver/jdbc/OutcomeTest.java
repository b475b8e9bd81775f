package io.moraine.driver.jdbc;

import static io.moraine.driver.jdbc.OwnLake.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.api.Catalog;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.driver.error.CommitOutcomeUnknownException;
import io.moraine.driver.plan.SqlPlanner;
import io.moraine.driver.transaction.EndingTransaction;
import io.moraine.driver.transaction.TestSessions;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CommitPosition;
import io.moraine.model.CommitToken;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an application is told of commits that do not simply succeed. */
class OutcomeTest {
  private static final CommitToken TOKEN =
      new CommitToken(
          3, 17, 401, "01KB9ZSC9MT4Q1X0000000000A", new CommitPosition(1, 2), Optional.empty());

  private static final String INSERT =
      "INSERT INTO ducklake_metadata (key, value) VALUES ('my_key', 'x')";

  private static final String OPTIONS =
      "SELECT key FROM ducklake_metadata WHERE key LIKE 'my_%' ORDER BY 1";

  @RegisterExtension final OwnLake lake = new OwnLake();

  /** A connection whose commits are {@code commit}. */
  private Connection connect(EndingTransaction.Commit commit) throws SQLException {
    Catalog catalog = Catalog.open(CatalogOptions.of(lake.location()));
    String url = "jdbc:moraine:" + lake.location();
    return new MoraineConnection(
        new MoraineDriver(),
        new MoraineFactory(),
        url,
        ConnectionSettings.of(ConnectionUrl.parse(url, new Properties())),
        TestSessions.beginningBy(
            catalog, scope -> new EndingTransaction(catalog.begin(scope), commit)),
        new SqlPlanner(10),
        Clock.SYSTEM);
  }

  private static CatalogException unknown() {
    return new io.moraine.model.CommitOutcomeUnknownException(TOKEN, "nobody knows", null);
  }

  @Test
  void anUnknownOutcomeHasItsTokenAndTheConnectionGoesOn() throws SQLException {
    try (Connection connection =
        connect(
            (transaction, timeout) -> {
              transaction.commit(timeout);
              throw unknown();
            })) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate(INSERT);
      }
      assertThatThrownBy(connection::commit)
          .isInstanceOf(SQLNonTransientConnectionException.class)
          .isInstanceOfSatisfying(
              CommitOutcomeUnknownException.class,
              e -> {
                assertThat(e.getSQLState()).isEqualTo("08007");
                assertThat(e.token()).isEqualTo(TOKEN);
                assertThat(e.getMessage()).endsWith(TOKEN.toString());
              });
      assertThat(column(connection, OPTIONS)).containsExactly("my_key");
      connection.rollback();
    }
    assertThat(lake.openScopes()).isZero();
  }

  @Test
  void anUnknownOutcomeIsNotThatOfAStatementOfABatch() throws SQLException {
    try (Connection connection =
            connect(
                (transaction, timeout) -> {
                  throw unknown();
                });
        PreparedStatement statement = connection.prepareStatement(INSERT)) {
      statement.addBatch();
      assertThatThrownBy(statement::executeBatch).isInstanceOf(CommitOutcomeUnknownException.class);
      assertThatThrownBy(statement::executeUpdate)
          .isInstanceOf(CommitOutcomeUnknownException.class);
      assertThat(column(connection, OPTIONS)).isEmpty();
    }
  }

  @Test
  void aBusyWriterIsToldAsSuch() throws SQLException {
    try (Connection connection =
            connect(
                (transaction, timeout) -> {
                  throw new CatalogException(Kind.WRITER_BUSY, "epoch 4 is at work");
                });
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeUpdate(INSERT))
          .isInstanceOf(SQLTransientException.class)
          .hasFieldOrPropertyWithValue("SQLState", "55006")
          .hasMessage("epoch 4 is at work");
    }
  }

  @Test
  void theTimeLimitOfAStatementReachesItsCommit() throws SQLException {
    List<Optional<Duration>> limits = new ArrayList<>();
    try (Connection connection =
            connect(
                (transaction, timeout) -> {
                  limits.add(timeout);
                  assertThat(Call.current().remainingNanos())
                      .isLessThanOrEqualTo(Duration.ofSeconds(50).toNanos());
                  return transaction.commit(timeout);
                });
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(50);
      statement.executeUpdate(INSERT);
      connection.setAutoCommit(false);
      statement.executeUpdate(INSERT.replace("my_key", "my_other"));
      connection.setNetworkTimeout(Runnable::run, 40_000);
      connection.commit();
    }
    assertThat(limits.get(0)).hasValueSatisfying(limit -> assertThat(limit).isPositive());
    assertThat(limits.get(0).orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(50));
    assertThat(limits.get(1).orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(40));
  }

  @Test
  @Timeout(60)
  void cancelReachesTheCommitOfAStatement() throws Exception {
    CountDownLatch committing = new CountDownLatch(1);
    try (Connection connection = connect((transaction, timeout) -> wait(committing));
        Statement statement = connection.createStatement()) {
      Thread canceller = cancelling(committing, statement::cancel);
      assertThatThrownBy(() -> statement.executeUpdate(INSERT))
          .hasFieldOrPropertyWithValue("SQLState", "57014");
      canceller.join();
      assertThat(column(connection, OPTIONS)).isEmpty();
    }
  }

  @Test
  @Timeout(60)
  void abortingTheConnectionEndsItsCommit() throws Exception {
    CountDownLatch committing = new CountDownLatch(1);
    Connection connection = connect((transaction, timeout) -> wait(committing));
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(INSERT);
    }
    Thread canceller = cancelling(committing, () -> connection.abort(Runnable::run));
    assertThatThrownBy(connection::commit).hasFieldOrPropertyWithValue("SQLState", "57014");
    canceller.join();
    assertThat(lake.openScopes()).isZero();
  }

  /** Waits like a store does, until the call is cancelled. */
  private static CommitPosition wait(CountDownLatch committing) {
    CountDownLatch cancelled = new CountDownLatch(1);
    Runnable undo = Call.current().onCancel(cancelled::countDown);
    committing.countDown();
    try {
      cancelled.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      undo.run();
    }
    throw new CatalogException(Kind.CANCELLED, "The call was cancelled");
  }

  /** Something that JDBC does. */
  private interface Action {
    void run() throws SQLException;
  }

  private static Thread cancelling(CountDownLatch started, Action cancel) {
    Thread thread =
        new Thread(
            () -> {
              try {
                started.await();
                cancel.run();
              } catch (InterruptedException | SQLException e) {
                throw new IllegalStateException(e);
              }
            },
            "canceller");
    thread.start();
    return thread;
  }
}
