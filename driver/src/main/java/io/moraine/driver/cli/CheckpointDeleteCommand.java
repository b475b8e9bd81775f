package io.moraine.driver.cli;

import io.moraine.api.Catalog;
import java.io.IOException;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Gives a checkpoint up. */
@Command(
    name = "delete",
    description = "Gives a checkpoint up, so that what only it needs may be cleaned up.",
    mixinStandardHelpOptions = true)
final class CheckpointDeleteCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private WritableStoreOptions store = new WritableStoreOptions();

  @Parameters(index = "1", paramLabel = "<uuid>", description = "The checkpoint.")
  private @Nullable UUID checkpoint;

  @Mixin private JsonOption form = new JsonOption();

  CheckpointDeleteCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    UUID id = Objects.requireNonNull(checkpoint);
    boolean deleted;
    try (Catalog catalog = Catalog.open(store.catalogOptions())) {
      deleted = catalog.deleteCheckpoint(id);
    }
    if (!deleted) {
      output.error("there is no checkpoint " + id + "; checkpoint list shows those there are");
      return 1;
    }
    new Report()
        .line("Deleted checkpoint " + id + ".")
        .fact("checkpoint", id)
        .fact("deleted", true)
        .print(output, form);
    return 0;
  }
}
