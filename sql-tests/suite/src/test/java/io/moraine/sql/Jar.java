package io.moraine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The jar that a user downloads, run as a user runs it.
 *
 * @param folder where input and output are kept
 */
record Jar(Path folder) {
  static final Path FILE = Path.of(System.getProperty("moraine.jar"));

  /** A command is over before the optimising compiler pays. */
  private static final List<String> QUICK_START =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** What a run printed, and its exit code. */
  record Run(int exit, String out, String err) {}

  /** Runs a command with more in its environment and possibly an input. */
  Run run(Map<String, String> environment, @Nullable String input, String... arguments)
      throws Exception {
    return runJava(List.of("-jar", FILE.toString()), environment, input, arguments);
  }

  /** Runs a command with another jar beside ours on the class path. */
  Run runBeside(Path other, Map<String, String> environment, String... arguments) throws Exception {
    String classPath = FILE + File.pathSeparator + other;
    List<String> java = List.of("-cp", classPath, "io.moraine.driver.cli.Main");
    return runJava(java, environment, null, arguments);
  }

  private Run runJava(
      List<String> java,
      Map<String, String> environment,
      @Nullable String input,
      String[] arguments)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(QUICK_START);
    command.addAll(java);
    command.addAll(List.of(arguments));
    Path in = Files.writeString(folder.resolve("in"), input == null ? "" : input);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("the command ended").isTrue();
    return new Run(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }
}
