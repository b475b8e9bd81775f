package io.moraine.driver.cli;

import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Prints rows as RFC 4180 has it, lines ended by a line feed. */
record CsvPrinter(PrintStream out) implements RowPrinter {
  @Override
  public long print(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    StringBuilder line = new StringBuilder();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      append(line, i, columns.getColumnLabel(i));
    }
    out.append(line).append('\n');
    long count = 0;
    while (rows.next()) {
      line.setLength(0);
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        append(line, i, rows.getString(i));
      }
      out.append(line).append('\n');
      count++;
    }
    return count;
  }

  @Override
  public void printCount(long count) {
    out.append("changed_rows\n").append(Long.toString(count)).append('\n');
  }

  private static void append(StringBuilder line, int index, @Nullable String value) {
    if (index > 1) {
      line.append(',');
    }
    if (value == null) {
      return;
    }
    if (value.isEmpty()
        || value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')) {
      line.append('"').append(value.replace("\"", "\"\"")).append('"');
    } else {
      line.append(value);
    }
  }
}
