package io.moraine.commit;

import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.NewLake;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.PlannedFaults;
import io.moraine.testing.SelfMovingClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A lake, the process under test on it, and others. */
final class FaultStage implements AutoCloseable {
  /** The table that files are added to. */
  static final long TABLE = 1;

  private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

  private final MemoryObjectStore store;
  private final SelfMovingClock clock = new SelfMovingClock(START);
  private final List<LakeProcess> processes = new ArrayList<>();
  private final PlannedFaults way;
  private final LakeProcess subject;
  private int seeds;
  private @Nullable CommitGroup group;

  FaultStage() {
    this.store = new MemoryObjectStore("faults", clock);
    this.way = new PlannedFaults(store);
    this.subject = new LakeProcess(way, clock, 1000, LakeProcess.FORCE, ReaderLease.FALSE);
  }

  /** The process under test. */
  LakeProcess subject() {
    return subject;
  }

  /** Its way to the store. */
  PlannedFaults way() {
    return way;
  }

  SelfMovingClock clock() {
    return clock;
  }

  /** A process that sees the store as it is. */
  LakeProcess another() {
    LakeProcess process =
        new LakeProcess(store, clock, ++seeds, LakeProcess.FORCE, ReaderLease.FALSE);
    processes.add(process);
    return process;
  }

  /** As {@link #subject()}, but one that writes leases. */
  LakeProcess leasing() {
    LakeProcess process = new LakeProcess(way, clock, ++seeds, LakeProcess.FORCE, ReaderLease.TRUE);
    processes.add(process);
    return process;
  }

  /** Has a process create the lake with a table and some files, and end. */
  void found() {
    try (LakeProcess founder =
        new LakeProcess(store, clock, ++seeds, LakeProcess.FORCE, ReaderLease.FALSE)) {
      founder.create(new NewLake(Optional.of("s3://bucket/data"), false));
      founder.commit(commit -> commit.createTable("t", "id"));
      founder.commit(commit -> commit.addFile(TABLE, "founder", 10));
      pass();
    }
    pass();
  }

  /** Keeps commits that were handed in. */
  void group(CommitGroup handedIn) {
    group = handedIn;
  }

  /** The commits that were handed in. */
  CommitGroup group() {
    return Objects.requireNonNull(group);
  }

  /** Lets some time go by: enough that the manifest has been left alone. */
  void pass() {
    clock.advance(Duration.ofMillis(1200));
  }

  /** What a fresh process sees. */
  Map<String, List<String>> tables() {
    return another().tables();
  }

  @Override
  public void close() {
    way.planNothing();
    processes.forEach(LakeProcess::close);
  }
}
