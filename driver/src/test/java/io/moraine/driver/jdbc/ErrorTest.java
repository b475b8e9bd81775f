package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong in SQL, by SQLState. */
class ErrorTest {
  @RegisterExtension static final Lake LAKE = Lake.of("moraine/shop");

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = LAKE.connect();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "SELEC 1; 42601",
        "SELECT (1; 42601",
        "SELECT * FROM nothing_here; 42P01",
        "SELECT * FROM nowhere.ducklake_table; 42P01",
        "SELECT nothing FROM ducklake_table; 42703",
        "SELECT t.nothing FROM ducklake_table t; 42703",
        "SELECT * FROM ducklake_table WHERE nothing = 1; 42703",
        "SELECT table_id FROM ducklake_table a, ducklake_column b; 42702",
        "SELECT no_such_function(1); 42883",
        "SELECT upper(table_name, table_name) FROM ducklake_table; 42883",
        "SELECT table_id, count(*) FROM ducklake_table; 42803",
        "SELECT count(*) FROM ducklake_table WHERE count(*) > 1; 42803",
        "SELECT 1 UNION SELECT 1, 2; 42826",
        "SELECT * FROM ducklake_table a JOIN ducklake_column a ON true; 42712",
        "SELECT table_name + 1 FROM ducklake_table WHERE path_is_relative > DATE '2020-01-01'; 42804"
      })
  void aWrongStatementHasItsState(String sql, String state) {
    assertThatThrownBy(() -> Lake.query(connection, sql))
        .as(sql)
        .isInstanceOf(SQLSyntaxErrorException.class)
        .hasFieldOrPropertyWithValue("SQLState", state);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "SELECT 1 / (snapshot_id - snapshot_id) FROM ducklake_snapshot; 22012",
        "SELECT mod(snapshot_id, 0) FROM ducklake_snapshot; 22012",
        "SELECT CAST(table_name AS BIGINT) FROM ducklake_table; 22P02",
        "SELECT CAST(table_name AS UUID) FROM ducklake_table; 22P02",
        "SELECT CAST(table_name AS BOOLEAN) FROM ducklake_table; 22P02",
        "SELECT CAST(table_name AS DATE) FROM ducklake_table; 22P02",
        "SELECT CAST(snapshot_id + 300 AS TINYINT) FROM ducklake_snapshot; 22003",
        "SELECT (SELECT snapshot_id FROM ducklake_snapshot); 21000"
      })
  void aWrongValueHasItsState(String sql, String state) {
    assertThatThrownBy(() -> Lake.query(connection, sql))
        .as(sql)
        .isInstanceOf(SQLDataException.class)
        .hasFieldOrPropertyWithValue("SQLState", state);
    assertThat(LAKE.openScopes()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "INSERT INTO ducklake_table (table_id) VALUES (1); 25006",
        "UPDATE ducklake_table SET table_id = 1; 25006",
        "DELETE FROM ducklake_table; 25006",
        "CREATE TABLE t (a INTEGER); 25006",
        "DROP TABLE ducklake_table; 25006"
      })
  void aWriteIsRefused(String sql, String state) {
    assertThatThrownBy(() -> Lake.query(connection, sql))
        .as(sql)
        .hasFieldOrPropertyWithValue("SQLState", state)
        .hasMessageContaining("read-only");
  }

  @Test
  void anUnknownSnapshotIsNamed() {
    assertThatThrownBy(
            () -> Lake.query(connection, "SELECT * FROM ducklake_table AT (VERSION => 99)"))
        .hasMessageContaining("99")
        .hasFieldOrPropertyWithValue("SQLState", "42704");
  }

  @Test
  void aTooDeepStatementIsRefusedAndTheConnectionGoesOn() throws SQLException {
    String deep = "SELECT " + "(".repeat(20_000) + "1" + ")".repeat(20_000);
    assertThatThrownBy(() -> Lake.query(connection, deep))
        .hasFieldOrPropertyWithValue("SQLState", "54001");
    assertThat(Lake.query(connection, "SELECT 1")).hasSize(1);
  }
}
