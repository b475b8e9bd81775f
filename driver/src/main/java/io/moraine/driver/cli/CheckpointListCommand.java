package io.moraine.driver.cli;

import io.moraine.api.Catalog;
import io.moraine.model.StoreInspection.Checkpoint;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the checkpoints. */
@Command(
    name = "list",
    description =
        "Lists the checkpoints, leases of readers and publications of writers among them; with"
            + " --json a line each.",
    mixinStandardHelpOptions = true)
final class CheckpointListCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private JsonOption form = new JsonOption();

  CheckpointListCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    List<Checkpoint> checkpoints;
    try (Catalog catalog = Catalog.open(store.catalogOptions())) {
      checkpoints = catalog.checkpoints();
    }
    if (checkpoints.isEmpty() && !form.json()) {
      output.out().println("There are no checkpoints.");
    }
    for (Checkpoint each : checkpoints) {
      report(each).print(output, form);
    }
    return 0;
  }

  private static Report report(Checkpoint checkpoint) {
    return new Report()
        .line(InspectCommand.describe(checkpoint))
        .fact("checkpoint", checkpoint.id())
        .fact("name", checkpoint.name())
        .fact("manifest_id", checkpoint.manifestId())
        .fact("created_at", checkpoint.createdAt())
        .fact("expires_at", checkpoint.expiresAt());
  }
}
