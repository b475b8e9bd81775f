package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.SlateOptions;
import io.moraine.slate.SlateStore;
import io.moraine.slate.compaction.CompactionProgress;
import io.moraine.slate.compaction.CompactionResult;
import io.moraine.slate.gc.CollectorOptions;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.BlockCache;
import io.moraine.testing.AgedObjectStore;
import io.moraine.testing.Fixtures;
import io.moraine.testing.LiveObjects;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** All lakes that Rust made hold the same rows once each segment is one run. */
class CompactedLakesTest {
  private static final StoreLayout LAYOUT = new StoreLayout("");

  @Test
  void everyStateShowsTheSameAlsoWhenWhatWasMergedIsGone() {
    int compactions = 0;
    for (String fixture : fixtures()) {
      MemoryObjectStore store = Fixtures.inMemory(fixture);
      SlateOptions options = LakeFormat.options(new BlockCache(8 << 20), TestLakes.WORKERS);
      LiveObjects live = LiveObjects.in(store, LAYOUT, options);
      long now = Clock.SYSTEM.wallMillis() / 1000;
      Map<String, List<String>> before = live.read(now);
      SlateStore slate = Stores.slate(store, LAYOUT, options);
      List<CompactionResult> done =
          slate
              .compactor(
                  Stores.compactions(store, LAYOUT),
                  LakeFormat.compactorOptions(Clock.SYSTEM, IdSource.SYSTEM))
              .compactFully(Optional.empty(), CompactionProgress.NONE);
      compactions += done.size();
      assertThat(slate.readLatestManifest().trees())
          .as(fixture)
          .allMatch(tree -> tree.l0().isEmpty() && tree.compacted().size() <= 1);
      assertThat(live.read(now)).as(fixture).containsAllEntriesOf(before);
      ObjectStore aged = new AgedObjectStore(store);
      var unused =
          Stores.slate(aged, LAYOUT, options)
              .collect(
                  Stores.compactions(aged, LAYOUT),
                  CollectorOptions.DEFAULT.withMinAge(Duration.ZERO),
                  LeaseHousekeeping::isDead,
                  Clock.SYSTEM,
                  IdSource.SYSTEM);
      assertThat(live.read(now)).as("%s, collected", fixture).containsAllEntriesOf(before);
    }
    assertThat(compactions).isGreaterThan(100);
  }

  private static List<String> fixtures() {
    return Stream.of("lakes", "moraine").flatMap(zip -> Fixtures.names(zip).stream()).toList();
  }
}
