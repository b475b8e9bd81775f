package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Statements whose requests get no answer. Left alone, each would take five minutes. */
@Timeout(60)
class S3CancellationTest {
  private static final String COUNT = "SELECT count(*) FROM ducklake_snapshot";

  @RegisterExtension final S3Lake lake = S3Lake.of("moraine/shop");

  @Test
  void cancelEndsAHangingRequest() throws SQLException {
    try (Connection connection = lake.connect("?freshness=0s");
        Statement statement = connection.createStatement()) {
      lake.server().faults(S3Lake.hangAfter(statement::cancel));
      assertThatThrownBy(() -> statement.executeQuery(COUNT))
          .hasFieldOrPropertyWithValue("SQLState", "57014")
          .hasFieldOrPropertyWithValue("errorCode", 1904);
      assertAnswersAgain(connection, statement);
    }
  }

  @Test
  void theTimeLimitOfAStatementEndsAHangingRequest() throws SQLException {
    try (Connection connection = lake.connect("?freshness=0s");
        Statement statement = connection.createStatement()) {
      lake.server().faults(request -> Fault.hang());
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeQuery(COUNT))
          .isInstanceOf(SQLTimeoutException.class)
          .hasFieldOrPropertyWithValue("SQLState", "57014");
      assertAnswersAgain(connection, statement);
    }
  }

  @Test
  void theNetworkTimeoutOfAConnectionEndsAHangingRequest() throws SQLException {
    try (Connection connection = lake.connect("?freshness=0s");
        Statement statement = connection.createStatement()) {
      lake.server().faults(request -> Fault.hang());
      connection.setNetworkTimeout(Runnable::run, 200);
      assertThatThrownBy(() -> statement.executeQuery(COUNT))
          .isInstanceOf(SQLTimeoutException.class);
      assertThat(connection.isValid(0)).isFalse();
      connection.setNetworkTimeout(Runnable::run, 0);
      assertAnswersAgain(connection, statement);
    }
  }

  @Test
  void aConnectionWhoseStoreHangsIsNotValid() throws SQLException {
    try (Connection connection = lake.connect("?freshness=0s")) {
      lake.server().faults(request -> Fault.hang());
      assertThat(connection.isValid(1)).isFalse();
      lake.server().faults(FaultRule.NONE);
      assertThat(connection.isValid(0)).isTrue();
    }
  }

  @Test
  void theLoginTimeoutEndsAnOpeningThatHangs() throws SQLException {
    MoraineDataSource source = new MoraineDataSource();
    source.setUrl(lake.url());
    source.setProperties(lake.properties());
    source.setProperty(ConnectionProperty.FRESHNESS, "0s");
    source.setLoginTimeout(1);
    lake.server().faults(request -> Fault.hang());
    assertThatThrownBy(source::getConnection)
        .isInstanceOf(SQLTimeoutException.class)
        .hasFieldOrPropertyWithValue("SQLState", "57014");
    lake.server().faults(FaultRule.NONE);
    source.setLoginTimeout(0);
    try (Connection connection = source.getConnection()) {
      assertThat(Lake.query(connection, COUNT)).containsExactly(List.of("8"));
    }
  }

  @Test
  void closingAStatementEndsItsHangingRequest() throws SQLException {
    try (Connection connection = lake.connect("?freshness=0s");
        Statement statement = connection.createStatement()) {
      lake.server().faults(S3Lake.hangAfter(statement::close));
      assertThatThrownBy(() -> statement.executeQuery(COUNT))
          .hasFieldOrPropertyWithValue("SQLState", "HY010");
      lake.server().faults(FaultRule.NONE);
      assertThat(Lake.query(connection, COUNT)).containsExactly(List.of("8"));
    }
  }

  @Test
  void cancelEndsWaitingForWhatAnotherStatementWaitsFor() throws Exception {
    try (Connection first = lake.connect("?freshness=0s");
        Connection second = lake.connect("?freshness=0s");
        Statement leading = first.createStatement();
        Statement waiting = second.createStatement()) {
      CountDownLatch hanging = new CountDownLatch(1);
      lake.server().faults(S3Lake.hangAfter(hanging::countDown));
      FutureTask<Throwable> leader = start(leading);
      hanging.await();
      FutureTask<Throwable> follower = start(waiting);
      while (!follower.isDone()) {
        waiting.cancel();
        Thread.onSpinWait();
      }
      assertThat(follower.get()).hasFieldOrPropertyWithValue("errorCode", 1904);
      assertThat(leader.isDone()).isFalse();
      leading.cancel();
      assertThat(leader.get()).hasFieldOrPropertyWithValue("errorCode", 1904);
      assertAnswersAgain(second, waiting);
      assertAnswersAgain(first, leading);
    }
  }

  /** Runs a statement in another thread, for what it throws. */
  private static FutureTask<Throwable> start(Statement statement) {
    FutureTask<Throwable> run =
        new FutureTask<>(() -> catchThrowable(() -> statement.executeQuery(COUNT)));
    Thread thread = new Thread(run, "statement");
    thread.setDaemon(true);
    thread.start();
    return run;
  }

  private void assertAnswersAgain(Connection connection, Statement statement) throws SQLException {
    lake.server().faults(FaultRule.NONE);
    statement.setQueryTimeout(0);
    assertThat(Lake.read(statement.executeQuery(COUNT))).containsExactly(List.of("8"));
    assertThat(connection.isValid(0)).isTrue();
  }
}
