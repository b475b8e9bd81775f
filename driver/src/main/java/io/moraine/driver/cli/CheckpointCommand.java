package io.moraine.driver.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The commands about checkpoints. */
@Command(
    name = "checkpoint",
    description = "Creates, lists and deletes checkpoints, which keep a state from clean-up.",
    mixinStandardHelpOptions = true,
    subcommands = {
      CheckpointCreateCommand.class,
      CheckpointListCommand.class,
      CheckpointDeleteCommand.class
    })
final class CheckpointCommand implements Runnable {
  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        command.commandLine(), "checkpoint needs one of create, list and delete");
  }
}
