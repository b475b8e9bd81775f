package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.testing.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TransactionTest {
  private static final String NEWEST = "SELECT max(snapshot_id) FROM ducklake_snapshot";

  @RegisterExtension final Lake lake = Lake.of("moraine/shop");

  @RegisterExtension final Lake growing = Lake.of("moraine/stages/stage1");

  @Test
  void aTransactionKeepsItsRevisionWhileTheLakeGrows() throws Exception {
    try (Connection old = growing.connect();
        Connection automatic = growing.connect()) {
      old.setAutoCommit(false);
      assertThat(Lake.query(old, NEWEST)).containsExactly(List.of("7"));
      addObjectsOf("moraine/stages/stage2");
      assertThat(Lake.query(old, NEWEST)).containsExactly(List.of("7"));
      assertThat(Lake.query(automatic, NEWEST)).containsExactly(List.of("11"));
      addObjectsOf("moraine/stages/stage3");
      assertThat(Lake.query(old, "SELECT count(*) FROM ducklake_snapshot"))
          .containsExactly(List.of("8"));
      assertThat(Lake.query(automatic, NEWEST)).containsExactly(List.of("16"));
      old.commit();
      assertThat(Lake.query(old, NEWEST)).containsExactly(List.of("16"));
      old.rollback();
    }
  }

  @Test
  void anOpenResultKeepsItsRevisionWithAutocommit() throws Exception {
    try (Connection connection = growing.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT snapshot_id FROM ducklake_snapshot ORDER BY 1")) {
      assertThat(rows.next()).isTrue();
      addObjectsOf("moraine/stages/stage2");
      int count = 1;
      while (rows.next()) {
        count++;
      }
      assertThat(count).isEqualTo(8);
    }
  }

  @Test
  void autocommitReleasesItsScopeWithTheLastRow() throws SQLException {
    try (Connection connection = lake.connect();
        Statement statement = connection.createStatement()) {
      ResultSet rows = statement.executeQuery("SELECT * FROM ducklake_schema");
      assertThat(rows.next()).isTrue();
      assertThat(lake.openScopes()).isEqualTo(1);
      while (rows.next()) {
        assertThat(rows.getRow()).isPositive();
      }
      assertThat(lake.openScopes()).isZero();
      assertThat(rows.isClosed()).isFalse();
    }
  }

  @Test
  void autocommitReleasesItsScopeWhenTheResultOrStatementIsClosed() throws SQLException {
    try (Connection connection = lake.connect()) {
      Statement statement = connection.createStatement();
      ResultSet rows = statement.executeQuery("SELECT * FROM ducklake_snapshot");
      rows.close();
      assertThat(lake.openScopes()).isZero();
      statement.executeQuery("SELECT * FROM ducklake_snapshot");
      ResultSet second = statement.executeQuery("SELECT * FROM ducklake_snapshot");
      assertThat(lake.openScopes()).isEqualTo(1);
      assertThat(second.next()).isTrue();
      statement.close();
      assertThat(lake.openScopes()).isZero();
    }
  }

  @Test
  void oneTransactionHasOneScopeForAllItsStatements() throws SQLException {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      assertThat(lake.openScopes()).isZero();
      try (Statement one = connection.createStatement();
          Statement two = connection.createStatement()) {
        ResultSet first = one.executeQuery("SELECT * FROM ducklake_snapshot");
        ResultSet second = two.executeQuery("SELECT * FROM ducklake_table");
        assertThat(lake.openScopes()).isEqualTo(1);
        while (first.next()) {
          assertThat(first.getRow()).isPositive();
        }
        assertThat(lake.openScopes()).isEqualTo(1);
        assertThat(second.next()).isTrue();
        connection.commit();
        assertThat(lake.openScopes()).isZero();
        assertThat(second.isClosed()).isTrue();
        assertThatThrownBy(second::next).hasFieldOrPropertyWithValue("SQLState", "HY010");
      }
    }
  }

  @Test
  void rollbackEndsResultsToo() throws SQLException {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      ResultSet rows = connection.createStatement().executeQuery("SELECT * FROM ducklake_snapshot");
      connection.rollback();
      assertThat(rows.isClosed()).isTrue();
    }
  }

  @Test
  void switchingAutocommitOnCommits() throws SQLException {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      ResultSet rows = connection.createStatement().executeQuery("SELECT * FROM ducklake_snapshot");
      connection.setAutoCommit(false);
      assertThat(rows.isClosed()).isFalse();
      connection.setAutoCommit(true);
      assertThat(rows.isClosed()).isTrue();
      assertThat(lake.openScopes()).isZero();
      assertThat(connection.getAutoCommit()).isTrue();
    }
  }

  @Test
  void commitAndRollbackNeedATransaction() throws SQLException {
    try (Connection connection = lake.connect()) {
      assertThatThrownBy(connection::commit).hasFieldOrPropertyWithValue("SQLState", "25000");
      assertThatThrownBy(connection::rollback).hasFieldOrPropertyWithValue("SQLState", "25000");
      connection.setAutoCommit(false);
      connection.commit();
      connection.rollback();
    }
  }

  @Test
  void aStatementWithoutTablesNeedsNoScopeWithAutocommit() throws SQLException {
    try (Connection connection = lake.connect()) {
      long opened = lake.figures().scopesOpened();
      assertThat(Lake.query(connection, "SELECT 1")).containsExactly(List.of("1"));
      assertThat(lake.figures().scopesOpened()).isEqualTo(opened);
      connection.setAutoCommit(false);
      assertThat(Lake.query(connection, "SELECT 1")).containsExactly(List.of("1"));
      assertThat(lake.openScopes()).isEqualTo(1);
      connection.rollback();
    }
  }

  @Test
  void closingAConnectionEndsItsTransaction() throws SQLException {
    Connection connection = lake.connect();
    connection.setAutoCommit(false);
    Lake.query(connection, NEWEST);
    assertThat(lake.openScopes()).isEqualTo(1);
    connection.close();
    assertThat(lake.openScopes()).isZero();
  }

  private void addObjectsOf(String fixture) throws Exception {
    Path source = Fixtures.store(fixture);
    List<Path> files;
    try (var walk = Files.walk(source)) {
      files = walk.filter(Files::isRegularFile).sorted(manifestsLast()).toList();
    }
    for (Path each : files) {
      Path target = growing.path().resolve(source.relativize(each).toString());
      if (!Files.exists(target)) {
        Files.createDirectories(target.getParent());
        Files.copy(each, target);
      }
    }
  }

  private static java.util.Comparator<Path> manifestsLast() {
    return java.util.Comparator.comparing((Path each) -> each.toString().contains("manifest"))
        .thenComparing(Path::toString);
  }
}
