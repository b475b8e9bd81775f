package io.moraine.benchmarks;

import io.moraine.api.Catalog;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.Cursor;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewColumn;
import io.moraine.model.NewLake;
import io.moraine.model.NewTable;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * What a long history costs: looking up one data file, and opening the lake until that is found,
 * before and after many commits of 64 committers in a folder, with compaction and collection as
 * they are by default. A process by itself; prints a table.
 */
public final class LongHistory {
  private static final int COMMITS = Integer.getInteger("commits", 100_000);
  private static final int COMMITTERS = 64;
  private static final int LOOKUPS = 2000;
  private static final int OPENINGS = 50;

  private LongHistory() {}

  /** Measures. */
  public static void main(String[] args) throws Exception {
    System.out.println(
        "| commits | look-up, median ms | opening to first row, median ms | objects | bytes |");
    System.out.println("|---|---|---|---|---|");
    Path folder = Files.createTempDirectory("moraine-history-");
    CatalogOptions options =
        CatalogOptions.of("file:" + folder.resolve("lake")).withReaderLease(ReaderLease.FALSE);
    Catalog.create(options, NewLake.PLAIN);
    List<Long> tables;
    try (Catalog catalog = Catalog.open(options)) {
      tables = createTables(catalog);
      for (long table : tables) {
        GroupRate.addFile(catalog, table, 0);
      }
    }
    measure(options, tables.get(0), COMMITTERS, folder);
    try (Catalog catalog = Catalog.open(options)) {
      commitAll(catalog, tables);
    }
    measure(options, tables.get(0), COMMITTERS + COMMITS, folder);
    Lake.delete(folder);
  }

  private static List<Long> createTables(Catalog catalog) {
    return catalog
        .commit(
            changes -> {
              List<Long> tables = new ArrayList<>();
              for (int i = 0; i < COMMITTERS; i++) {
                tables.add(
                    changes.createTable(
                        0,
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

  private static void commitAll(Catalog catalog, List<Long> tables) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(COMMITTERS);
    AtomicInteger numbers = new AtomicInteger();
    List<Future<?>> committers = new ArrayList<>();
    for (long table : tables) {
      committers.add(
          threads.submit(
              () -> {
                for (int i = numbers.incrementAndGet();
                    i <= COMMITS;
                    i = numbers.incrementAndGet()) {
                  GroupRate.addFile(catalog, table, i);
                }
              }));
    }
    for (Future<?> each : committers) {
      each.get();
    }
    threads.shutdown();
  }

  private static void measure(CatalogOptions options, long table, int commits, Path folder)
      throws IOException {
    List<Double> lookUps = new ArrayList<>();
    try (Catalog catalog = Catalog.open(options);
        ReadScope scope = catalog.readScope()) {
      long file = firstFile(scope, table);
      for (int i = 0; i < LOOKUPS; i++) {
        long begin = System.nanoTime();
        lookUp(scope, table, file);
        lookUps.add((System.nanoTime() - begin) / 1e6);
      }
    }
    List<Double> openings = new ArrayList<>();
    for (int i = 0; i < OPENINGS; i++) {
      long begin = System.nanoTime();
      try (Catalog catalog = Catalog.open(options);
          ReadScope scope = catalog.readScope()) {
        var unused = firstFile(scope, table);
      }
      openings.add((System.nanoTime() - begin) / 1e6);
    }
    System.out.printf(
        Locale.ROOT,
        "| %d | %.3f | %.1f | %d | %d |%n",
        commits,
        median(lookUps),
        median(openings),
        objects(folder).size(),
        bytes(folder));
  }

  private static long firstFile(ReadScope scope, long table) {
    try (Cursor rows =
        scope.open(TableScan.of(MetadataTable.DATA_FILE).where(KeyCondition.equalTo(table)))) {
      if (rows.next() && rows.row()[0] instanceof Long file) {
        return file;
      }
      throw new IllegalStateException("table " + table + " has no file");
    }
  }

  private static void lookUp(ReadScope scope, long table, long file) {
    try (Cursor rows =
        scope.open(
            TableScan.of(MetadataTable.DATA_FILE).where(KeyCondition.equalTo(table, file)))) {
      if (!rows.next()) {
        throw new IllegalStateException("there is no file " + file);
      }
    }
  }

  private static double median(List<Double> millis) {
    millis.sort(null);
    return millis.get(millis.size() / 2);
  }

  private static List<Path> objects(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static long bytes(Path folder) throws IOException {
    long bytes = 0;
    for (Path each : objects(folder)) {
      bytes += Files.size(each);
    }
    return bytes;
  }
}
