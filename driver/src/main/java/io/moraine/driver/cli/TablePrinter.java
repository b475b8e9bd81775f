package io.moraine.driver.cli;

import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints rows in columns. Widths are fitted to a page of rows at a time, so that a long result
 * needs the memory of one page.
 */
record TablePrinter(PrintStream out) implements RowPrinter {
  private static final int PAGE_ROWS = 1_000;

  @Override
  public long print(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    int[] widths = new int[columns.getColumnCount()];
    @Nullable String[] labels = new @Nullable String[widths.length];
    boolean[] numeric = new boolean[widths.length];
    for (int i = 0; i < widths.length; i++) {
      labels[i] = columns.getColumnLabel(i + 1);
      widths[i] = width(labels[i]);
      numeric[i] = isNumeric(columns.getColumnType(i + 1));
    }
    long count = 0;
    List<@Nullable String[]> page = readPage(rows, widths);
    printHeader(labels, widths);
    while (!page.isEmpty()) {
      for (@Nullable String[] row : page) {
        printRow(row, widths, numeric);
      }
      count += page.size();
      page = readPage(rows, widths);
    }
    out.println(count == 1 ? "(1 row)" : "(" + count + " rows)");
    return count;
  }

  @Override
  public void printCount(long count) {
    out.println(count == 1 ? "(1 row changed)" : "(" + count + " rows changed)");
  }

  private static List<@Nullable String[]> readPage(ResultSet rows, int[] widths)
      throws SQLException {
    List<@Nullable String[]> page = new ArrayList<>();
    while (page.size() < PAGE_ROWS && rows.next()) {
      @Nullable String[] row = new @Nullable String[widths.length];
      for (int i = 0; i < row.length; i++) {
        row[i] = visible(rows.getString(i + 1));
        widths[i] = Math.max(widths[i], width(row[i]));
      }
      page.add(row);
    }
    return page;
  }

  private void printHeader(@Nullable String[] labels, int[] widths) {
    printRow(labels, widths, new boolean[labels.length]);
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      int sides = (i == 0 ? 0 : 1) + (i == widths.length - 1 ? 0 : 1);
      rule.append(i == 0 ? "" : "+").append("-".repeat(widths[i] + sides));
    }
    out.println(rule);
  }

  private void printRow(@Nullable String[] row, int[] widths, boolean[] numeric) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.length; i++) {
      String value = row[i] == null ? "" : row[i];
      String padding = " ".repeat(widths[i] - width(value));
      line.append(i == 0 ? "" : " | ");
      line.append(numeric[i] ? padding + value : value + padding);
    }
    out.println(line.toString().stripTrailing());
  }

  /** NULL shows as nothing; control characters show as escapes, so that a row stays one line. */
  private static @Nullable String visible(@Nullable String value) {
    return value == null
        ? null
        : value
            .replace("\\", "\\\\")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t");
  }

  private static int width(@Nullable String value) {
    return value == null ? 0 : value.codePointCount(0, value.length());
  }

  private static boolean isNumeric(int type) {
    return switch (type) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.NUMERIC,
          Types.DECIMAL ->
          true;
      default -> false;
    };
  }
}
