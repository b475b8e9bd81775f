package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Call;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.NewLake;
import io.moraine.model.Transaction;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.read.LakeScope;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.FarObjectStore;
import io.moraine.testing.SelfMovingClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many requests of a commit have to follow one another, on a store that is far away. */
class CommitRoundTripsTest {
  private final SelfMovingClock clock = new SelfMovingClock(Instant.parse("2026-11-30T12:00:00Z"));
  private final MemoryObjectStore store = new MemoryObjectStore("far", clock);
  private final LakeProcess first = process(1);
  private final LakeProcess second = process(2);

  private LakeProcess process(long seed) {
    return new LakeProcess(
        new FarObjectStore(store), clock, seed, LakeProcess.FORCE, ReaderLease.FALSE);
  }

  private void found() {
    first.create(NewLake.PLAIN);
    pass();
    first.commit(commit -> commit.createTable("t", "id"));
    pass();
    addFile(first);
  }

  @AfterEach
  void close() {
    second.close();
    first.close();
  }

  @Test
  void aCommitUnderAHeldRoleTakesThree() {
    found();
    Call.Cost cost = addFile(first);
    assertThat(cost.roundTrips()).isEqualTo(3);
    assertThat(cost.requests()).isEqualTo(3);
  }

  @Test
  void aCommitAfterAnIdlePauseTakesFive() {
    found();
    clock.advance(Duration.ofSeconds(3));
    first.runBackground();
    pass();
    assertThat(addFile(first).roundTrips()).isEqualTo(5);
  }

  @Test
  void theFirstCommitAfterATakeOverTakesFourteen() {
    found();
    second.readScope().close();
    assertThat(addFile(second).roundTrips()).isEqualTo(14);
  }

  /** What the commit itself costs, once its rows are staged. */
  private Call.Cost addFile(LakeProcess process) {
    try (LakeScope scope = process.readScope();
        Transaction transaction = process.begin(scope)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      commit.addFile(FaultStage.TABLE, "f", 1);
      commit.complete();
      Call call = new Call();
      call.run(() -> transaction.commit(Optional.empty()));
      pass();
      return call.cost();
    }
  }

  /** Lets the manifest be left alone for a while. */
  private void pass() {
    clock.advance(Duration.ofMillis(1200));
  }
}
