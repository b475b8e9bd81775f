package io.moraine.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.moraine.api.Catalog;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.ColumnStatistics;
import io.moraine.model.NewColumn;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewLake;
import io.moraine.model.NewTable;
import io.moraine.testing.s3.S3Server;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many commits a second many committers make, each on a table of its own: one data file with
 * the statistics of three columns. Durable and visible to others when it returns; in a folder,
 * behind an S3 server, and beside that the same rows in SQLite. A process by itself; prints a
 * table.
 *
 * <p>First it warms up, without latency: the compiler of a machine with two cores is at work for
 * the first tens of thousands of commits.
 *
 * <p>Bytes of a commit are those of its keys and values; the amplification is how many are sent for
 * each of them, log and manifests together.
 */
public final class GroupRate {
  private static final int SECONDS = Integer.getInteger("seconds", 10);

  private static final int WARM_UP_SECONDS = Integer.getInteger("warm.seconds", 40);

  /** Between the warm-up and what is measured, at the latency that is measured. */
  private static final int SETTLE_SECONDS = 3;

  private static final long MAIN_SCHEMA = 0;
  private static final List<String> EVERYTHING =
      List.of("file:1:64:256", "0:1:64:256", "30:1:64:256", "sqlite:1:64");

  /** One commit of one committer. */
  interface Committer {
    void commit(int number) throws Exception;
  }

  private GroupRate() {}

  /**
   * Measures.
   *
   * @param args what is to be measured, all if there are none: {@code file}, {@code sqlite}, the
   *     milliseconds that a request to the server takes; each followed by numbers of committers
   *     after colons, such as {@code 30:64:256}
   */
  public static void main(String[] args) throws Exception {
    System.out.println(
        "| store | committers | commits/s | median ms | 99 % ms | CPU ms | log objects, manifests"
            + " written, others read a commit | bytes a commit | sent a byte |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    for (String arg : args.length == 0 ? EVERYTHING : List.of(args)) {
      String[] parts = arg.split(":", -1);
      for (int i = 1; i < parts.length; i++) {
        measure(parts[0], Integer.parseInt(parts[i]));
      }
    }
  }

  private static void measure(String store, int committers) throws Exception {
    switch (store) {
      case "file" -> {
        Path folder = Files.createTempDirectory("moraine-groups-");
        lake("file:", CatalogOptions.of("file:" + folder.resolve("lake")), committers, () -> {});
        Lake.delete(folder);
      }
      case "sqlite" -> {
        Path folder = Files.createTempDirectory("moraine-sqlite-");
        try (SqliteFiles files = new SqliteFiles(folder.resolve("db"), committers)) {
          Run run = run(committers, files::committer, () -> {}, () -> {});
          print("SQLite, WAL, synchronous=FULL", committers, run, " |  | ");
        }
        Lake.delete(folder);
      }
      default -> behindServer(Integer.parseInt(store), committers);
    }
  }

  private static void behindServer(int millis, int committers) throws Exception {
    try (S3Server server = S3Server.start()) {
      server.createBucket("lakes");
      lake(
          "s3: at " + millis + " ms",
          CatalogOptions.of("s3://lakes/groups")
              .withS3(server.options())
              .withAccess(Access.READ_WRITE),
          committers,
          () -> server.latency(Duration.ofMillis(millis)));
    }
  }

  private static void lake(String name, CatalogOptions options, int committers, Runnable whenWarm)
      throws Exception {
    Catalog.create(options, NewLake.PLAIN);
    try (Catalog catalog = Catalog.open(options)) {
      List<Long> tables = createTables(catalog, committers);
      long bytes = bytesOfCommit(catalog, tables.get(0));
      AtomicCosts costs = new AtomicCosts(catalog);
      Run run =
          run(committers, i -> number -> addFile(catalog, tables.get(i), number), whenWarm, costs);
      print(name, committers, run, costs.text(run.commits(), bytes));
    }
  }

  private static List<Long> createTables(Catalog catalog, int count) {
    return catalog
        .commit(
            changes -> {
              List<Long> tables = new ArrayList<>();
              for (int i = 0; i < count; i++) {
                tables.add(
                    changes.createTable(
                        MAIN_SCHEMA,
                        NewTable.of(
                            "t" + i,
                            NewColumn.of("id", "int64"),
                            NewColumn.of("name", "varchar"),
                            NewColumn.of("price", "int64"))));
              }
              return tables;
            })
        .result();
  }

  static void addFile(Catalog catalog, long table, int number) {
    NewDataFile file =
        NewDataFile.of("data-" + number + ".parquet", true, 10, 1010, 321)
            .withColumns(
                Map.of(
                    1L, ColumnStatistics.of(80, 10, 0, "1", "10"),
                    2L, ColumnStatistics.of(120, 9, 1, "anna", "zoe"),
                    3L, ColumnStatistics.of(80, 10, 0, "100", "990")));
    var unused = catalog.commit(changes -> changes.addDataFiles(table, List.of(file)));
  }

  /** What the log grows by with a commit, keys and values alone. */
  private static long bytesOfCommit(Catalog catalog, long table) {
    int commits = 20;
    addFile(catalog, table, -1);
    long before = catalog.writerFigures().tailBytes();
    for (int i = 0; i < commits; i++) {
      addFile(catalog, table, -2 - i);
    }
    return (catalog.writerFigures().tailBytes() - before) / commits;
  }

  /** Requests between the end of the warm-up and the end. */
  private static final class AtomicCosts implements Runnable {
    private final Catalog catalog;
    private volatile List<CatalogFigures.Requests> before = List.of();

    AtomicCosts(Catalog catalog) {
      this.catalog = catalog;
    }

    @Override
    public void run() {
      before = catalog.figures().requests();
    }

    String text(int commits, long bytesOfCommit) {
      List<CatalogFigures.Requests> after = catalog.figures().requests();
      double logs = 0;
      double manifests = 0;
      double reads = 0;
      long sent = 0;
      for (int i = 0; i < after.size(); i++) {
        CatalogFigures.Requests each = after.get(i).minus(before.get(i));
        boolean log = each.objects().equals("wal");
        boolean manifest = each.objects().equals("manifest");
        logs += log ? each.writes() : 0;
        manifests += manifest ? each.writes() : 0;
        reads += each.reads() + each.listings();
        sent += log || manifest ? each.bytes() : 0;
      }
      return String.format(
          Locale.ROOT,
          "%.3f, %.3f, %.3f | %d | %.2f",
          logs / commits,
          manifests / commits,
          reads / commits,
          bytesOfCommit,
          (double) sent / commits / bytesOfCommit);
    }
  }

  /**
   * What came of it.
   *
   * @param cpuMillis of all threads of the process, the server's included, a commit
   */
  private record Run(
      int commits, double seconds, double medianMillis, double slowMillis, double cpuMillis) {}

  /** Makes the committers. */
  private interface Committers {
    Committer of(int number) throws Exception;
  }

  private static Run run(int committers, Committers of, Runnable whenWarm, Runnable atBegin)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(committers);
    try {
      AtomicInteger numbers = new AtomicInteger();
      long warm = System.nanoTime() + WARM_UP_SECONDS * 1_000_000_000L;
      long begin = warm + SETTLE_SECONDS * 1_000_000_000L;
      long end = begin + SECONDS * 1_000_000_000L;
      List<Future<List<Double>>> results = new ArrayList<>();
      for (int i = 0; i < committers; i++) {
        Committer committer = of.of(i);
        results.add(threads.submit(() -> commitUntil(committer, numbers, begin, end)));
      }
      sleepUntil(warm);
      whenWarm.run();
      sleepUntil(begin);
      atBegin.run();
      long cpuBefore = cpuNanos();
      List<Double> millis = new ArrayList<>();
      for (Future<List<Double>> each : results) {
        millis.addAll(each.get());
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      millis.sort(null);
      int size = millis.size();
      return new Run(
          size,
          seconds,
          millis.get(size / 2),
          millis.get(size * 99 / 100),
          (cpuNanos() - cpuBefore) / 1e6 / size);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void sleepUntil(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** How long each commit took that ended after {@code begin}, in milliseconds. */
  private static List<Double> commitUntil(
      Committer committer, AtomicInteger numbers, long begin, long end) throws Exception {
    List<Double> millis = new ArrayList<>();
    for (long now = System.nanoTime(); now < end; ) {
      long started = now;
      committer.commit(numbers.getAndIncrement());
      now = System.nanoTime();
      if (now >= begin) {
        millis.add((now - started) / 1e6);
      }
    }
    return millis;
  }

  private static void print(String name, int committers, Run run, String more) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %.0f | %.1f | %.1f | %.2f | %s |%n",
        name,
        committers,
        run.commits() / run.seconds(),
        run.medianMillis(),
        run.slowMillis(),
        run.cpuMillis(),
        more);
  }
}
