package io.moraine.driver.cli;

import io.moraine.api.Catalog;
import io.moraine.model.StoreInspection;
import io.moraine.model.StoreInspection.Checkpoint;
import io.moraine.model.StoreInspection.Segment;
import io.moraine.model.StoreInspection.WalObject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tells how a lake is: what was committed last, who writes, what is not flushed. */
@Command(
    name = "status",
    description =
        "Tells how a lake is: the latest snapshot, the writer in charge, the log that is not in"
            + " tables yet, leases and checkpoints. Writes nothing.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  private static final String PUBLICATION = "moraine-publication";
  private static final String CLOSED_PUBLICATION = "moraine-publication-closed";
  private static final String LEASE = "moraine-lease";

  private final Output output;

  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private JsonOption form = new JsonOption();

  StatusCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    StoreInspection found;
    try (Catalog catalog = Catalog.open(store.catalogOptions())) {
      found = catalog.inspect();
    }
    Report report = new Report();
    tellHead(report, found);
    tellWriter(report, found);
    tellLog(report, found);
    tellCheckpoints(report, found.checkpoints());
    report.print(output, form);
    return 0;
  }

  private static void tellHead(Report report, StoreInspection found) {
    report
        .line("location", found.location())
        .line("format", found.formatVersion() + " (written by " + found.writerVersion() + ")")
        .line(
            "latest snapshot",
            found.position().snapshotId()
                + found.latestSnapshotAt().map(at -> " of " + at).orElse("")
                + ", batch "
                + found.position().batchSeq())
        .fact("location", found.location())
        .fact("format", found.formatVersion())
        .fact("snapshot_id", found.position().snapshotId())
        .fact("snapshot_at", found.latestSnapshotAt())
        .fact("batch_seq", found.position().batchSeq())
        .fact("manifest_id", found.manifestId());
  }

  private static void tellWriter(Report report, StoreInspection found) {
    Optional<Checkpoint> publication =
        found.checkpoints().stream()
            .filter(each -> found.publication().filter(each.id()::equals).isPresent())
            .findFirst();
    String state =
        publication
            .map(each -> isNamed(each, CLOSED_PUBLICATION) ? "given up" : "published")
            .orElse("unpublished");
    report
        .line(
            "writer epoch",
            found.writerEpoch()
                + ", "
                + state
                + publication.map(each -> " at " + each.createdAt()).orElse(""))
        .fact("writer_epoch", found.writerEpoch())
        .fact("writer_state", state.replace(' ', '_'))
        .fact("published_at", publication.map(Checkpoint::createdAt))
        .fact("compactor_epoch", found.compactorEpoch());
  }

  private static void tellLog(Report report, StoreInspection found) {
    List<WalObject> tail =
        found.wal().stream().filter(each -> each.id() > found.replayAfterWalId()).toList();
    long bytes = tail.stream().mapToLong(WalObject::sizeBytes).sum();
    report
        .line("log not in tables", tail.size() + " objects, " + bytes + " bytes")
        .fact("tail_objects", tail.size())
        .fact("tail_bytes", bytes);
    for (Segment each : found.segments()) {
      report.line(
          "  segment " + (each.prefix().isEmpty() ? "(all keys)" : each.prefix().toHex()),
          each.l0().size() + " L0 tables, " + each.runs().size() + " sorted runs");
    }
    report.fact(
        "segments",
        found.segments().stream()
            .map(
                each ->
                    Map.of(
                        "prefix", each.prefix().toHex(),
                        "l0_tables", each.l0().size(),
                        "sorted_runs", each.runs().size()))
            .toList());
  }

  private static void tellCheckpoints(Report report, List<Checkpoint> checkpoints) {
    long leases = checkpoints.stream().filter(each -> isNamed(each, LEASE)).count();
    long others =
        checkpoints.stream()
            .filter(
                each ->
                    !isNamed(each, LEASE)
                        && !isNamed(each, PUBLICATION)
                        && !isNamed(each, CLOSED_PUBLICATION))
            .count();
    report
        .line("leases", leases)
        .line("checkpoints", others)
        .fact("leases", leases)
        .fact("checkpoints", others);
  }

  private static boolean isNamed(Checkpoint checkpoint, String name) {
    return checkpoint.name().filter(name::equals).isPresent();
  }
}
