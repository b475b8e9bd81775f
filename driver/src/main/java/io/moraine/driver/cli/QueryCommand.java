package io.moraine.driver.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one statement and prints its rows, or how many it changed. */
@Command(
    name = "query",
    description = "Runs one statement and prints its rows, or how many it changed.",
    mixinStandardHelpOptions = true)
final class QueryCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  @Parameters(index = "1", paramLabel = "<sql>", description = "The statement.")
  private String sql = "";

  @Option(
      names = "--format",
      defaultValue = "table",
      description = "One of table, csv, jsonl; default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  QueryCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws SQLException, IOException {
    PrintStream out = output.bufferedOut();
    try (Connection open = connection.connect();
        Statement statement = open.createStatement()) {
      Answers.print(statement, sql, format, out);
    } finally {
      out.flush();
    }
    return 0;
  }
}
