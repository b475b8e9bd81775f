package io.moraine.driver.cli;

import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;

/** Makes the commands, handing each the place where it prints. */
record CommandFactory(Output output) implements CommandLine.IFactory {
  private static final Map<Class<?>, Function<Output, Object>> COMMANDS =
      Map.ofEntries(
          Map.entry(ShellCommand.class, ShellCommand::new),
          Map.entry(QueryCommand.class, QueryCommand::new),
          Map.entry(InitCommand.class, InitCommand::new),
          Map.entry(StatusCommand.class, StatusCommand::new),
          Map.entry(CheckpointCreateCommand.class, CheckpointCreateCommand::new),
          Map.entry(CheckpointListCommand.class, CheckpointListCommand::new),
          Map.entry(CheckpointDeleteCommand.class, CheckpointDeleteCommand::new),
          Map.entry(FlushCommand.class, FlushCommand::new),
          Map.entry(CollectCommand.class, CollectCommand::new),
          Map.entry(CompactCommand.class, CompactCommand::new),
          Map.entry(ReconcileCommand.class, ReconcileCommand::new),
          Map.entry(InspectCommand.class, InspectCommand::new),
          Map.entry(RecordsCommand.class, RecordsCommand::new));

  @Override
  public <T> T create(Class<T> type) throws Exception {
    Function<Output, Object> command = COMMANDS.get(type);
    if (command != null) {
      return type.cast(command.apply(output));
    }
    return CommandLine.defaultFactory().create(type);
  }
}
