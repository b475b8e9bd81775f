package io.moraine.driver.cli;

import io.moraine.api.Catalog;
import io.moraine.model.StoreInspection;
import io.moraine.model.StoreInspection.Checkpoint;
import io.moraine.model.StoreInspection.Folder;
import io.moraine.model.StoreInspection.Segment;
import io.moraine.model.StoreInspection.SortedRun;
import io.moraine.model.StoreInspection.SsTable;
import io.moraine.model.StoreInspection.WalObject;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints what lies at a location: manifest, checkpoints, tables, write-ahead log, sizes. */
@Command(
    name = "inspect",
    description =
        "Prints what lies at a location: manifest, checkpoints, tables, write-ahead log, sizes.",
    mixinStandardHelpOptions = true)
final class InspectCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private StoreOptions store = new StoreOptions();

  InspectCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() {
    try (Catalog catalog = Catalog.open(store.catalogOptions())) {
      StoreInspection found = catalog.inspect();
      PrintStream out = output.out();
      printHead(out, found);
      printCheckpoints(out, found.checkpoints());
      printSegments(out, found.segments());
      printWal(out, found);
      printObjects(out, found.objects());
    }
    return 0;
  }

  private static void printHead(PrintStream out, StoreInspection found) {
    line(out, "location", found.location());
    line(out, "format", found.formatVersion() + " (written by " + found.writerVersion() + ")");
    line(
        out,
        "latest snapshot",
        found.position().snapshotId()
            + found.latestSnapshotAt().map(at -> " of " + at).orElse("")
            + ", batch "
            + found.position().batchSeq());
    line(out, "manifest", found.manifestId() + " (version " + found.manifestVersion() + ")");
    line(out, "writer epoch", found.writerEpoch());
    line(out, "compactor epoch", found.compactorEpoch());
    line(out, "sequence in tables", found.lastSequence());
    line(out, "segment extractor", found.segmentExtractor().orElse("none"));
  }

  private static void printCheckpoints(PrintStream out, List<Checkpoint> checkpoints) {
    line(out, "checkpoints", checkpoints.size());
    for (Checkpoint each : checkpoints) {
      out.println("  " + describe(each));
    }
  }

  private static void printSegments(PrintStream out, List<Segment> segments) {
    line(out, "segments", segments.size());
    for (Segment segment : segments) {
      out.println(
          "  "
              + (segment.prefix().isEmpty() ? "(all keys)" : segment.prefix().toHex())
              + ": "
              + segment.l0().size()
              + " L0 tables, "
              + segment.runs().size()
              + " sorted runs");
      segment.l0().forEach(table -> out.println("    L0 " + describe(table)));
      for (SortedRun run : segment.runs()) {
        run.tables().forEach(table -> out.println("    run " + run.id() + " " + describe(table)));
      }
    }
  }

  private static void printWal(PrintStream out, StoreInspection found) {
    List<WalObject> wal = found.wal();
    line(
        out,
        "write-ahead log",
        (wal.isEmpty()
                ? "no objects"
                : wal.size()
                    + " objects, "
                    + wal.get(0).id()
                    + " to "
                    + wal.get(wal.size() - 1).id())
            + "; in tables up to "
            + found.replayAfterWalId()
            + ", last seen "
            + found.walIdLastSeen());
  }

  private static void printObjects(PrintStream out, List<Folder> folders) {
    long objects = folders.stream().mapToLong(Folder::objects).sum();
    long bytes = folders.stream().mapToLong(Folder::bytes).sum();
    line(out, "objects", objects + ", " + bytes + " bytes");
    for (Folder folder : folders) {
      out.println(
          "  " + folder.name() + ": " + folder.objects() + ", " + folder.bytes() + " bytes");
    }
  }

  static String describe(Checkpoint checkpoint) {
    return checkpoint.id()
        + checkpoint.name().map(name -> " \"" + name + "\"").orElse("")
        + " pins manifest "
        + checkpoint.manifestId()
        + ", made "
        + checkpoint.createdAt()
        + checkpoint.expiresAt().map(at -> ", expires " + at).orElse(", never expires");
  }

  private static String describe(SsTable table) {
    return table.id() + ", " + table.sizeBytes() + " bytes, from " + table.firstKey();
  }

  private static void line(PrintStream out, String name, Object value) {
    out.printf("%-18s %s%n", name, value);
  }
}
