package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Scans that have given rows when requests get no answer any more. */
@Timeout(60)
class S3ScanCancellationTest {
  private static final String FILES = "SELECT * FROM ducklake_data_file";

  @RegisterExtension final S3Lake lake = S3Lake.of("big");

  @Test
  void cancelEndsAScanThatWaitsForBlocks() throws SQLException {
    try (Connection connection = lake.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(FILES)) {
      lake.server().faults(S3Lake.hangAfter(statement::cancel));
      assertThatThrownBy(() -> readAll(rows))
          .hasFieldOrPropertyWithValue("SQLState", "57014")
          .hasFieldOrPropertyWithValue("errorCode", 1904);
      assertAnswersAgain(connection);
    }
  }

  @Test
  void theTimeLimitEndsAScanThatWaitsForBlocks() throws SQLException {
    try (Connection connection = lake.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThat(Lake.query(connection, FILES + " LIMIT 1")).hasSize(1); // which plans and compiles
      statement.setQueryTimeout(5);
      assertThatThrownBy(() -> readWhileRequestsHang(statement))
          .isInstanceOf(SQLTimeoutException.class);
      assertAnswersAgain(connection);
      connection.rollback();
    }
  }

  /** On a busy machine the time is up even before there are rows. */
  private void readWhileRequestsHang(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery(FILES)) {
      lake.server().faults(request -> Fault.hang());
      readAll(rows);
    }
  }

  @Test
  void closingAResultEndsItsScan() throws SQLException {
    try (Connection connection = lake.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(FILES)) {
      lake.server().faults(S3Lake.hangAfter(rows::close));
      assertThatThrownBy(() -> readAll(rows)).hasFieldOrPropertyWithValue("SQLState", "HY010");
      assertAnswersAgain(connection);
    }
  }

  private void assertAnswersAgain(Connection connection) throws SQLException {
    lake.server().faults(FaultRule.NONE);
    assertThat(Lake.query(connection, "SELECT count(path) FROM ducklake_data_file"))
        .isEqualTo(List.of(List.of("100000")));
  }

  private static void readAll(ResultSet rows) throws SQLException {
    while (rows.next()) {
      assertThat(rows.getLong(1)).isNotNegative();
    }
  }
}
