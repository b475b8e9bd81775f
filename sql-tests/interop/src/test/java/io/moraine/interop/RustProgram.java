package io.moraine.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The program that does with a lake what Rust does. Its commands are told in {@code main.rs}. */
final class RustProgram {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LONGEST_SECONDS = 120;

  private final Path executable;

  private RustProgram(Path executable) {
    this.executable = executable;
  }

  /** The program, built if its sources changed. Without Cargo the test is skipped. */
  static synchronized RustProgram built() {
    if (!hasCargo()) {
      System.out.println("Skipped: no Cargo is installed, so the Rust program cannot be built");
      Assumptions.abort("no Cargo is installed");
    }
    Path build = Path.of(System.getProperty("moraine.interop.build"));
    Path sources = Path.of(System.getProperty("moraine.interop.program"));
    build(sources.resolve("Cargo.toml"), build);
    return new RustProgram(build.resolve("release/moraine-interop"));
  }

  private static boolean hasCargo() {
    try {
      Process cargo = new ProcessBuilder("cargo", "--version").start();
      cargo.getInputStream().readAllBytes();
      return cargo.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void build(Path manifest, Path target) {
    List<String> command =
        List.of(
            "cargo",
            "build",
            "--release",
            "--locked",
            "--manifest-path",
            manifest.toString(),
            "--target-dir",
            target.toString());
    try {
      Path log = Files.createTempFile("moraine-interop", ".log");
      Process cargo =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (cargo.waitFor() != 0) {
        throw new IllegalStateException(String.join("\n", Files.readAllLines(log)));
      }
      Files.delete(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs a command and gives its answer.
   *
   * @throws RustFailure if it failed
   */
  JsonNode run(Object... arguments) {
    try {
      Path answer = Files.createTempFile("moraine-interop", ".json");
      Process process =
          new ProcessBuilder(command(arguments))
              .redirectInput(Redirect.from(new File("/dev/null")))
              .redirectOutput(answer.toFile())
              .redirectError(Redirect.INHERIT)
              .start();
      if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(List.of(arguments) + " did not end");
      }
      JsonNode tree = JSON.readTree(answer.toFile());
      Files.delete(answer);
      return checked(tree);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Begins a command whose answer is of no interest, to be killed. */
  Process start(Object... arguments) {
    try {
      return new ProcessBuilder(command(arguments))
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A writer that stays until it is closed. */
  Held hold(Path lake) {
    try {
      return new Held(
          new ProcessBuilder(command("hold", lake)).redirectError(Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> command(Object... arguments) {
    List<String> command = new ArrayList<>(List.of(executable.toString()));
    for (Object each : arguments) {
      command.add(each.toString());
    }
    return command;
  }

  private static JsonNode checked(JsonNode answer) {
    if (answer.has("error")) {
      throw new RustFailure(answer.get("error").textValue(), answer.get("message").textValue());
    }
    return answer;
  }

  /** What Rust answered. */
  static final class RustFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String kind;

    RustFailure(String kind, String message) {
      super(kind + ": " + message);
      this.kind = kind;
    }

    /** The error's name in Rust. */
    String kind() {
      return kind;
    }
  }

  /** A Rust process that is the writer of a lake. */
  static final class Held implements AutoCloseable {
    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader answers;

    private Held(Process process) {
      this.process = process;
      this.commands = process.outputWriter(StandardCharsets.UTF_8);
      this.answers = process.inputReader(StandardCharsets.UTF_8);
      answer();
    }

    /**
     * Gives a command, and its answer.
     *
     * @throws RustFailure if it failed
     */
    JsonNode tell(Object command) {
      try {
        commands.write(JSON.writeValueAsString(command));
        commands.newLine();
        commands.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return answer();
    }

    private JsonNode answer() {
      try {
        String line = answers.readLine();
        if (line == null) {
          throw new IllegalStateException("the Rust process ended");
        }
        return checked(JSON.readTree(line));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Ends it as an operator would, whether it still is the writer or not. */
    @Override
    public void close() {
      try {
        commands.close();
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
