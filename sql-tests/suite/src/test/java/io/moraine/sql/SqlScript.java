package io.moraine.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * A file of statements, each with what it must answer. Lines of a script:
 *
 * <ul>
 *   <li>{@code -- lake: lakes/shop} and {@code -- set: snapshot=3} before the first statement;
 *       {@code -- writes} for a script that runs on a copy of the lake, on one connection;
 *   <li>SQL up to a semicolon at the end of a line;
 *   <li>below it {@code --> a | NULL | b}, a row each, in order; {@code --# n} for n rows whose
 *       content does not matter; {@code --+ n} for n rows that the statement changes; {@code --~
 *       text} for a text that the answer contains; {@code --! 42P01 text} for an error of that
 *       SQLState whose message contains the text.
 * </ul>
 *
 * @param lake the lake it runs on
 * @param properties connection properties
 * @param writes whether it changes the lake
 * @param statements what it runs
 */
record SqlScript(String lake, Properties properties, boolean writes, List<Statement> statements) {
  /** Reads a script. */
  static SqlScript read(Path file) throws IOException {
    String lake = "lakes/shop";
    Properties properties = new Properties();
    boolean writes = false;
    List<Statement> statements = new ArrayList<>();
    StringBuilder sql = new StringBuilder();
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      if (line.startsWith("-- lake: ")) {
        lake = line.substring(9).strip();
      } else if (line.equals("-- writes")) {
        writes = true;
      } else if (line.startsWith("-- set: ")) {
        String[] pair = line.substring(8).strip().split("=", 2);
        properties.setProperty(pair[0], pair[1]);
      } else if (line.matches("--[>#+~!].*")) {
        statements.get(statements.size() - 1).expectations().add(line);
      } else if (!line.startsWith("-- ") && !line.isBlank()) {
        sql.append(line).append('\n');
        if (line.endsWith(";")) {
          statements.add(new Statement(number, sql.toString().strip(), new ArrayList<>()));
          sql.setLength(0);
        }
      }
    }
    if (!sql.isEmpty()) {
      throw new IOException(file + " ends inside of a statement: " + sql);
    }
    return new SqlScript(lake, properties, writes, statements);
  }

  /**
   * A statement.
   *
   * @param line the line on which it ends
   * @param sql its text, semicolon included
   * @param expectations the lines below it
   */
  record Statement(int line, String sql, List<String> expectations) {}
}
