package io.moraine.driver.cli;

import picocli.CommandLine.Option;

/** Whether a command answers a script. */
final class JsonOption {
  @Option(names = "--json", description = "Print a line of JSON, for scripts.")
  private boolean json;

  boolean json() {
    return json;
  }
}
