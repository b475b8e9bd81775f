package io.moraine.driver.cli;

import io.moraine.api.Catalog;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CollectionOptions;
import io.moraine.model.CollectionReport;
import io.moraine.model.S3Settings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes objects that nobody can need any more. */
@Command(
    name = "collect",
    description =
        "Deletes objects that neither the newest state nor a checkpoint refers to, beside whoever"
            + " reads and writes. Exit code 1 if some could not be deleted.",
    mixinStandardHelpOptions = true)
final class CollectCommand implements Callable<Integer> {
  private final Output output;

  @Parameters(
      index = "0",
      paramLabel = "<location>",
      description = "The lake: a path, file:<path> or s3://<bucket>/<prefix>.")
  private String location = "";

  @Option(
      names = "--dry-run",
      description = "Writes nothing at all and tells what would be deleted.")
  private boolean dryRun;

  @Option(
      names = "--min-age",
      paramLabel = "[<kind>=]<duration>",
      converter = MinAgeConverter.class,
      description =
          "How old an object must be, of every kind or of one: manifests, compaction_states,"
              + " log_objects, fences, tables. May be given several times. Default: 5m.")
  private List<MinAge> minAges = List.of();

  @Option(
      names = "--fences",
      description =
          "Deletes fences as well, the empty objects of the log, that are a day old at least. Only"
              + " if no process can be alive that wrote before them.")
  private boolean fences;

  @Mixin private PropertyOptions properties = new PropertyOptions();

  @Mixin private JsonOption form = new JsonOption();

  CollectCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    CollectionOptions collecting = CollectionOptions.DEFAULT.withFences(fences).withDryRun(dryRun);
    for (MinAge each : minAges) {
      collecting = each.in(collecting);
    }
    CollectionReport done;
    try (Catalog catalog = Catalog.open(options())) {
      done = catalog.collect(collecting);
    }
    report(done).print(output, form);
    return done.isComplete() ? 0 : 1;
  }

  private CatalogOptions options() {
    return CatalogOptions.of(location)
        .withAccess(dryRun ? Access.READ_ONLY : Access.READ_WRITE)
        .withReaderLease(ReaderLease.FALSE)
        .withS3(S3Settings.read(location, properties.properties()));
  }

  private static Report report(CollectionReport done) {
    Report report =
        new Report()
            .fact("dry_run", done.dryRun())
            .fact("expired_checkpoints", done.expiredCheckpoints())
            .fact("detached_parents", done.detachedParents());
    if (done.dryRun()) {
      report.line("Nothing was deleted; without --dry-run this would be:");
    }
    Map<String, @Nullable Object> kinds = new LinkedHashMap<>();
    for (CollectionReport.Kind each : done.kinds()) {
      String name = each.kind().word();
      report.line(name.replace('_', ' '), text(each));
      kinds.put(name, facts(each));
    }
    report.line("expired checkpoints", done.expiredCheckpoints());
    return report.fact("objects", kinds);
  }

  private static String text(CollectionReport.Kind kind) {
    return kind.deleted()
        + " of "
        + kind.seen()
        + ", "
        + kind.bytes()
        + " bytes"
        + (kind.failures() == 0 ? "" : "; " + kind.failures() + " could not be deleted")
        + kind.problem().map(problem -> "; " + problem).orElse("");
  }

  private static Map<String, @Nullable Object> facts(CollectionReport.Kind kind) {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("seen", kind.seen());
    facts.put("deleted", kind.deleted());
    facts.put("bytes", kind.bytes());
    facts.put("failures", kind.failures());
    facts.put("boundary", kind.boundary().isPresent() ? kind.boundary().getAsLong() : null);
    facts.put("problem", kind.problem());
    return facts;
  }
}
