package io.moraine.driver.jdbc;

import static io.moraine.driver.jdbc.OwnLake.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WriteTransactionTest {
  private static final String SCHEMAS = "SELECT schema_name FROM ducklake_schema ORDER BY 1";

  private static final String OPTION =
      "INSERT INTO ducklake_metadata (key, value) VALUES ('%s', '%s')";

  private static final String OPTIONS =
      "SELECT key FROM ducklake_metadata WHERE key LIKE 'my_%' ORDER BY 1";

  @RegisterExtension final OwnLake lake = new OwnLake();

  private static void update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  @Test
  void aTransactionSeesItsOwnRowsAndNobodyElseDoes() throws SQLException {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      SqlCommit.stageSchema(connection, "sales");
      assertThat(column(connection, SCHEMAS)).containsExactly("main", "sales");
      assertThat(lake.seenByOthers(SCHEMAS)).containsExactly("main");
      connection.commit();
      assertThat(lake.seenByOthers(SCHEMAS)).containsExactly("main", "sales");
      assertThat(column(connection, SCHEMAS)).containsExactly("main", "sales");
    }
  }

  @Test
  void ownRowsAreJoinedCountedAndFoundByKey() throws SQLException {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      SqlCommit.stageSchema(connection, "sales");
      assertThat(
              column(
                  connection,
                  "SELECT s.schema_name FROM ducklake_schema s JOIN ducklake_snapshot n"
                      + " ON n.snapshot_id = s.begin_snapshot JOIN ducklake_snapshot_changes c"
                      + " USING (snapshot_id) WHERE c.changes_made LIKE '%sales%'"))
          .containsExactly("sales");
      assertThat(column(connection, "SELECT count(*) FROM ducklake_schema")).containsExactly("2");
      assertThat(
              column(
                  connection,
                  "SELECT schema_name FROM ducklake_schema WHERE schema_id ="
                      + " (SELECT max(schema_id) FROM ducklake_schema)"))
          .containsExactly("sales");
      connection.rollback();
    }
  }

  @Test
  void anOpenResultGoesOnShowingWhatItShowed() throws SQLException {
    try (Connection connection = lake.connect();
        Statement reading = connection.createStatement()) {
      connection.setAutoCommit(false);
      ResultSet before = reading.executeQuery(SCHEMAS);
      SqlCommit.stageSchema(connection, "a");
      try (Statement other = connection.createStatement()) {
        ResultSet between = other.executeQuery(SCHEMAS);
        SqlCommit.stageSchema(connection, "b");
        assertThat(Lake.read(before)).containsExactly(List.of("main"));
        assertThat(Lake.read(between)).containsExactly(List.of("a"), List.of("main"));
      }
      assertThat(column(connection, SCHEMAS)).containsExactly("a", "b", "main");
      connection.rollback();
      assertThat(column(connection, SCHEMAS)).containsExactly("main");
    }
  }

  @Test
  void rollbackLeavesNothing() throws SQLException {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      SqlCommit.stageSchema(connection, "sales");
      connection.rollback();
      assertThat(column(connection, SCHEMAS)).containsExactly("main");
      connection.commit();
      assertThat(lake.seenByOthers(SCHEMAS)).containsExactly("main");
      assertThat(lake.commits()).isZero();
    }
  }

  @Test
  void closingTheConnectionRollsBack() throws SQLException {
    Connection connection = lake.connect();
    connection.setAutoCommit(false);
    SqlCommit.stageSchema(connection, "sales");
    connection.close();
    assertThat(lake.seenByOthers(SCHEMAS)).containsExactly("main");
    assertThat(lake.openScopes()).isZero();
  }

  @Test
  void switchingAutocommitOnCommits() throws SQLException {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      SqlCommit.stageSchema(connection, "sales");
      connection.setAutoCommit(true);
      assertThat(lake.seenByOthers(SCHEMAS)).containsExactly("main", "sales");
    }
  }

  @Test
  void aFailedStatementLeavesTheTransactionAsItWas() throws SQLException {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      update(connection, OPTION.formatted("my_a", "1"));
      assertThatThrownBy(
              () ->
                  update(
                      connection,
                      OPTION.formatted("my_b", "2")
                          + "; "
                          + OPTION.formatted("my_c", "3")
                          + "; UPDATE ducklake_metadata SET value = CAST(1 / 0 AS VARCHAR)"))
          .hasFieldOrPropertyWithValue("SQLState", "22012");
      assertThat(column(connection, OPTIONS)).containsExactly("my_a");
      update(connection, OPTION.formatted("my_d", "4"));
      connection.commit();
      assertThat(lake.seenByOthers(OPTIONS)).containsExactly("my_a", "my_d");
    }
  }

  @Test
  void withAutocommitEachStatementIsACommit() throws SQLException {
    try (Connection connection = lake.connect()) {
      update(connection, OPTION.formatted("my_a", "1"));
      assertThat(lake.seenByOthers(OPTIONS)).containsExactly("my_a");
      assertThat(lake.commits()).isEqualTo(1);
      assertThat(lake.openScopes()).isZero();
    }
  }

  @Test
  void severalStatementsInOneTextAreOneCommit() throws SQLException {
    try (Connection connection = lake.connect()) {
      update(connection, String.join(";\n", SqlCommit.createSchema(connection, "sales")));
      assertThat(lake.seenByOthers(SCHEMAS)).containsExactly("main", "sales");
      assertThat(lake.commits()).isEqualTo(1);
    }
  }

  @Test
  void withAutocommitATextOfWhichAStatementFailsCommitsNothing() throws SQLException {
    try (Connection connection = lake.connect()) {
      assertThatThrownBy(
              () ->
                  update(
                      connection,
                      OPTION.formatted("my_a", "1")
                          + "; UPDATE ducklake_metadata SET value = CAST(1 / 0 AS VARCHAR)"))
          .hasFieldOrPropertyWithValue("SQLState", "22012");
      assertThat(lake.seenByOthers(OPTIONS)).isEmpty();
      assertThat(lake.openScopes()).isZero();
    }
  }

  @Test
  void ofTwoThatRaceOneLosesTriesAgainAndWins() throws SQLException {
    try (Connection one = lake.connect();
        Connection other = lake.connect()) {
      one.setAutoCommit(false);
      other.setAutoCommit(false);
      SqlCommit.stageSchema(one, "first");
      SqlCommit.stageSchema(other, "second");
      one.commit();
      assertThatThrownBy(other::commit)
          .isInstanceOf(SQLTransactionRollbackException.class)
          .hasFieldOrPropertyWithValue("SQLState", "40001")
          .hasMessageContaining("conflict");
      assertThat(column(other, SCHEMAS)).containsExactly("first", "main");
      SqlCommit.stageSchema(other, "second");
      other.commit();
      assertThat(lake.seenByOthers(SCHEMAS)).containsExactly("first", "main", "second");
    }
  }

  @Test
  void aFailedCommitLeavesTheConnectionUsableAndTheModeAsItWas() throws SQLException {
    try (Connection one = lake.connect();
        Connection other = lake.connect()) {
      other.setAutoCommit(false);
      SqlCommit.stageSchema(other, "second");
      one.setAutoCommit(false);
      SqlCommit.stageSchema(one, "first");
      one.commit();
      assertThatThrownBy(() -> other.setAutoCommit(true))
          .hasFieldOrPropertyWithValue("SQLState", "40001");
      assertThat(other.getAutoCommit()).isFalse();
      other.setAutoCommit(true);
      assertThat(column(other, SCHEMAS)).containsExactly("first", "main");
    }
  }

  @Test
  void rowsThatCannotBeCommittedAreRefusedAndTheTransactionIsOver() throws SQLException {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      update(
          connection,
          "INSERT INTO ducklake_schema VALUES (77, UUID(), 40, NULL, 'orphan', 'orphan/', true)");
      assertThatThrownBy(connection::commit)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isIn("23000", "0A000"))
          .hasMessageNotContainingAny("conflict", "concurrent", "unique", "primary key");
      assertThat(column(connection, SCHEMAS)).containsExactly("main");
    }
  }

  @Test
  void aTransactionSurvivesItsConnectionsOtherStatements() throws Exception {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      try (Statement one = connection.createStatement();
          Statement two = connection.createStatement()) {
        one.executeUpdate(OPTION.formatted("my_a", "1"));
        two.executeUpdate(OPTION.formatted("my_b", "2"));
      }
      connection.commit();
      assertThat(lake.seenByOthers(OPTIONS)).containsExactly("my_a", "my_b");
      assertThat(lake.commits()).isEqualTo(1);
    }
  }
}
