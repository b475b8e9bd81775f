package io.moraine.driver.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Runs statements and prints what they answer. */
final class Answers {
  private Answers() {}

  /**
   * Runs a text: prints the rows that it gives, or how many rows each of its statements changed.
   */
  static void print(Statement statement, String sql, Format format, PrintStream out)
      throws SQLException, IOException {
    if (statement.execute(sql)) {
      try (ResultSet rows = statement.getResultSet()) {
        format.printer(out).print(rows);
      }
      return;
    }
    long count = statement.getLargeUpdateCount();
    while (count >= 0) {
      format.printer(out).printCount(count);
      statement.getMoreResults();
      count = statement.getLargeUpdateCount();
    }
  }
}
