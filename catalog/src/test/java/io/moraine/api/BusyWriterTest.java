package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.IdSource;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.model.Transaction;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.LateObjectStore;
import io.moraine.testing.ScopeRows;
import io.moraine.testing.SimulatedTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A writer that commits without a pause leaves room for the leases of readers far away. */
class BusyWriterTest {
  private static final CatalogOptions OPTIONS =
      CatalogOptions.of("memory:busy").withReaderLease(ReaderLease.TRUE);

  /** The writer is in full swing when the readers come, each a while after the one before. */
  private static final Duration HEAD_START = Duration.ofSeconds(3);

  private static final Duration APART = Duration.ofMillis(37);

  /** From when a lease is written to when its renewal begins, and what that may take. */
  private static final Duration RENEWAL = Duration.ofMinutes(1);

  private static final Duration RENEWAL_LIMIT = Duration.ofSeconds(30);

  private final SimulatedTime time = new SimulatedTime(Instant.parse("2026-11-30T00:00:00Z"));
  private final ExecutorService threads = time.threads();
  private final MemoryObjectStore store = new MemoryObjectStore("busy", time);
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicInteger opening = new AtomicInteger();
  private final AtomicInteger renewing = new AtomicInteger();

  @AfterEach
  void end() {
    threads.shutdownNow();
    time.close();
  }

  @ParameterizedTest
  @CsvSource({"8, 30, 30", "2, 10, 100", "4, 10, 100", "8, 10, 100"})
  void readersGetAndRenewTheirLeasesInTimeBesideAWriterThatNeverRests(
      int readerCount, int writerMillis, int readerMillis) throws Exception {
    threads.submit(this::create).get(5, TimeUnit.MINUTES);
    opening.set(readerCount);
    renewing.set(readerCount);
    Future<Integer> writer = threads.submit(() -> write(writerMillis));
    List<Future<Boolean>> readers = new ArrayList<>();
    for (int i = 0; i < readerCount; i++) {
      Duration begin = HEAD_START.plus(APART.multipliedBy(i));
      readers.add(threads.submit(() -> read(begin, readerMillis)));
    }
    for (Future<Boolean> each : readers) {
      assertThat(each.get(5, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(writer.get(5, TimeUnit.MINUTES)).as("commits").isGreaterThan(100);
  }

  private void create() {
    Catalog.create(store, NewLake.PLAIN, OPTIONS, time, IdSource.SYSTEM, time);
  }

  private Catalog open(int millis) {
    return Catalog.over(
        new LateObjectStore(store, time, Duration.ofMillis(millis)),
        OPTIONS,
        time,
        IdSource.SYSTEM,
        time);
  }

  /** Rests while nobody wants anything of the manifest. */
  private int write(int millis) throws InterruptedException {
    int commits = 0;
    try (Catalog catalog = open(millis)) {
      while (renewing.get() > 0) {
        commit(catalog, commits);
        commits++;
        if (opening.compareAndSet(0, -1)) {
          time.sleep(RENEWAL.minusSeconds(20));
        }
      }
    }
    return commits;
  }

  private void commit(Catalog catalog, int number) {
    try (ReadScope scope = catalog.readScope();
        Transaction transaction = catalog.begin(scope)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      commit.createSchema("s" + number);
      acknowledged.set(commit.commit().snapshotId());
    }
  }

  /** With a lease or not at all: one whose lease does not get through fails. */
  private boolean read(Duration begin, int millis) throws InterruptedException {
    time.sleep(begin);
    try (Catalog catalog = open(millis);
        ReadScope scope = current(catalog)) {
      opening.decrementAndGet();
      long leasedAt = time.monotonicNanos();
      awaitRenewal(catalog);
      assertThat(Duration.ofNanos(time.monotonicNanos() - leasedAt))
          .isLessThan(RENEWAL.plus(RENEWAL_LIMIT));
      current(catalog).close();
      assertThat(ScopeRows.of(scope, TableScan.of(MetadataTable.SNAPSHOT))).isNotEmpty();
      renewing.decrementAndGet();
    }
    return true;
  }

  /** A scope that shows what was acknowledged when it was asked for. */
  private ReadScope current(Catalog catalog) {
    long before = acknowledged.get();
    ReadScope scope = catalog.readScope();
    assertThat(scope.snapshotId()).isGreaterThanOrEqualTo(before);
    return scope;
  }

  private void awaitRenewal(Catalog catalog) throws InterruptedException {
    while (catalog.figures().leases().stream()
        .map(CatalogFigures.Lease::renewals)
        .noneMatch(count -> count > 0)) {
      time.sleep(Duration.ofMillis(500));
    }
  }
}
