package io.moraine.commit;

import io.moraine.base.Clock;
import io.moraine.model.CompactionListener;
import io.moraine.model.CompactionReport;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.SlateOptions;
import io.moraine.slate.compaction.CompactionResult;
import io.moraine.slate.gc.CollectorOptions;
import io.moraine.slate.gc.CollectorReport;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.BlockCache;
import io.moraine.testing.LiveObjects;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Compaction and collection in a simulation. No object that is needed is ever missing. */
final class SimulatedUpkeep {
  private static final int MOST_AGE_SECONDS = 4;

  private final Random random;
  private final Clock clock;
  private final LiveObjects live;
  private final SimulatedEnds ends;
  private final Map<Long, Manifest> pinned = new HashMap<>();

  SimulatedUpkeep(Random random, Clock clock, MemoryObjectStore store, SimulatedEnds ends) {
    this.random = random;
    this.clock = clock;
    this.live =
        LiveObjects.in(store, new StoreLayout(""), SlateOptions.of(new BlockCache(1 << 10)));
    this.ends = ends;
  }

  /** Merges what is due, or now and then everything, by itself or by hand. */
  void compact(LakeProcess lake) {
    switch (random.nextInt(16)) {
      case 0 -> lake.compactFully().forEach(this::count);
      case 1 -> {
        CompactionReport report = lake.writer().compact(Optional.empty(), CompactionListener.NONE);
        ends.add("compactions by hand", report.compactions().size());
      }
      default -> lake.compact().ifPresent(this::count);
    }
    checkLive();
  }

  private void count(CompactionResult result) {
    ends.add("compactions", 1);
    ends.add("compacted tables", result.flushedTables());
    ends.add("compacted runs", result.runs());
    ends.add("tables of compactions", result.tables());
  }

  /** Collects whatever is as much as some seconds old. */
  void collect(LakeProcess lake) {
    CollectorOptions options =
        CollectorOptions.DEFAULT
            .withMinAge(Duration.ofSeconds(random.nextInt(MOST_AGE_SECONDS)))
            .withFences(random.nextBoolean());
    CollectorReport report = lake.collect(options);
    report.kinds().forEach(kind -> ends.add("collected " + kind.garbage(), (int) kind.deleted()));
    ends.add("collected checkpoints", report.checkpoints());
    checkLive();
  }

  /** Everything that the newest state or a checkpoint needs is there. */
  void checkLive() {
    live.check(clock.wallMillis() / 1000, pinned);
  }
}
