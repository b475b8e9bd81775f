package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.SlateOptions;
import io.moraine.slate.gc.CollectorOptions;
import io.moraine.slate.gc.CollectorReport;
import io.moraine.slate.gc.Garbage;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.BlockCache;
import io.moraine.testing.AgedObjectStore;
import io.moraine.testing.Fixtures;
import io.moraine.testing.LiveObjects;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** All lakes that Rust made hold the same rows once what nobody needs is gone. */
class CollectedLakesTest {
  private static final StoreLayout LAYOUT = new StoreLayout("");

  @Test
  void everyRowStaysAndEveryKindOfGarbageGoes() {
    Map<Garbage, Long> deleted = new EnumMap<>(Garbage.class);
    for (String fixture : fixtures()) {
      MemoryObjectStore store = Fixtures.inMemory(fixture);
      SlateOptions options = LakeFormat.options(new BlockCache(8 << 20), TestLakes.WORKERS);
      LiveObjects live = LiveObjects.in(store, LAYOUT, options);
      long now = Clock.SYSTEM.wallMillis() / 1000;
      Map<String, List<String>> before = live.read(now);
      ObjectStore aged = new AgedObjectStore(store);
      CollectorReport report =
          Stores.slate(aged, LAYOUT, options)
              .collect(
                  Stores.compactions(aged, LAYOUT),
                  CollectorOptions.DEFAULT.withMinAge(Duration.ZERO).withFences(true),
                  LeaseHousekeeping::isDead,
                  Clock.SYSTEM,
                  IdSource.SYSTEM);
      assertThat(live.read(now)).as(fixture).isEqualTo(before);
      for (CollectorReport.Kind each : report.kinds()) {
        assertThat(each.problem()).as(fixture).isEmpty();
        deleted.merge(each.garbage(), each.deleted(), Long::sum);
      }
    }
    assertThat(deleted).hasSize(Garbage.values().length);
    assertThat(deleted.values()).as("%s", deleted).allMatch(each -> each > 0);
  }

  private static List<String> fixtures() {
    return Stream.of("lakes", "moraine").flatMap(zip -> Fixtures.names(zip).stream()).toList();
  }
}
