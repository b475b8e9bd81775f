package io.moraine.driver.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Properties by name. Malformed ones are refused without being shown: they may be secrets. */
final class PropertyOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--set",
      paramLabel = "<name=value>",
      description = "A connection property, such as --set s3.region=eu-central-1; may be repeated.")
  private List<String> pairs = new ArrayList<>();

  /** The properties in the order they were given. */
  Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new CommandLine.ParameterException(
            command.commandLine(), "--set needs a name, = and a value, without blanks between");
      }
      properties.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return properties;
  }
}
