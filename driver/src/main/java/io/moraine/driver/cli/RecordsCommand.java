package io.moraine.driver.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.moraine.api.Catalog;
import io.moraine.model.RecordCursor;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Prints every stored record as a JSON line: key and value in hexadecimal, and the key in words.
 */
@Command(
    name = "records",
    description = "Prints every stored record as a JSON line.",
    mixinStandardHelpOptions = true)
final class RecordsCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private StoreOptions store = new StoreOptions();

  RecordsCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    PrintStream out = output.bufferedOut();
    try (Catalog catalog = Catalog.open(store.catalogOptions());
        RecordCursor records = catalog.records();
        JsonGenerator json = JsonPrinter.lines(out)) {
      while (records.next()) {
        json.writeStartObject();
        json.writeStringField("key", records.key().toHex());
        json.writeStringField("value", records.value().toHex());
        json.writeStringField("decoded", records.decodedKey());
        json.writeEndObject();
      }
      json.writeRaw('\n');
    } finally {
      out.flush();
    }
    return 0;
  }
}
