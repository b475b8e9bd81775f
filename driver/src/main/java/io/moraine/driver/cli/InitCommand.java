package io.moraine.driver.cli;

import io.moraine.api.Catalog;
import io.moraine.model.NewLake;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Creates an empty lake where there is nothing yet. */
@Command(
    name = "init",
    description = "Creates an empty lake at a location where there is nothing yet.",
    mixinStandardHelpOptions = true)
final class InitCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private WritableStoreOptions store = new WritableStoreOptions();

  @Option(
      names = "--data-path",
      paramLabel = "<path>",
      description =
          "Where data files shall lie, as DuckLake's DATA_PATH; without it DuckLake must be told at"
              + " each attach.")
  private @Nullable String dataPath;

  @Option(names = "--encrypted", description = "Have DuckLake encrypt the data files.")
  private boolean encrypted;

  @Mixin private JsonOption form = new JsonOption();

  InitCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    Catalog.create(store.catalogOptions(), new NewLake(Optional.ofNullable(dataPath), encrypted));
    new Report()
        .line(
            "Created a lake at "
                + store.location()
                + (dataPath == null ? "" : ", with data files at " + dataPath)
                + (encrypted ? ", which are encrypted" : "")
                + ".")
        .fact("created", true)
        .fact("location", store.location())
        .fact("data_path", dataPath)
        .fact("encrypted", encrypted)
        .print(output, form);
    return 0;
  }
}
