package io.moraine.driver.cli;

import io.moraine.api.Catalog;
import io.moraine.base.Bytes;
import io.moraine.model.CompactionListener;
import io.moraine.model.CompactionReport;
import io.moraine.model.CompactionReport.Compaction;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Merges the tables of each segment into one run. */
@Command(
    name = "compact",
    description =
        "Merges the tables of each segment into one sorted run. Writers and readers go on; another"
            + " compactor is stopped. Prints progress on standard error, unless for scripts.",
    mixinStandardHelpOptions = true)
final class CompactCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private WritableStoreOptions store = new WritableStoreOptions();

  @Mixin private JsonOption form = new JsonOption();

  @Option(
      names = "--segment",
      paramLabel = "<hex>",
      description = "Compact the segment with this prefix only, as inspect shows it.")
  private @Nullable String segment;

  @Spec private CommandSpec spec = CommandSpec.create();

  CompactCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    Optional<Bytes> prefix = Optional.ofNullable(segment).map(this::prefix);
    CompactionReport done;
    try (Catalog catalog = Catalog.open(store.catalogOptions())) {
      done =
          catalog.compact(
              prefix, form.json() ? CompactionListener.NONE : new ProgressLines(output));
    }
    Report report = new Report();
    if (done.compactions().isEmpty()) {
      report.line("There was nothing to merge.");
    }
    done.compactions().forEach(each -> report.line(text(each)));
    report.fact("compactions", done.compactions().stream().map(CompactCommand::facts).toList());
    report.print(output, form);
    return 0;
  }

  private Bytes prefix(String hex) {
    try {
      return Bytes.fromHex(hex);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "--segment " + hex + " is not hexadecimal", e);
    }
  }

  private static String name(Bytes segment) {
    return segment.isEmpty() ? "(all keys)" : segment.toHex();
  }

  private static String text(Compaction done) {
    return "segment "
        + name(done.segment())
        + ": "
        + done.l0Tables()
        + " L0 tables and "
        + done.runs()
        + " sorted runs, "
        + done.bytesRead()
        + " bytes, became "
        + done.tables()
        + (done.tables() == 1 ? " table, " : " tables, ")
        + done.bytesWritten()
        + " bytes";
  }

  private static Map<String, Object> facts(Compaction done) {
    return Map.of(
        "segment", done.segment().toHex(),
        "l0_tables", done.l0Tables(),
        "sorted_runs", done.runs(),
        "tables", done.tables(),
        "bytes_read", done.bytesRead(),
        "bytes_written", done.bytesWritten(),
        "rows_read", done.rowsRead(),
        "rows_written", done.rowsWritten());
  }

  /** One line for each table that was written, and for each segment. */
  private static final class ProgressLines implements CompactionListener {
    private final Output output;
    private List<Object> last = List.of();

    private ProgressLines(Output output) {
      this.output = output;
    }

    @Override
    public void at(Progress progress) {
      List<Object> now = List.of(progress.segment(), progress.bytesWritten());
      if (!now.equals(last)) {
        last = now;
        output
            .err()
            .println(
                "segment "
                    + name(progress.segment())
                    + ": "
                    + progress.rowsRead()
                    + " rows read of "
                    + progress.bytesToRead()
                    + " bytes, "
                    + progress.bytesWritten()
                    + " bytes written");
      }
    }
  }
}
