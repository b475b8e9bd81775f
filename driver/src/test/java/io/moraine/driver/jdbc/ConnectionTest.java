package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.ClientInfoStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionTest {
  @RegisterExtension static final Lake LAKE = Lake.of("moraine/shop");

  @Test
  void aClosedConnectionSaysSo() throws SQLException {
    Connection connection = LAKE.connect();
    connection.close();
    connection.close();
    assertThat(connection.isClosed()).isTrue();
    assertThat(connection.isValid(1)).isFalse();
    assertThatThrownBy(connection::createStatement)
        .isInstanceOf(SQLNonTransientConnectionException.class)
        .hasFieldOrPropertyWithValue("SQLState", "08003");
  }

  @Test
  void closingAConnectionClosesItsStatementsAndResults() throws SQLException {
    Connection connection = LAKE.connect();
    Statement statement = connection.createStatement();
    ResultSet rows = statement.executeQuery("SELECT * FROM ducklake_snapshot");
    assertThat(rows.next()).isTrue();
    assertThat(LAKE.openScopes()).isEqualTo(1);
    connection.close();
    assertThat(statement.isClosed()).isTrue();
    assertThat(rows.isClosed()).isTrue();
    assertThat(LAKE.openScopes()).isZero();
  }

  @Test
  void isValidAsksTheStore() throws SQLException {
    try (Connection connection = LAKE.connect()) {
      long opened = LAKE.figures().scopesOpened();
      assertThat(connection.isValid(0)).isTrue();
      assertThat(LAKE.figures().scopesOpened()).isGreaterThan(opened);
      assertThatThrownBy(() -> connection.isValid(-1)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void anAbortedConnectionIsClosed() throws SQLException {
    Connection connection = LAKE.connect();
    ResultSet rows = connection.createStatement().executeQuery("SELECT * FROM ducklake_snapshot");
    connection.abort(Runnable::run);
    assertThat(connection.isClosed()).isTrue();
    assertThat(rows.isClosed()).isTrue();
    assertThatThrownBy(() -> connection.abort(null)).isInstanceOf(SQLException.class);
  }

  @Test
  void theSchemaMustExist() throws SQLException {
    try (Connection connection = LAKE.connect()) {
      assertThat(connection.getSchema()).isEqualTo("metadata");
      connection.setSchema("METADATA");
      assertThat(connection.getSchema()).isEqualTo("metadata");
      assertThatThrownBy(() -> connection.setSchema("nowhere"))
          .hasMessageContaining("nowhere")
          .hasFieldOrPropertyWithValue("SQLState", "3F000");
    }
  }

  @Test
  void thereIsOneCatalog() throws SQLException {
    try (Connection connection = LAKE.connect()) {
      assertThat(connection.getCatalog()).isEqualTo("moraine");
      connection.setCatalog("moraine");
      connection.setCatalog(null);
      assertThatThrownBy(() -> connection.setCatalog("other"))
          .hasFieldOrPropertyWithValue("SQLState", "42704");
    }
  }

  @Test
  void aConnectionCanBeMadeReadOnlyAndWritingAgain() throws SQLException {
    try (Connection connection = LAKE.connect()) {
      assertThat(connection.isReadOnly()).isFalse();
      assertThat(connection.getMetaData().isReadOnly()).isFalse();
      connection.setReadOnly(true);
      assertThat(connection.isReadOnly()).isTrue();
      assertThat(connection.getMetaData().isReadOnly()).isTrue();
      connection.setReadOnly(false);
      assertThat(connection.isReadOnly()).isFalse();
      assertThat(warnings(connection)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"?access=read_only", "?snapshot=3"})
  void aConnectionThatIsMadeToReadStaysReadOnlyAndWarns(String property) throws SQLException {
    try (Connection connection = LAKE.connect(property)) {
      assertThat(connection.isReadOnly()).isTrue();
      connection.setReadOnly(true);
      assertThat(warnings(connection)).isEmpty();
      connection.setReadOnly(false);
      assertThat(connection.isReadOnly()).isTrue();
      assertThat(warnings(connection)).containsExactly("01000");
      connection.clearWarnings();
      assertThat(warnings(connection)).isEmpty();
    }
  }

  @Test
  void aConnectionIsNotMadeReadOnlyWithinATransaction() throws SQLException {
    try (Connection connection = LAKE.connect()) {
      connection.setAutoCommit(false);
      Lake.query(connection, "SELECT 1");
      connection.setReadOnly(false);
      assertThatThrownBy(() -> connection.setReadOnly(true))
          .hasFieldOrPropertyWithValue("SQLState", "25000");
      connection.rollback();
      connection.setReadOnly(true);
      assertThat(connection.isReadOnly()).isTrue();
    }
  }

  @Test
  void cursorsThatAreNotSupportedAreReplacedWithAWarning() throws SQLException {
    try (Connection connection = LAKE.connect();
        Statement statement =
            connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE,
                ResultSet.CONCUR_UPDATABLE,
                ResultSet.HOLD_CURSORS_OVER_COMMIT)) {
      assertThat(statement.getResultSetType()).isEqualTo(ResultSet.TYPE_FORWARD_ONLY);
      assertThat(statement.getResultSetConcurrency()).isEqualTo(ResultSet.CONCUR_READ_ONLY);
      assertThat(statement.getResultSetHoldability()).isEqualTo(ResultSet.CLOSE_CURSORS_AT_COMMIT);
      assertThat(warnings(connection)).containsExactly("01000", "01000", "01000");
      assertThatThrownBy(() -> connection.createStatement(1, ResultSet.CONCUR_READ_ONLY))
          .hasFieldOrPropertyWithValue("SQLState", "22023");
    }
  }

  @Test
  void isolationIsRaisedToRepeatableReadAndNoFurther() throws SQLException {
    try (Connection connection = LAKE.connect()) {
      for (int level :
          new int[] {
            Connection.TRANSACTION_READ_UNCOMMITTED,
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_REPEATABLE_READ
          }) {
        connection.setTransactionIsolation(level);
        assertThat(connection.getTransactionIsolation())
            .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
      }
      assertThatThrownBy(
              () -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE))
          .hasFieldOrPropertyWithValue("SQLState", "0A000");
      assertThatThrownBy(() -> connection.setTransactionIsolation(Connection.TRANSACTION_NONE))
          .hasFieldOrPropertyWithValue("SQLState", "0A000");
      assertThatThrownBy(() -> connection.setTransactionIsolation(77))
          .hasFieldOrPropertyWithValue("SQLState", "22023");
    }
  }

  @Test
  void clientInfoIsKept() throws SQLException {
    try (Connection connection = LAKE.connect()) {
      connection.setClientInfo("ApplicationName", "test");
      assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("test");
      Properties two = new Properties();
      two.setProperty("ClientUser", "u");
      connection.setClientInfo(two);
      assertThat(connection.getClientInfo()).isEqualTo(two);
      assertThatThrownBy(() -> connection.setClientInfo("Colour", "red"))
          .isInstanceOfSatisfying(
              SQLClientInfoException.class,
              e ->
                  assertThat(e.getFailedProperties())
                      .isEqualTo(Map.of("Colour", ClientInfoStatus.REASON_UNKNOWN_PROPERTY)));
    }
  }

  @Test
  void largeObjectsAreMadeInMemory() throws SQLException {
    try (Connection connection = LAKE.connect()) {
      var blob = connection.createBlob();
      blob.setBytes(1, new byte[] {1, 2, 3});
      assertThat(blob.getBytes(2, 10)).containsExactly(2, 3);
      var clob = connection.createNClob();
      clob.setString(1, "abc");
      clob.setString(4, "de");
      assertThat(clob.getSubString(1, 9)).isEqualTo("abcde");
      assertThat(clob.position("cd", 1)).isEqualTo(3);
    }
  }

  @Test
  void whatIsNotSupportedNamesTheMethod() throws SQLException {
    try (Connection connection = LAKE.connect()) {
      assertThatThrownBy(() -> connection.prepareCall("CALL x()"))
          .isInstanceOf(SQLFeatureNotSupportedException.class)
          .hasMessageContaining("prepareCall");
      assertThatThrownBy(() -> connection.createArrayOf("VARCHAR", new Object[0]))
          .isInstanceOf(SQLFeatureNotSupportedException.class)
          .hasMessageContaining("createArrayOf");
    }
  }

  @Test
  void theNetworkTimeoutIsKept() throws SQLException {
    try (Connection connection = LAKE.connect()) {
      connection.setNetworkTimeout(Runnable::run, 500_000);
      assertThat(connection.getNetworkTimeout()).isEqualTo(500_000);
      assertThat(connection.isValid(0)).isTrue();
      assertThatThrownBy(() -> connection.setNetworkTimeout(Runnable::run, -1))
          .isInstanceOf(SQLException.class);
    }
  }

  private static List<String> warnings(Connection connection) throws SQLException {
    List<String> states = new ArrayList<>();
    for (SQLWarning each = connection.getWarnings(); each != null; each = each.getNextWarning()) {
      states.add(each.getSQLState());
    }
    return states;
  }
}
