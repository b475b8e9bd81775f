package io.moraine.benchmarks.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** A process that was started, and what it prints. */
final class Child {
  /**
   * What the processes say on standard error, warnings of writers that lost their role above all.
   */
  private static final Path LOG = Path.of(System.getProperty("soak.log", "soak.log"));

  private final String name;
  private final Process process;
  private final Thread listener;

  private Child(String name, Process process, BiConsumer<String, String> onLine) {
    this.name = name;
    this.process = process;
    this.listener = new Thread(() -> listen(onLine), "listener-" + name);
    listener.setDaemon(true);
    listener.start();
  }

  /**
   * Starts {@code main} with this process's class path.
   *
   * @param onLine is told the name and each line
   */
  static Child start(
      String name,
      Class<?> main,
      int heapMegabytes,
      BiConsumer<String, String> onLine,
      String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx" + heapMegabytes + "m",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(LOG.toFile()))
            .start();
    return new Child(name, process, onLine);
  }

  private void listen(BiConsumer<String, String> onLine) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        onLine.accept(name, line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return name;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it at once, in the midst of what it does; all that it printed is read. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
    listener.join();
  }

  /** Has it come to its end; whether it did well. */
  boolean finish(int seconds) throws InterruptedException {
    try {
      process.outputWriter(StandardCharsets.UTF_8).append("over\n").flush();
    } catch (IOException e) {
      return false;
    }
    boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
    kill();
    return ended && process.exitValue() == 0;
  }
}
