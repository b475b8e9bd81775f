package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Clock;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CommitPosition;
import io.moraine.model.CommitRequest;
import io.moraine.model.NewColumn;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewLake;
import io.moraine.model.NewTable;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.HookedLogStore;
import io.moraine.testing.LateObjectStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many threads that commit all the time, on a store that takes a while. How many share a log object
 * is a matter of the threads here; {@link GroupCommitTest} has them share it for certain.
 */
class ManyCommittersTest {
  private static final int THREADS = 64;
  private static final int COMMITS = 4;

  @TempDir private Path folder;

  @Test
  void eachCommitGetsAPlaceOfItsOwnInMemory() throws Exception {
    commitAll(new MemoryObjectStore("many", Clock.SYSTEM));
  }

  @Test
  void eachCommitGetsAPlaceOfItsOwnInAFolder() throws Exception {
    commitAll(FileObjectStore.open(folder.toString(), Clock.SYSTEM));
  }

  private static void commitAll(ObjectStore store) throws Exception {
    HookedLogStore way = new HookedLogStore(new LateObjectStore(store, Duration.ofMillis(10)));
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (LakeProcess process =
        new LakeProcess(way, Clock.SYSTEM, 1, LakeProcess.FORCE, ReaderLease.FALSE)) {
      process.create(NewLake.PLAIN);
      List<Long> tables = createTables(process);
      CommitPosition before = process.readScope().position();
      way.restart();
      List<Future<List<CommitPosition>>> committers = new ArrayList<>();
      for (long table : tables) {
        committers.add(threads.submit(() -> addFiles(process, table)));
      }
      List<CommitPosition> reached = new ArrayList<>();
      for (Future<List<CommitPosition>> each : committers) {
        reached.addAll(each.get(5, TimeUnit.MINUTES));
      }
      int total = THREADS * COMMITS;
      assertThat(reached)
          .extracting(CommitPosition::snapshotId)
          .containsExactlyInAnyOrderElementsOf(
              LongStream.rangeClosed(before.snapshotId() + 1, before.snapshotId() + total)
                  .boxed()
                  .toList());
      assertThat(reached)
          .allMatch(
              each ->
                  each.batchSeq() - before.batchSeq() == each.snapshotId() - before.snapshotId());
      System.out.printf(
          "%d commits, %d log objects, %d manifests%n",
          total, way.written("wal"), way.written("manifest"));
      assertThat(way.written("wal")).isBetween(total / 64, total);
      assertThat(way.written("manifest")).isBetween(1, total);
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Long> createTables(LakeProcess process) {
    return process
        .commit(
            CommitRequest.NEWEST,
            changes -> {
              List<Long> made = new ArrayList<>();
              for (int i = 0; i < THREADS; i++) {
                made.add(changes.createTable(0, NewTable.of("t" + i, NewColumn.of("id", "int64"))));
              }
              return made;
            })
        .result();
  }

  private static List<CommitPosition> addFiles(LakeProcess process, long table) {
    List<CommitPosition> reached = new ArrayList<>();
    for (int i = 0; i < COMMITS; i++) {
      NewDataFile file = NewDataFile.of("f" + i, true, 1, 100, 10);
      reached.add(
          process
              .commit(CommitRequest.NEWEST, changes -> changes.addDataFiles(table, List.of(file)))
              .position());
    }
    return reached;
  }
}
