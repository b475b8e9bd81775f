package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Background;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.Transaction;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.LateObjectStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A writer that commits without a pause leaves room for the leases of readers far away. */
class BusyWriterTest {
  private static final CatalogOptions OPTIONS =
      CatalogOptions.of("memory:busy").withReaderLease(ReaderLease.TRUE);

  private final MemoryObjectStore store = new MemoryObjectStore("busy", Clock.SYSTEM);
  private final AtomicBoolean stop = new AtomicBoolean();

  @ParameterizedTest
  @CsvSource({"8, 30, 30", "2, 10, 100", "4, 10, 100", "8, 10, 100"})
  void readersGetTheirLeasesBesideAWriterThatNeverRests(
      int readerCount, int writerMillis, int readerMillis) throws Exception {
    Catalog.create(
        store, NewLake.PLAIN, OPTIONS, Clock.SYSTEM, IdSource.SYSTEM, Background.THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(9);
    try {
      Future<Integer> writer = threads.submit(() -> commitUntilStopped(writerMillis));
      Callable<Long> reader = () -> openThenAgain(readerMillis);
      List<Future<Long>> readers = new ArrayList<>();
      for (int i = 0; i < readerCount; i++) {
        readers.add(threads.submit(reader));
      }
      for (Future<Long> each : readers) {
        assertThat(each.get()).as("leases written by a reader").isPositive();
      }
      stop.set(true);
      assertThat(writer.get()).as("commits meanwhile").isPositive();
    } finally {
      stop.set(true);
      threads.shutdown();
    }
  }

  private Catalog open(int millis) {
    return Catalog.over(
        new LateObjectStore(store, Duration.ofMillis(millis)),
        OPTIONS,
        Clock.SYSTEM,
        IdSource.SYSTEM,
        Background.THREADS);
  }

  private int commitUntilStopped(int millis) {
    int commits = 0;
    try (Catalog catalog = open(millis)) {
      while (!stop.get()) {
        try (ReadScope scope = catalog.readScope();
            Transaction transaction = catalog.begin(scope)) {
          DuckLakeCommit commit = new DuckLakeCommit(transaction);
          commit.createSchema("s" + commits);
          commit.commit();
          commits++;
        }
      }
    }
    return commits;
  }

  /** With a lease or not at all: a reader whose lease does not get through fails. */
  private long openThenAgain(int millis) {
    try (Catalog catalog = open(millis)) {
      long seen = -1;
      for (int i = 0; i < 3; i++) {
        try (ReadScope scope = catalog.readScope()) {
          assertThat(scope.snapshotId()).isGreaterThanOrEqualTo(seen);
          seen = scope.snapshotId();
        }
      }
      return catalog.figures().leasesWritten();
    }
  }
}
