package io.moraine.driver.cli;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a shell remembers from line to line, and what it does with them. */
final class ShellSession {
  private static final String HELP =
      """
      \\d            list the tables
      \\d NAME       describe a table
      \\dn           list the schemas
      \\format NAME  print rows as table, csv or jsonl
      \\timing       show how long statements take, or no longer
      \\?            this help
      \\q            quit
      Everything else is SQL, up to a semicolon at the end of a line.""";

  private final Connection connection;
  private final Output output;
  private final StringBuilder pending = new StringBuilder();
  private Format format = Format.TABLE;
  private boolean timing;
  private boolean ended;
  private volatile @Nullable Statement running;

  ShellSession(Connection connection, Output output) {
    this.connection = connection;
    this.output = output;
  }

  boolean ended() {
    return ended;
  }

  /** Whether a statement was begun and not yet ended. */
  boolean midStatement() {
    return !pending.isEmpty();
  }

  /** Takes a line: a command, or a part of a statement that runs once its semicolon is there. */
  void offer(String line) throws SQLException, IOException {
    String trimmed = line.strip();
    if (!midStatement() && trimmed.startsWith("\\")) {
      command(trimmed);
      return;
    }
    if (!midStatement() && trimmed.isEmpty()) {
      return;
    }
    pending.append(line).append('\n');
    if (trimmed.endsWith(";")) {
      finish();
    }
  }

  /** Runs what is there of a statement. */
  void finish() throws SQLException, IOException {
    String sql = pending.toString().strip();
    forget();
    if (!sql.isEmpty()) {
      run(sql);
    }
  }

  /** Drops what is there of a statement. */
  void forget() {
    pending.setLength(0);
  }

  void report(SQLException failure) {
    output.error(failure.getMessage() + " [" + failure.getSQLState() + "]");
  }

  /** Cancels the running statement, if there is one. */
  void cancel() {
    Statement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException failure) {
        report(failure);
      }
    }
  }

  private void command(String text) throws SQLException, IOException {
    String[] words = text.split("\\s+", 2);
    String argument = words.length > 1 ? words[1].replaceAll("[;\\s]+$", "") : "";
    switch (words[0]) {
      case "\\d" -> run(argument.isEmpty() ? "SHOW TABLES" : "DESCRIBE " + argument);
      case "\\dt" -> run("SHOW TABLES");
      case "\\dn" -> run("SHOW SCHEMAS");
      case "\\format" -> chooseFormat(argument);
      case "\\timing" -> {
        timing = !timing;
        output.out().println(timing ? "Timing is on." : "Timing is off.");
      }
      case "\\?", "\\h", "\\help" -> output.out().println(HELP);
      case "\\q", "\\quit" -> ended = true;
      default -> output.error("no command " + words[0] + "; \\? lists them");
    }
  }

  private void chooseFormat(String name) {
    try {
      format = Format.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      output.error("no format '" + name + "'; there are table, csv and jsonl");
    }
  }

  private void run(String sql) throws SQLException, IOException {
    long start = System.nanoTime();
    try (Statement statement = connection.createStatement()) {
      running = statement;
      Answers.print(statement, sql, format, output.out());
    } finally {
      running = null;
      output.out().flush();
    }
    if (timing) {
      double millis = (System.nanoTime() - start) / (double) TimeUnit.MILLISECONDS.toNanos(1);
      output.out().printf(Locale.ROOT, "Time: %.3f ms%n", millis);
    }
  }
}
