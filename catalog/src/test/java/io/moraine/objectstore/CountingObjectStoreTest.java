package io.moraine.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.objectstore.RequestCounts.Count;
import io.moraine.objectstore.RequestCounts.ObjectKind;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.ManualClock;
import io.moraine.testing.SlowObjectStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CountingObjectStoreTest extends ObjectStoreContract {
  private final ManualClock clock = new ManualClock(Instant.EPOCH);
  private final RequestTally tally = new RequestTally();
  private final CountingObjectStore store =
      new CountingObjectStore(
          new SlowObjectStore(
              new MemoryObjectStore("counted", Clock.SYSTEM), clock, Duration.ofNanos(10)),
          tally,
          clock);

  @Override
  protected ObjectStore store() {
    return store;
  }

  @Test
  void requestsAreCountedByTheFolderTheyAskIn() {
    put("db/manifest/1.manifest", Bytes.utf8("12345"));
    put("wal/1.sst", Bytes.utf8("123"));
    RequestCounts before = tally.counts();
    store.list("db/manifest", "");
    store.read("db/manifest/1.manifest");
    store.readTail("wal/1.sst", 2);
    store.head("wal/2.sst");
    assertThatThrownBy(() -> store.readRange("compacted/x.sst", 0, 9));
    assertThatThrownBy(() -> store.read("gc/manifest.boundary"));
    RequestCounts counts = tally.counts().minus(before);
    assertThat(counts.of(ObjectKind.MANIFEST)).isEqualTo(new Count(1, 1, 0, 0, 5, 0, 0, 0, 20));
    assertThat(counts.of(ObjectKind.WAL)).isEqualTo(new Count(2, 0, 0, 0, 2, 0, 0, 0, 20));
    assertThat(counts.of(ObjectKind.TABLE)).isEqualTo(new Count(1, 0, 0, 0, 0, 0, 0, 0, 10));
    assertThat(counts.of(ObjectKind.OTHER)).isEqualTo(new Count(1, 0, 0, 0, 0, 0, 0, 0, 10));
    assertThat(counts.total()).isEqualTo(new Count(5, 1, 0, 0, 7, 0, 0, 0, 60));
  }

  @Test
  void anErrorOtherThanForWantOfAnObjectIsCounted() {
    put("wal/1.sst", Bytes.utf8("123"));
    RequestCounts before = tally.counts();
    assertThatThrownBy(() -> store.readRange("wal/1.sst", 5, 1));
    assertThat(tally.counts().minus(before).total().errors()).isEqualTo(1);
  }

  @Test
  void aCallIsToldWhatItCost() {
    put("wal/1.sst", Bytes.utf8("123"));
    Call call = new Call();
    call.run(() -> store.read("wal/1.sst"));
    call.run(() -> store.head("wal/1.sst"));
    assertThat(call.cost()).isEqualTo(new Call.Cost(2, 3, 2, 0, 0));
  }

  @Test
  void nothingIsAskedForACallThatIsOver() {
    Call cancelled = new Call();
    cancelled.cancel();
    assertFails(Kind.CANCELLED, () -> cancelled.run(() -> store.head("a")));
    Call late = new Call().until(clock, clock.monotonicNanos());
    assertFails(Kind.TIMEOUT, () -> late.run(() -> store.head("a")));
    assertThat(tally.counts().total().requests()).isZero();
  }
}
