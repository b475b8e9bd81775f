package io.moraine.driver.cli;

import io.moraine.driver.logging.WireLoggers;
import io.moraine.model.CatalogException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/**
 * The command line of the driver's jar. Exit codes: 0 fine, 1 refused or failed with one line on
 * standard error, 2 wrong usage, others as a command's help says.
 */
@Command(
    name = "moraine",
    description = "Works with DuckLake catalogs that Moraine keeps in an object store.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      ShellCommand.class,
      QueryCommand.class,
      InitCommand.class,
      StatusCommand.class,
      CheckpointCommand.class,
      FlushCommand.class,
      CollectCommand.class,
      CompactCommand.class,
      ReconcileCommand.class,
      InspectCommand.class,
      RecordsCommand.class,
      HelpCommand.class
    })
public final class Main {
  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    WireLoggers.keepQuiet();
    Output output =
        new Output(utf8(FileDescriptor.out), utf8(FileDescriptor.err), System.in, System.console());
    int exit = run(output, args);
    output.flush();
    System.exit(exit);
  }

  /** Runs one command and answers its exit code. */
  static int run(Output output, String... args) {
    CommandLine line = new CommandLine(new Main(), new CommandFactory(output));
    line.setOut(output.outWriter());
    line.setErr(output.errWriter());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          output.error(reason(failure));
          return CommandLine.ExitCode.SOFTWARE;
        });
    return args.length == 0 ? usage(line, output) : line.execute(args);
  }

  private static int usage(CommandLine line, Output output) {
    line.usage(output.err());
    return CommandLine.ExitCode.USAGE;
  }

  /** What went wrong, in one line. */
  private static String reason(Exception failure) {
    String text =
        failure instanceof SQLException sql && sql.getSQLState() != null
            ? sql.getMessage() + " [" + sql.getSQLState() + "]"
            : failure instanceof CatalogException || failure instanceof SQLException
                ? failure.getMessage()
                : failure.toString();
    return text == null ? failure.toString() : text.replaceAll("\\s*\\R\\s*", " ");
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }

  /** The version of the jar. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"moraine-jdbc " + (version == null ? "(unpackaged)" : version)};
    }
  }
}
