package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Update counts, and what else an execution that writes answers. */
class UpdateTest {
  private static final String INSERT = "INSERT INTO ducklake_metadata (key, value) VALUES ";
  private static final String TWO = INSERT + "('my_a', '1'), ('my_b', '2')";
  private static final String OPTIONS =
      "SELECT key, value FROM ducklake_metadata WHERE key LIKE 'my_%' ORDER BY 1";

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
  void anUpdateGivesItsCount() throws SQLException {
    assertThat(statement.executeUpdate(TWO)).isEqualTo(2);
    assertThat(statement.getUpdateCount()).isEqualTo(2);
    assertThat(statement.getResultSet()).isNull();
    assertThat(
            statement.executeLargeUpdate(
                "UPDATE ducklake_metadata SET value = '3' WHERE key = 'my_a'"))
        .isEqualTo(1);
    assertThat(
            statement.executeUpdate("UPDATE ducklake_metadata SET value = '3' WHERE key = 'none'"))
        .isZero();
    assertThat(statement.executeUpdate("DELETE FROM ducklake_metadata WHERE key LIKE 'my_%'"))
        .isEqualTo(2);
    assertThat(Lake.query(connection, OPTIONS)).isEmpty();
  }

  @Test
  void executeTellsCountsFromRows() throws SQLException {
    assertThat(statement.execute(TWO)).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(2);
    assertThat(statement.getLargeUpdateCount()).isEqualTo(2);
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    assertThat(statement.execute(OPTIONS)).isTrue();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    assertThat(Lake.read(statement.getResultSet())).hasSize(2);
  }

  @Test
  void severalStatementsGiveTheirCountsInOrder() throws SQLException {
    assertThat(statement.execute(TWO + "; " + INSERT + "('my_c', '3');")).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(2);
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(1);
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
  }

  @Test
  void aTextOfSeveralStatementsHasNoQuery() throws SQLException {
    assertThatThrownBy(() -> statement.execute(TWO + "; SELECT 1"))
        .hasFieldOrPropertyWithValue("SQLState", "42000");
    assertThat(Lake.query(connection, OPTIONS)).isEmpty();
  }

  @Test
  void methodsForRowsRefuseStatementsThatGiveNone() throws SQLException {
    assertThatThrownBy(() -> statement.executeQuery(TWO))
        .hasFieldOrPropertyWithValue("SQLState", "42000")
        .hasMessageContaining("executeUpdate");
    assertThatThrownBy(() -> statement.executeUpdate(OPTIONS))
        .hasFieldOrPropertyWithValue("SQLState", "42000")
        .hasMessageContaining("executeQuery");
    try (PreparedStatement prepared = connection.prepareStatement(TWO)) {
      assertThatThrownBy(prepared::executeQuery).hasFieldOrPropertyWithValue("SQLState", "42000");
    }
    assertThat(Lake.query(connection, OPTIONS)).isEmpty();
  }

  @Test
  void aPreparedUpdateTakesItsParametersEachTime() throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(INSERT + "(?, ?)")) {
      assertThat(prepared.getMetaData()).isNull();
      assertThat(prepared.getParameterMetaData().getParameterCount()).isEqualTo(2);
      for (String key : List.of("my_a", "my_b")) {
        prepared.setString(1, key);
        prepared.setString(2, key + "'s");
        assertThat(prepared.executeUpdate()).isEqualTo(1);
      }
      prepared.setString(1, "my_c");
      prepared.setString(2, "");
      assertThat(prepared.execute()).isFalse();
      assertThat(prepared.getUpdateCount()).isEqualTo(1);
      prepared.clearParameters();
      assertThatThrownBy(prepared::executeUpdate).hasFieldOrPropertyWithValue("SQLState", "07001");
    }
    assertThat(Lake.query(connection, OPTIONS))
        .containsExactly(List.of("my_a", "my_a's"), List.of("my_b", "my_b's"), List.of("my_c", ""));
  }

  @Test
  void generatedKeysAreRefusedBeforeAnythingIsWritten() throws SQLException {
    assertThatThrownBy(() -> statement.executeUpdate(TWO, Statement.RETURN_GENERATED_KEYS))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> statement.execute(TWO, new int[] {1}))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> connection.prepareStatement(TWO, new String[] {"key"}))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThat(Lake.query(connection, OPTIONS)).isEmpty();
    assertThat(statement.executeUpdate(TWO, Statement.NO_GENERATED_KEYS)).isEqualTo(2);
    assertThat(statement.getGeneratedKeys().next()).isFalse();
  }

  @Test
  void aReadOnlyConnectionRefusesToWriteAndReadsOn() throws SQLException {
    connection.setReadOnly(true);
    assertReadOnly(connection);
    connection.setReadOnly(false);
    assertThat(statement.executeUpdate(TWO)).isEqualTo(2);
    for (String property : List.of("?access=read_only", "?snapshot=0")) {
      try (Connection reader = lake.connect(property)) {
        assertReadOnly(reader);
      }
    }
    assertThat(lake.commits()).isEqualTo(1);
  }

  private static void assertReadOnly(Connection reader) throws SQLException {
    try (Statement writing = reader.createStatement()) {
      assertThatThrownBy(() -> writing.executeUpdate("DELETE FROM ducklake_metadata"))
          .hasFieldOrPropertyWithValue("SQLState", "25006");
    }
    assertThat(OwnLake.column(reader, "SELECT 1")).containsExactly("1");
  }

  @Test
  void aVeryLongTimeLimitIsAsGoodAsNone() throws SQLException {
    try (Connection patient = lake.connect("?statementTimeout=999999999h");
        Statement writing = patient.createStatement()) {
      assertThat(writing.executeUpdate(TWO)).isEqualTo(2);
    }
  }

  @Test
  void anOpenResultOfTheStatementEndsAndOthersGoOn() throws SQLException {
    var rows = statement.executeQuery("SELECT * FROM ducklake_metadata");
    try (Statement other = connection.createStatement()) {
      var others = other.executeQuery("SELECT * FROM ducklake_metadata");
      statement.executeUpdate(TWO);
      assertThat(rows.isClosed()).isTrue();
      assertThat(others.next()).isTrue();
    }
  }
}
