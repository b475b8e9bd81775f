package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.api.Catalog;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.testing.ScopeRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that no lake can hold, beside the rows of a good commit: told, and nothing is written. */
class BadRowsTest {
  @RegisterExtension final OwnLake lake = new OwnLake();

  static Stream<Arguments> rows() {
    return Stream.of(
        Arguments.of(
            "a wrong type", schema("'x'", "1", "s"), "22P02", "cannot be read as an integer"),
        Arguments.of(
            "a number too large", schema("1e30", "1", "s"), "22003", "out of the type's range"),
        Arguments.of("a NULL", schema("1", "NULL", "s"), "23000", "begin_snapshot is NULL"),
        Arguments.of(
            "a NULL in a key",
            "INSERT INTO ducklake_metadata (key, value) VALUES (NULL, '1')",
            "23502",
            "NULL is no value of column key"),
        Arguments.of("an id that is live", schema("0", "1", "s"), "23000", "is there already"),
        Arguments.of("an id given twice", schema("1", "1", "s"), "23000", "staged this row before"),
        Arguments.of(
            "a parent that is not there",
            "INSERT INTO ducklake_column VALUES"
                + " (1, 1, NULL, 77, 1, 'c', 'int64', NULL, NULL, true, NULL, NULL, NULL)",
            "23000",
            "table_id 77 names nothing that lives"),
        Arguments.of("an id behind the counters", schema("77", "1", "s"), "23000", "new id 77"),
        Arguments.of(
            "a begin in the future",
            "INSERT INTO ducklake_tag VALUES (0, 9, NULL, 'k', 'v')",
            "23000",
            "beyond 1"),
        Arguments.of(
            "two snapshots",
            "INSERT INTO ducklake_snapshot VALUES (2, NOW(), 2, 9, 9)",
            "23000",
            "not 2 and 1"),
        Arguments.of(
            "a name that is too long",
            schema("1", "1", "n".repeat(65_536)),
            "23000",
            "longer than 65535 bytes"),
        Arguments.of(
            "a statement that is too large",
            schema("1", "1", "n".repeat(5 << 20)),
            "54001",
            "characters, more than"),
        Arguments.of(
            "an inlined row",
            "INSERT INTO ducklake_inlined_data_1_1 VALUES (1)",
            "0A000",
            "nlined"));
  }

  private static String schema(String id, String begin, String name) {
    return "INSERT INTO ducklake_schema VALUES ("
        + id
        + ", UUID(), "
        + begin
        + ", NULL, '"
        + name
        + "', 'p/', true)";
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theLakeIsUnchanged(String what, String sql, String state, String text) throws SQLException {
    List<String> before = everything();
    long commits = lake.commits();
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      SqlCommit.stageSchema(connection, "good");
      Optional<SQLException> refusal = attempt(connection, sql);
      assertThat(refusal).as(what).isPresent();
      SQLException refused = refusal.get();
      assertThat(refused.getSQLState()).as(refused.toString()).isEqualTo(state);
      assertThat((Throwable) refused)
          .hasMessageContaining(text)
          .hasMessageNotContainingAny("conflict", "concurrent", "unique", "primary key");
      connection.rollback();
      assertThat(everything()).isEqualTo(before);
      assertThat(lake.commits()).isEqualTo(commits);
      SqlCommit.stageSchema(connection, "good");
      connection.commit();
    }
    assertThat(lake.seenByOthers("SELECT schema_name FROM ducklake_schema"))
        .containsExactlyInAnyOrder("main", "good");
  }

  private static Optional<SQLException> attempt(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
      connection.commit();
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(e);
    }
  }

  private List<String> everything() {
    Catalog catalog = lake.catalog();
    try (ReadScope scope = catalog.readScope()) {
      return Stream.of(MetadataTable.values())
          .flatMap(table -> ScopeRows.of(scope, TableScan.of(table)).stream())
          .map(Arrays::toString)
          .toList();
    }
  }
}
