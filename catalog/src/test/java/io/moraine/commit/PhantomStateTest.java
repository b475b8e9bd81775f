package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CommitPosition;
import io.moraine.model.Committed;
import io.moraine.model.NewColumn;
import io.moraine.model.NewLake;
import io.moraine.model.NewTable;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.gc.CollectorOptions;
import io.moraine.slate.gc.Garbage;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.SelfMovingClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commits that are decided on a state that another writer keeps from ever coming to be. */
class PhantomStateTest {
  private static final long TABLE = 1;

  private final SelfMovingClock clock = new SelfMovingClock(Instant.parse("2026-11-30T12:00:00Z"));
  private final MemoryObjectStore store = new MemoryObjectStore("phantoms", clock);
  private final LakeProcess other = process(1);
  private final LakeProcess subject = process(2);

  private LakeProcess process(long seed) {
    return new LakeProcess(store, clock, seed, LakeProcess.FORCE, ReaderLease.FALSE);
  }

  @BeforeEach
  void create() {
    other.create(NewLake.PLAIN);
    other.commit(commit -> commit.createTable("t", "id"));
  }

  @AfterEach
  void close() {
    subject.close();
    other.close();
  }

  private Supplier<Committed<Long>> createTable(String name) {
    return subject.beginWork(
        changes -> changes.createTable(0, NewTable.of(name, NewColumn.of("id", "int64"))));
  }

  @Test
  void workThatWasDecidedOnItIsDecidedAnew() {
    Supplier<Committed<Long>> first = createTable("first");
    Supplier<Committed<Long>> second = createTable("second");
    other.commitOnNewest(commit -> commit.addFile(TABLE, "file", 1));
    assertThat(second.get().position()).isEqualTo(new CommitPosition(3, 3));
    assertThat(first.get().position()).isEqualTo(new CommitPosition(4, 4));
  }

  @Test
  void rowsThatDoNotFitItAreAConflict() {
    Supplier<Committed<Long>> lost = createTable("lost");
    other.commitOnNewest(commit -> commit.addFile(TABLE, "file", 1));
    clock.advance(Duration.ofSeconds(1));
    Supplier<CommitPosition> rows =
        subject.begin(
            transaction -> {
              DuckLakeCommit commit = new DuckLakeCommit(transaction);
              assertThat(commit.snapshotId()).isEqualTo(3);
              commit.addFile(TABLE, "next", 1);
              commit.complete();
            });
    assertThatThrownBy(rows::get)
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFLICT))
        .hasMessageContaining("commit conflict");
    assertThat(lost.get().position()).isEqualTo(new CommitPosition(3, 3));
  }

  @Test
  void whatAnotherOvertookIsDecidedAnewThoughItFlushedItsLog() {
    Supplier<Committed<Long>> overtaken = createTable("overtaken");
    try (LakeProcess third = process(3)) {
      assertThat(third.flush()).isPositive();
    }
    assertThat(overtaken.get().position()).isEqualTo(new CommitPosition(2, 2));
  }

  @Test
  void whatIsWrongOnItIsToldToNobodyThoughItsLogObjectCameLateInPlaceOfACollectedFence() {
    Supplier<Committed<Long>> late = createTable("same");
    Supplier<Committed<Long>> refused = createTable("same");
    try (LakeProcess third = process(3)) {
      for (String file : List.of("first", "second", "third")) {
        third.commitOnNewest(commit -> commit.addFile(TABLE, file, 1));
        assertThat(third.flush()).isPositive();
        clock.advance(Duration.ofMinutes(10));
      }
      var collected =
          third.collect(CollectorOptions.DEFAULT.withMinAge(Duration.ZERO).withFences(true));
      assertThat(collected.kinds())
          .filteredOn(kind -> kind.garbage() == Garbage.FENCES)
          .allSatisfy(kind -> assertThat(kind.deleted()).isPositive());
    }
    assertThat(refused.get().position()).isEqualTo(new CommitPosition(5, 5));
    assertThatThrownBy(late::get)
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ALREADY_EXISTS));
  }
}
