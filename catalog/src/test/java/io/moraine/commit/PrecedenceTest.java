package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CommitPosition;
import io.moraine.model.CommitRequest;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewLake;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.SelfMovingClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;

/** Staged transactions beside a stream of verbs. */
class PrecedenceTest {
  private static final int LOSSES = 3;
  private static final long TABLE = 1;

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
  void aTransactionGetsThroughWhileVerbsHoldBack() {
    PausingClock time = new PausingClock();
    try (LakeProcess process =
        new LakeProcess(
            new MemoryObjectStore("stream", time), time, 1, LakeProcess.FORCE, ReaderLease.FALSE)) {
      process.create(NewLake.PLAIN);
      process.commit(commit -> commit.createTable("t", "id"));
      for (int loss = 0; loss < LOSSES; loss++) {
        assertThat(time.pauses).isZero();
        lose(process);
      }
      List<CommitPosition> through = new ArrayList<>();
      time.inPause =
          () -> through.add(process.commit(commit -> commit.addFile(TABLE, "transaction", 1)));
      CommitPosition after = addFile(process);
      assertThat(time.pauses).isOne();
      assertThat(after.snapshotId()).isEqualTo(through.get(0).snapshotId() + 1);
      addFile(process);
      assertThat(time.pauses).as("pauses of a verb after that").isOne();
    }
  }

  /** Has a verb move the head that a transaction was decided on. */
  private static void lose(LakeProcess process) {
    assertThatThrownBy(
            () ->
                process.commit(
                    commit -> {
                      commit.addFile(TABLE, "lost", 1);
                      addFile(process);
                    }))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFLICT));
  }

  private static CommitPosition addFile(LakeProcess process) {
    NewDataFile file = NewDataFile.of("f", true, 1, 100, 10);
    return process
        .commit(CommitRequest.NEWEST, changes -> changes.addDataFiles(TABLE, List.of(file)))
        .position();
  }

  /** A clock on which but a moment passes in each pause, in which something else is done. */
  private static final class PausingClock extends SelfMovingClock {
    private static final Duration MOMENT = Duration.ofMillis(1);

    private Runnable inPause = () -> {};
    private int pauses;

    private PausingClock() {
      super(Instant.parse("2026-11-30T12:00:00Z"));
    }

    @Override
    public long await(Condition condition, long nanos) {
      pauses++;
      inPause.run();
      advance(MOMENT);
      return nanos - MOMENT.toNanos();
    }
  }
}
