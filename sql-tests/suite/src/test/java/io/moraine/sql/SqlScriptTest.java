package io.moraine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every statement of every script answers what the script says. */
class SqlScriptTest {
  private static final Path SCRIPTS = Path.of("src/test/resources/sql");

  @TestFactory
  Stream<DynamicTest> everyStatementAnswersWhatItsScriptSays() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(SCRIPTS)) {
      for (Path file : files.sorted().toList()) {
        SqlScript script = SqlScript.read(file);
        if (script.writes()) {
          tests.add(DynamicTest.dynamicTest(file.getFileName() + "", () -> checkWrites(script)));
          continue;
        }
        for (SqlScript.Statement statement : script.statements()) {
          tests.add(
              DynamicTest.dynamicTest(
                  file.getFileName() + ":" + statement.line(), () -> check(script, statement)));
        }
      }
    }
    assertThat(tests).isNotEmpty();
    return tests.stream();
  }

  /** Runs the statements one after the other, each committed, over a copy of the lake. */
  private static void checkWrites(SqlScript script) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection(Lakes.urlOfCopy(script.lake()), script.properties())) {
      for (SqlScript.Statement statement : script.statements()) {
        assertThat(statement.expectations()).as("expectations of " + statement.sql()).isNotEmpty();
        check(connection, statement);
      }
    }
  }

  private static void check(SqlScript script, SqlScript.Statement statement) throws SQLException {
    assertThat(statement.expectations()).as("expectations of " + statement.sql()).isNotEmpty();
    try (Connection connection =
        DriverManager.getConnection(Lakes.url(script.lake()), script.properties())) {
      check(connection, statement);
    }
  }

  private static void check(Connection connection, SqlScript.Statement statement)
      throws SQLException {
    String first = statement.expectations().get(0);
    String expected = first.substring(3).strip();
    if (first.startsWith("--!")) {
      checkError(connection, statement.sql(), expected);
    } else if (first.startsWith("--+")) {
      checkCount(connection, statement.sql(), Long.parseLong(expected));
    } else {
      checkRows(rows(connection, statement.sql()), statement);
    }
  }

  /** The sum of the update counts of all statements of the text. */
  private static void checkCount(Connection connection, String sql, long expected)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.execute(sql)).as(sql).isFalse();
      long changed = 0;
      while (statement.getLargeUpdateCount() >= 0) {
        changed += statement.getLargeUpdateCount();
        statement.getMoreResults();
      }
      assertThat(changed).as(sql).isEqualTo(expected);
    }
  }

  private static void checkError(Connection connection, String sql, String expected) {
    String[] stateAndText = expected.split(" ", 2);
    SQLException error = catchThrowableOfType(SQLException.class, () -> run(connection, sql));
    assertThat((Throwable) error).as(sql).isNotNull();
    assertThat(error.getSQLState()).as(sql + ": " + error.getMessage()).isEqualTo(stateAndText[0]);
    if (stateAndText.length > 1) {
      assertThat(error.getMessage()).containsIgnoringCase(stateAndText[1]);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        rowsOf(statement.getResultSet());
      }
    }
  }

  private static void checkRows(List<String> rows, SqlScript.Statement statement) {
    List<String> expectedRows = new ArrayList<>();
    boolean listed = false;
    for (String line : statement.expectations()) {
      String text = line.substring(3).strip();
      switch (line.charAt(2)) {
        case '>' -> {
          expectedRows.add(text);
          listed = true;
        }
        case '#' -> assertThat(rows).as(statement.sql()).hasSize(Integer.parseInt(text));
        case '~' -> assertThat(String.join("\n", rows)).as(statement.sql()).contains(text);
        default -> throw new IllegalArgumentException(line);
      }
    }
    if (listed) {
      assertThat(rows).as(statement.sql()).isEqualTo(expectedRows);
    }
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return rowsOf(statement.executeQuery(sql));
    }
  }

  private static List<String> rowsOf(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (result) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          String value = result.getString(i);
          row.add(result.wasNull() ? "NULL" : value);
        }
        rows.add(String.join(" | ", row).strip());
      }
    }
    return rows;
  }
}
