package io.moraine.objectstore.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreContract;
import io.moraine.testing.ManualClock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MemoryObjectStoreTest extends ObjectStoreContract {
  private final ObjectStore store = new MemoryObjectStore("test", Clock.SYSTEM);

  @Override
  protected ObjectStore store() {
    return store;
  }

  @Test
  void aNamedStoreIsSharedInTheProcess() {
    ObjectStore first = MemoryObjectStore.named("shared by name", Clock.SYSTEM);
    first.putIfAbsent("a", Bytes.utf8("x"), "put");
    first.close();
    assertThat(MemoryObjectStore.named("shared by name", Clock.SYSTEM).read("a"))
        .isEqualTo(Bytes.utf8("x"));
    assertThat(MemoryObjectStore.named("another name", Clock.SYSTEM).head("a")).isEmpty();
  }

  @Test
  void objectsAreDatedByTheClock() {
    Instant now = Instant.parse("2026-01-15T00:00:00Z");
    ObjectStore dated = new MemoryObjectStore("dated", new ManualClock(now));
    dated.putIfAbsent("a", Bytes.EMPTY, "put");
    assertThat(dated.head("a").orElseThrow().modifiedMillis()).isEqualTo(now.toEpochMilli());
  }
}
