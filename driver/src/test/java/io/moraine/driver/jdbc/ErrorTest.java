package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        "SELECT table_name + 1 FROM ducklake_table WHERE path_is_relative > DATE '2020-01-01';"
            + " 42804"
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
        "SELECT (SELECT snapshot_id FROM ducklake_snapshot); 21000",
        "SELECT 1 / 0; 22012",
        "SELECT 3, 1 % 0; 22012",
        "SELECT 9223372036854775807 + 1; 22003",
        "SELECT -(-9223372036854775807 - 1); 22003",
        "SELECT table_id FROM ducklake_table WHERE table_id = 1 / 0; 22012",
        "SELECT SUM(9223372036854775807) FROM ducklake_snapshot; 22003",
        "SELECT SUM(9223372036854775807 - snapshot_id) OVER () FROM ducklake_snapshot; 22003",
        "SELECT AVG(9223372036854775807) FROM ducklake_snapshot; 22003",
        "SELECT ln(0); 22023",
        "SELECT substring('abc' FROM 1 FOR -1); 22023",
        "SELECT 'abc' LIKE 'a%' ESCAPE 'xx'; 22023"
      })
  void aWrongValueHasItsState(String sql, String state) {
    assertThatThrownBy(() -> Lake.query(connection, sql))
        .as(sql)
        .isInstanceOf(SQLDataException.class)
        .hasFieldOrPropertyWithValue("SQLState", state);
    assertThat(LAKE.openScopes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO ducklake_table (table_id) VALUES (1)",
        "UPDATE ducklake_table SET table_id = 1",
        "DELETE FROM ducklake_table"
      })
  void aWriteThroughAReadOnlyConnectionIsRefused(String sql) throws SQLException {
    try (Connection readOnly = LAKE.connect("?access=read_only");
        Statement statement = readOnly.createStatement()) {
      assertThatThrownBy(() -> statement.executeUpdate(sql))
          .as(sql)
          .hasFieldOrPropertyWithValue("SQLState", "25006")
          .hasMessageContaining("open for reading only");
    }
  }

  @Test
  void aKeptPlanFailsTheSameWayEachTime() throws SQLException {
    for (int run = 0; run < 3; run++) {
      assertThatThrownBy(() -> Lake.query(connection, "SELECT 1 / 0 AS kept"))
          .hasFieldOrPropertyWithValue("SQLState", "22012");
    }
  }

  @Test
  void aConstantWithoutValueFailsOnlyWhereItIsAskedFor() throws SQLException {
    assertThat(
            Lake.query(
                connection,
                "SELECT CASE WHEN snapshot_id < 0 THEN 1 / 0 ELSE 1 END FROM ducklake_snapshot"
                    + " WHERE snapshot_id = 0"))
        .containsExactly(List.of("1"));
    assertThat(
            Lake.query(
                connection, "SELECT table_id FROM ducklake_table WHERE table_id < 0 AND 1 / 0 = 1"))
        .isEmpty();
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT 1 FROM t) SELECT COUNT(*) FROM t",
        "WITH v(x) AS (SELECT a.x FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9)) a(x))"
            + " SELECT COUNT(*) FROM v a, v b, v c, v d, v e, v f, v g, v h, v i WHERE a.x + i.x <"
            + " 0"
      })
  @Timeout(60)
  void aQueryThatHardlyEverReadsARowRunsIntoItsTimeLimit(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeQuery(sql))
          .hasFieldOrPropertyWithValue("SQLState", "57014");
    }
    assertThat(LAKE.openScopes()).isZero();
  }

  @Test
  void escapedFunctionsAreKnownInAnyCase() throws SQLException {
    assertThat(Lake.query(connection, "SELECT {fn ucase('a')}, {fn LCase('A')}"))
        .containsExactly(List.of("A", "a"));
  }
}
