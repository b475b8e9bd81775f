package io.moraine.driver.cli;

import io.moraine.api.Catalog;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Pins everything committed so far. */
@Command(
    name = "create",
    description =
        "Pins everything committed so far against clean-up, which takes the writer role. Read"
            + " through it with the connection property checkpoint.",
    mixinStandardHelpOptions = true)
final class CheckpointCreateCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private WritableStoreOptions store = new WritableStoreOptions();

  @Option(
      names = "--name",
      paramLabel = "<name>",
      description = "A name to know it by; it need not be the only one of that name.")
  private @Nullable String name;

  @Option(
      names = "--lifetime",
      paramLabel = "<duration>",
      converter = DurationConverter.class,
      description = "How long it lasts, such as 12h; without this until it is deleted.")
  private @Nullable Duration lifetime;

  @Mixin private JsonOption form = new JsonOption();

  CheckpointCreateCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    try (Catalog catalog = Catalog.open(store.catalogOptions())) {
      UUID id = catalog.createCheckpoint(Optional.ofNullable(name), Optional.ofNullable(lifetime));
      new Report()
          .line(
              "Created checkpoint "
                  + id
                  + (name == null ? "" : " \"" + name + "\"")
                  + (lifetime == null ? ", which never expires." : ", for " + lifetime + "."))
          .fact("checkpoint", id)
          .fact("name", name)
          .fact("lifetime_seconds", lifetime == null ? null : lifetime.toSeconds())
          .print(output, form);
    }
    return 0;
  }
}
