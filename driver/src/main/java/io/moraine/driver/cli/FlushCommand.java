package io.moraine.driver.cli;

import io.moraine.api.Catalog;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Flushes the write-ahead log to tables. */
@Command(
    name = "flush",
    description = "Flushes the write-ahead log to tables, which takes the writer role.",
    mixinStandardHelpOptions = true)
final class FlushCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private WritableStoreOptions store = new WritableStoreOptions();

  @Mixin private JsonOption form = new JsonOption();

  FlushCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    try (Catalog catalog = Catalog.open(store.catalogOptions())) {
      int tables = catalog.flush();
      new Report()
          .line(
              tables == 0
                  ? "There was nothing to flush."
                  : "Flushed the log to " + tables + (tables == 1 ? " table." : " tables."))
          .fact("tables", tables)
          .print(output, form);
    }
    return 0;
  }
}
