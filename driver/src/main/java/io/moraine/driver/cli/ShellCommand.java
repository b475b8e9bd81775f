package io.moraine.driver.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * A prompt for statements. At a terminal with line editing and a history; from a pipe it reads
 * statements up to the first that fails.
 */
@Command(
    name = "shell",
    description = "Opens a prompt for SQL statements; \\? there lists its own commands.",
    mixinStandardHelpOptions = true)
final class ShellCommand implements Callable<Integer> {
  private static final String PROMPT = "moraine> ";
  private static final String CONTINUATION = "      -> ";

  private final Output output;

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  ShellCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws SQLException, IOException {
    try (Connection open = connection.connect()) {
      ShellSession session = new ShellSession(open, output);
      if (output.interactive()) {
        try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build()) {
          if (!terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
            return converse(session, terminal);
          }
        }
      }
      return readAll(session);
    }
  }

  private int converse(ShellSession session, Terminal terminal) throws IOException {
    LineReader reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("moraine")
            .variable(LineReader.HISTORY_FILE, historyFile())
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .build();
    terminal.handle(Terminal.Signal.INT, signal -> session.cancel());
    output.out().println("Moraine at " + connection.location() + ". \\? for help, \\q to quit.");
    boolean more = true;
    while (more && !session.ended()) {
      more = converseOnce(session, reader);
    }
    return 0;
  }

  /** Takes one line; answers whether there may be another. */
  private static boolean converseOnce(ShellSession session, LineReader reader) throws IOException {
    try {
      session.offer(reader.readLine(session.midStatement() ? CONTINUATION : PROMPT));
    } catch (SQLException failure) {
      session.report(failure);
    } catch (UserInterruptException interrupt) {
      session.forget();
    } catch (EndOfFileException end) {
      return false;
    }
    return true;
  }

  private int readAll(ShellSession session) throws SQLException, IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(output.in(), StandardCharsets.UTF_8));
    String line = reader.readLine();
    while (line != null && !session.ended()) {
      session.offer(line);
      line = reader.readLine();
    }
    session.finish();
    return 0;
  }

  private static Path historyFile() {
    return Path.of(System.getProperty("user.home"), ".moraine_history");
  }
}
