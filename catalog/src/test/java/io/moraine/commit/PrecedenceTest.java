package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CommitRequest;
import io.moraine.model.NewColumn;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewLake;
import io.moraine.model.NewTable;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.LateObjectStore;
import io.moraine.testing.SelfMovingClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Staged transactions beside a stream of verbs. */
class PrecedenceTest {
  private static final int STREAMS = 4;
  private static final int MOST_TRIES = 12;

  private final SelfMovingClock clock = new SelfMovingClock(Instant.parse("2026-11-30T12:00:00Z"));
  private final Precedence precedence = new Precedence(clock);

  /** How long verbs held back. */
  private Duration heldBack() {
    long before = clock.monotonicNanos();
    precedence.giveWay();
    return Duration.ofNanos(clock.monotonicNanos() - before);
  }

  private void lose(int times) {
    for (int i = 0; i < times; i++) {
      precedence.lost();
    }
  }

  @Test
  void verbsHoldBackForASecondAfterThreeLossesInARow() {
    assertThat(heldBack()).isZero();
    lose(2);
    assertThat(heldBack()).isZero();
    lose(1);
    assertThat(heldBack()).isEqualTo(Duration.ofSeconds(1));
    assertThat(heldBack()).isZero();
  }

  @Test
  void theyDoSoOnceInFiveSeconds() {
    lose(3);
    assertThat(heldBack()).isEqualTo(Duration.ofSeconds(1));
    lose(1);
    assertThat(heldBack()).isZero();
    clock.advance(Duration.ofSeconds(4));
    lose(1);
    assertThat(heldBack()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void theyGoOnAsSoonAsATransactionGetsThrough() {
    lose(3);
    precedence.won();
    assertThat(heldBack()).isZero();
    lose(2);
    assertThat(heldBack()).isZero();
  }

  @Test
  void aTransactionGetsThroughBesideAStreamOfVerbs() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(STREAMS);
    AtomicBoolean over = new AtomicBoolean();
    try (LakeProcess process =
        new LakeProcess(
            new LateObjectStore(
                new MemoryObjectStore("stream", Clock.SYSTEM), Duration.ofMillis(2)),
            Clock.SYSTEM,
            1,
            LakeProcess.FORCE,
            ReaderLease.FALSE)) {
      process.create(NewLake.PLAIN);
      List<Long> tables =
          process
              .commit(
                  CommitRequest.NEWEST,
                  changes -> {
                    List<Long> made = new ArrayList<>();
                    for (int i = 0; i <= STREAMS; i++) {
                      made.add(
                          changes.createTable(
                              0, NewTable.of("t" + i, NewColumn.of("id", "int64"))));
                    }
                    return made;
                  })
              .result();
      List<Future<Integer>> streams = new ArrayList<>();
      for (int i = 1; i <= STREAMS; i++) {
        long table = tables.get(i);
        streams.add(threads.submit(() -> addFiles(process, table, over)));
      }
      int tries = tryTransaction(process, tables.get(0));
      over.set(true);
      int commits = 0;
      for (Future<Integer> stream : streams) {
        commits += stream.get();
      }
      System.out.println("Beside " + commits + " commits, tries of a transaction: " + tries);
      assertThat(tries).isLessThanOrEqualTo(MOST_TRIES);
    } finally {
      over.set(true);
      threads.shutdownNow();
    }
  }

  private static int addFiles(LakeProcess process, long table, AtomicBoolean over) {
    int commits = 0;
    for (; !over.get(); commits++) {
      NewDataFile file = NewDataFile.of("f" + commits, true, 1, 100, 10);
      var unused =
          process.commit(
              CommitRequest.NEWEST, changes -> changes.addDataFiles(table, List.of(file)));
    }
    return commits;
  }

  private static int tryTransaction(LakeProcess process, long table) {
    for (int tries = 1; ; tries++) {
      try {
        var unused = process.commit(commit -> commit.addFile(table, "transaction", 1));
        return tries;
      } catch (CatalogException e) {
        assertThat(e.kind()).isEqualTo(Kind.CONFLICT);
        assertThat(tries).isLessThan(MOST_TRIES);
      }
    }
  }
}
