package io.moraine.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStore.Tail;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MisbehavingStoresTest {
  private static final Bytes CONTENT = Bytes.utf8("content");

  private final ObjectStore target = new MemoryObjectStore("target", Clock.SYSTEM);

  @BeforeEach
  void createAnObject() {
    target.putIfAbsent("wal/1", CONTENT, "first");
  }

  @Test
  void aLostReplyIsRecognisedByThePutId(@TempDir Path folder) {
    for (ObjectStore each :
        new ObjectStore[] {target, FileObjectStore.open(folder.toString(), Clock.SYSTEM)}) {
      ObjectStore store = new LostReplyObjectStore(each, 1);
      assertFails(Kind.UNANSWERED, () -> store.putIfAbsent("wal/2", CONTENT, "mine"));
      assertThat(store.read("wal/2")).isEqualTo(CONTENT);
      assertThat(store.putIfAbsent("wal/2", CONTENT, "mine")).isEqualTo(PutOutcome.OWN);
    }
  }

  @Test
  void aFrozenStoreKeepsWhatWasWrittenBefore() {
    ObjectStore store = new FreezingObjectStore(target, 1);
    assertThat(store.putIfAbsent("wal/2", CONTENT, "2")).isEqualTo(PutOutcome.CREATED);
    assertThat(store.read("wal/1")).isEqualTo(CONTENT);
    assertFails(Kind.UNAVAILABLE, () -> store.putIfAbsent("wal/3", CONTENT, "3"));
    assertFails(Kind.UNAVAILABLE, () -> store.read("wal/1"));
    assertThat(target.list("wal", "")).hasSize(2);
  }

  @Test
  void aFailingStoreFailsByItsRule() {
    FailingObjectStore store = new FailingObjectStore(target);
    assertThat(store.read("wal/1")).isEqualTo(CONTENT);
    store.failBy(FailingObjectStore.Rule.onPath("wal/", Kind.UNAVAILABLE));
    assertFails(Kind.UNAVAILABLE, () -> store.read("wal/1"));
    assertThat(store.list("wal", "")).hasSize(1);
  }

  @Test
  void aTruncatedObjectIsShorterInEveryCall() {
    ObjectStore store = new TruncatingObjectStore(target, "wal/1", 3);
    assertThat(store.read("wal/1")).isEqualTo(Bytes.utf8("con"));
    assertThat(store.readTail("wal/1", 2)).isEqualTo(new Tail(3, Bytes.utf8("on")));
    assertThat(store.head("wal/1").orElseThrow().size()).isEqualTo(3);
    assertThat(store.list("wal", "").get(0).size()).isEqualTo(3);
    assertFails(Kind.BAD_REQUEST, () -> store.readRange("wal/1", 3, 1));
  }

  @Test
  void aFlippedBitIsFlippedInEveryCall() {
    ObjectStore store = new BitFlippingObjectStore(target, "wal/1", 9);
    assertThat(store.read("wal/1")).isEqualTo(Bytes.utf8("cmntent"));
    assertThat(store.readRange("wal/1", 1, 2)).isEqualTo(Bytes.utf8("mn"));
  }

  @Test
  void anOverlayExchangesAndRemovesUntilItIsRestored() {
    OverlayObjectStore store = new OverlayObjectStore(target);
    store.replace("wal/1", Bytes.utf8("x"));
    assertThat(store.read("wal/1")).isEqualTo(Bytes.utf8("x"));
    store.remove("wal/1");
    assertFails(Kind.NOT_FOUND, () -> store.read("wal/1"));
    assertThat(store.list("wal", "")).isEmpty();
    store.restore();
    assertThat(store.read("wal/1")).isEqualTo(CONTENT);
  }

  @Test
  void aSlowStoreMovesTheClockAndHoldsCallsAtAGate() throws Exception {
    ManualClock clock = new ManualClock(Instant.EPOCH);
    SlowObjectStore store = new SlowObjectStore(target, clock, Duration.ofSeconds(2));
    SlowObjectStore.Gate gate = store.hold("wal/");
    CompletableFuture<Bytes> held = CompletableFuture.supplyAsync(() -> store.read("wal/1"));
    gate.awaitArrival();
    assertThat(held).isNotDone();
    assertThat(clock.now()).isEqualTo(Instant.EPOCH.plusSeconds(2));
    gate.open();
    assertThat(held.get()).isEqualTo(CONTENT);
  }

  @Test
  void aReadOnlyStoreFailsTheTestThatWrites() {
    ObjectStore store = new ReadOnlyObjectStore(target);
    assertThat(store.read("wal/1")).isEqualTo(CONTENT);
    assertThatThrownBy(() -> store.putIfAbsent("wal/2", CONTENT, "2"))
        .isInstanceOf(AssertionError.class)
        .hasMessage("a reader wrote wal/2");
  }

  private static void assertFails(
      Kind kind, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ObjectStoreException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
