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

  private static void check(SqlScript script, SqlScript.Statement statement) throws SQLException {
    assertThat(statement.expectations()).as("expectations of " + statement.sql()).isNotEmpty();
    try (Connection connection =
        DriverManager.getConnection(Lakes.url(script.lake()), script.properties())) {
      String first = statement.expectations().get(0);
      if (first.startsWith("--!")) {
        checkError(connection, statement.sql(), first.substring(3).strip());
      } else {
        checkRows(rows(connection, statement.sql()), statement);
      }
    }
  }

  private static void checkError(Connection connection, String sql, String expected) {
    String[] stateAndText = expected.split(" ", 2);
    SQLException error = catchThrowableOfType(SQLException.class, () -> rows(connection, sql));
    assertThat((Throwable) error).as(sql).isNotNull();
    assertThat(error.getSQLState()).as(sql + ": " + error.getMessage()).isEqualTo(stateAndText[0]);
    if (stateAndText.length > 1) {
      assertThat(error.getMessage()).containsIgnoringCase(stateAndText[1]);
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
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
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
