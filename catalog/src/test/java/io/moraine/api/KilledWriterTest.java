package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogOptions;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.TakeOver;
import io.moraine.model.Transaction;
import io.moraine.model.WriterSettings;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.Fixtures;
import io.moraine.testing.ScopeRows;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A process that writes is killed at any moment, again and again: nothing that it acknowledged is
 * lost, and nothing is there by half.
 */
class KilledWriterTest {
  private static final int KILLS = Integer.getInteger("moraine.kills", 10);
  private static final long SEED = Long.getLong("moraine.seed", System.nanoTime());

  private static final long TABLE = 1;
  private static final long RECORDS_A_FILE = 10;

  private final Random random = new Random(SEED);
  private final Path folder = Fixtures.temporaryFolder("moraine-killed").resolve("lake");

  @Test
  void nothingAcknowledgedIsLostAndNothingIsHalf() throws Exception {
    System.out.printf("%d kills, -Dmoraine.seed=%d%n", KILLS, SEED);
    Catalog.create(options(folder), NewLake.PLAIN);
    try (Catalog catalog = Catalog.open(options(folder));
        ReadScope scope = catalog.readScope();
        Transaction transaction = catalog.begin(scope)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      assertThat(commit.createTable("t", "id")).isEqualTo(TABLE);
      commit.commit();
    }
    long acknowledged = -1;
    long unacknowledged = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      acknowledged = Math.max(acknowledged, writeUntilKilled(acknowledged));
      long found = newestFile();
      assertThat(found)
          .as("the newest file after kill %d, when %d was acknowledged last", kill, acknowledged)
          .isBetween(acknowledged, acknowledged + 1);
      unacknowledged += found - acknowledged;
      acknowledged = found;
    }
    System.out.printf(
        "%d commits in all, %d of them had not been acknowledged%n",
        acknowledged + 1, unacknowledged);
    assertThat(acknowledged).isGreaterThan(KILLS);
  }

  /** Gives the last file that was acknowledged, or {@code before} if none was. */
  private long writeUntilKilled(long before) throws IOException, InterruptedException {
    Process process = start();
    long last = before;
    try (BufferedReader acknowledgements = process.inputReader(StandardCharsets.UTF_8)) {
      int readings = 1 + random.nextInt(30);
      for (int i = 0; i < readings; i++) {
        last = Long.parseLong(Objects.requireNonNull(acknowledgements.readLine()));
      }
      spin(TimeUnit.MICROSECONDS.toNanos(random.nextInt(20_000)));
      process.toHandle().destroyForcibly();
      process.waitFor();
      for (String line = acknowledgements.readLine();
          line != null;
          line = acknowledgements.readLine()) {
        last = Long.parseLong(line);
      }
    } finally {
      process.destroyForcibly();
    }
    return last;
  }

  /** Lets the other process work on for a time that differs. */
  private static void spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-cp",
            System.getProperty("java.class.path"),
            Writer.class.getName(),
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** The number of the newest file; everything about all of them is complete. */
  private long newestFile() {
    try (Catalog catalog = Catalog.open(options(folder));
        ReadScope scope = catalog.readScope()) {
      List<Long> files = ScopeRows.longs(scope, MetadataTable.DATA_FILE, "data_file_id");
      assertThat(files).isEqualTo(LongStream.range(0, files.size()).boxed().toList());
      assertThat(ScopeRows.longs(scope, MetadataTable.FILE_COLUMN_STATS, "data_file_id"))
          .isEqualTo(files);
      assertThat(ScopeRows.longs(scope, MetadataTable.TABLE_STATS, "record_count"))
          .isEqualTo(files.isEmpty() ? List.of() : List.of(files.size() * RECORDS_A_FILE));
      List<Long> snapshots = LongStream.rangeClosed(0, files.size() + 1L).boxed().toList();
      assertThat(ScopeRows.longs(scope, MetadataTable.SNAPSHOT, "snapshot_id"))
          .isEqualTo(snapshots);
      assertThat(ScopeRows.longs(scope, MetadataTable.SNAPSHOT_CHANGES, "snapshot_id"))
          .isEqualTo(snapshots);
      return files.size() - 1L;
    }
  }

  private static CatalogOptions options(Path folder) {
    return CatalogOptions.of("file:" + folder)
        .withWriter(WriterSettings.DEFAULT.withTakeOver(TakeOver.FORCE));
  }

  /** The process: commits files, and prints the number of each one that was acknowledged. */
  static final class Writer {
    private static final int COMMITS_A_FLUSH = 17;

    private Writer() {}

    /** Writes to the lake in the folder {@code args[0]} until it is killed. */
    public static void main(String[] args) {
      try (Catalog catalog = Catalog.open(options(Path.of(args[0])))) {
        for (int i = 0; ; i++) {
          System.out.println(commitPatiently(catalog));
          if (i % COMMITS_A_FLUSH == COMMITS_A_FLUSH - 1) {
            catalog.flush();
          }
        }
      }
    }

    /** The process before may have left a commit that nobody has seen yet. */
    private static long commitPatiently(Catalog catalog) {
      try {
        return commitFile(catalog);
      } catch (CatalogException e) {
        if (e.kind() != CatalogException.Kind.CONFLICT) {
          throw e;
        }
        return commitFile(catalog);
      }
    }

    private static long commitFile(Catalog catalog) {
      try (ReadScope scope = catalog.readScope();
          Transaction transaction = catalog.begin(scope)) {
        DuckLakeCommit commit = new DuckLakeCommit(transaction);
        long file = commit.addFile(TABLE, "f", RECORDS_A_FILE);
        commit.commit();
        return file;
      }
    }
  }
}
