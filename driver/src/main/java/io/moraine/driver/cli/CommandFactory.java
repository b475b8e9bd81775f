package io.moraine.driver.cli;

import picocli.CommandLine;

/** Makes the commands, handing each the place where it prints. */
record CommandFactory(Output output) implements CommandLine.IFactory {
  @Override
  public <T> T create(Class<T> type) throws Exception {
    if (type == ShellCommand.class) {
      return type.cast(new ShellCommand(output));
    }
    if (type == QueryCommand.class) {
      return type.cast(new QueryCommand(output));
    }
    if (type == InspectCommand.class) {
      return type.cast(new InspectCommand(output));
    }
    if (type == RecordsCommand.class) {
      return type.cast(new RecordsCommand(output));
    }
    return CommandLine.defaultFactory().create(type);
  }
}
