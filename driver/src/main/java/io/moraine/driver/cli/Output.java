package io.moraine.driver.cli;

import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where a command reads and writes, in UTF-8.
 *
 * @param out standard output
 * @param err standard error
 * @param in standard input
 * @param console the terminal, or null if input or output is not one
 */
record Output(PrintStream out, PrintStream err, InputStream in, @Nullable Console console) {
  /** Prints one line that says why the command failed. */
  void error(String reason) {
    out.flush();
    err.println("moraine: " + reason);
  }

  /** Whether a person sits at the terminal. */
  boolean interactive() {
    return console != null;
  }

  /** Standard output for many rows; its owner flushes it. */
  PrintStream bufferedOut() {
    return new PrintStream(new BufferedOutputStream(out, 1 << 16), false, StandardCharsets.UTF_8);
  }

  PrintWriter outWriter() {
    return new PrintWriter(out, true, StandardCharsets.UTF_8);
  }

  PrintWriter errWriter() {
    return new PrintWriter(err, true, StandardCharsets.UTF_8);
  }

  void flush() {
    out.flush();
    err.flush();
  }
}
