package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.NewLake;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.read.LakeScope;
import io.moraine.testing.FarObjectStore;
import io.moraine.testing.SelfMovingClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often, and for how long, a writer that never rests leaves the manifest alone. */
class PublicationGapTest {
  private static final Duration BETWEEN_COMMITS = Duration.ofMillis(100);

  private final PausingClock clock = new PausingClock();
  private final MemoryObjectStore store = new MemoryObjectStore("gaps", clock);
  private final SlowStore far = new SlowStore();
  private final LakeProcess process =
      new LakeProcess(far, clock, 1, LakeProcess.FORCE, ReaderLease.FALSE);
  private int files;

  /** A store that is not near; each look at the boundary takes some time. */
  private final class SlowStore extends FarObjectStore {
    private Duration boundary = Duration.ZERO;

    private SlowStore() {
      super(store);
    }

    @Override
    public Optional<Tagged> readIfChanged(String path, String etag) {
      clock.advance(boundary);
      return super.readIfChanged(path, etag);
    }
  }

  /** Remembers for how long somebody waited, and has something else done meanwhile. */
  private static final class PausingClock extends SelfMovingClock {
    private final List<Duration> pauses = new ArrayList<>();
    private Runnable inPause = () -> {};

    private PausingClock() {
      super(Instant.parse("2026-11-30T12:00:00Z"));
    }

    @Override
    public long await(Condition condition, long nanos) throws InterruptedException {
      pauses.add(Duration.ofNanos(nanos));
      inPause.run();
      return super.await(condition, nanos);
    }
  }

  @BeforeEach
  void create() {
    process.create(NewLake.PLAIN);
    process.commit(commit -> commit.createTable("t", "id"));
    commitUntilAPause();
  }

  @AfterEach
  void close() {
    process.close();
  }

  /** Commits again and again until that takes a pause; how long that is, and after what time. */
  private List<Duration> commitUntilAPause() {
    clock.pauses.clear();
    long began = clock.monotonicNanos();
    long last = began;
    while (clock.pauses.isEmpty()) {
      clock.advance(BETWEEN_COMMITS);
      last = clock.monotonicNanos();
      String file = "f" + files++;
      var unused = process.commitOnNewest(GroupStage.file(file));
    }
    assertThat(clock.pauses).hasSize(1);
    return List.of(clock.pauses.get(0), Duration.ofNanos(last - began));
  }

  @Test
  void theManifestIsLeftAloneForHalfASecondInFive() {
    for (int i = 0; i < 3; i++) {
      assertThat(commitUntilAPause())
          .containsExactly(Duration.ofMillis(400), Duration.ofSeconds(5));
    }
  }

  @Test
  void thatTimeBeginsWhenThePublicationIsThere() {
    far.boundary = Duration.ofMillis(300);
    assertThat(commitUntilAPause().get(0)).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void itIsLeftAloneForLongerAndSoonerIfALeaseComesOfThat() {
    LakeProcess reader = new LakeProcess(store, clock, 2, LakeProcess.FORCE, ReaderLease.TRUE);
    List<LakeScope> scopes = new ArrayList<>();
    clock.inPause = () -> scopes.add(reader.readScope());
    commitUntilAPause();
    clock.inPause = () -> {};
    assertThat(commitUntilAPause()).containsExactly(Duration.ofMillis(900), Duration.ofSeconds(2));
    assertThat(commitUntilAPause()).containsExactly(Duration.ofMillis(400), Duration.ofSeconds(5));
    scopes.forEach(LakeScope::close);
    reader.close();
  }

  @Test
  void aLeaseCountsThoughNobodyHadToWaitForTheGap() {
    LakeProcess reader = new LakeProcess(store, clock, 2, LakeProcess.FORCE, ReaderLease.TRUE);
    clock.advance(Duration.ofSeconds(6));
    LakeScope scope = reader.readScope();
    assertThat(commitUntilAPause())
        .containsExactly(Duration.ofMillis(900), Duration.ofMillis(2100));
    scope.close();
    reader.close();
  }

  @Test
  void whatThisProcessMergesMeanwhileChangesNothing() {
    for (int i = 0; i < 4; i++) {
      assertThat(process.flush()).isPositive();
      commitUntilAPause();
    }
    List<Boolean> merged = new ArrayList<>();
    clock.inPause = () -> merged.add(process.compact().isPresent());
    commitUntilAPause();
    clock.inPause = () -> {};
    assertThat(merged).containsExactly(true);
    assertThat(commitUntilAPause()).containsExactly(Duration.ofMillis(400), Duration.ofSeconds(5));
  }
}
