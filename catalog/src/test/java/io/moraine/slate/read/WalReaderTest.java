package io.moraine.slate.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.base.Workers;
import io.moraine.objectstore.CountingObjectStore;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.format.FilterPolicy;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.testing.FarObjectStore;
import io.moraine.testing.Fixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WalReaderTest {
  private static final StoreLayout LAYOUT = new StoreLayout("db");

  private final MemoryObjectStore objects = Fixtures.inMemory("slatedb/wal-only");

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void eachThirtyTwoObjectsTakeOneRoundTripHoweverFewThreadsThereAre(int threads) {
    int count = 100;
    Bytes object = objects.read(LAYOUT.wal(2));
    for (long id = 1001; id <= 1000 + count; id++) {
      objects.putIfAbsent(LAYOUT.wal(id), object, "put");
    }
    try (Workers workers = new Workers("wal", threads)) {
      Call call = new Call();
      List<String> visited = new ArrayList<>();
      call.<Boolean>run(
          () -> {
            reader(workers).read(1000, 1000 + count, (path, rows) -> visited.add(path));
            return true;
          });
      assertThat(visited).hasSize(count).isSorted();
      assertThat(call.cost().requests()).isEqualTo(count);
      assertThat(call.cost().roundTrips()).isEqualTo((count + 31) / 32);
    }
  }

  private WalReader reader(Workers workers) {
    CountingObjectStore far =
        new CountingObjectStore(new FarObjectStore(objects), new RequestTally(), Clock.SYSTEM);
    return new WalReader(
        new ReadContext(
            far,
            new BlockCache(0),
            List.of(FilterPolicy.WHOLE_KEYS),
            Optional.empty(),
            Optional.of(workers),
            new ReadCounters()),
        LAYOUT);
  }
}
