package io.moraine.slate.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.Workers;
import io.moraine.objectstore.CountingObjectStore;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.FailingObjectStore;
import io.moraine.testing.ManualClock;
import io.moraine.testing.SlowObjectStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WalProbeTest {
  private static final StoreLayout LAYOUT = new StoreLayout("");

  private final Workers workers = new Workers("probe", WalProbe.WAVE);
  private final MemoryObjectStore objects = new MemoryObjectStore("test", Clock.SYSTEM);
  private final RequestTally tally = new RequestTally();
  private final CountingObjectStore remote =
      new CountingObjectStore(
          new SlowObjectStore(objects, new ManualClock(Instant.EPOCH), Duration.ofMillis(20)),
          tally,
          Clock.SYSTEM);
  private final CountingObjectStore local = new CountingObjectStore(objects, tally, Clock.SYSTEM);
  private final WalProbe probe = new WalProbe(remote, LAYOUT, workers);

  @AfterEach
  void close() {
    workers.close();
  }

  @ParameterizedTest
  @CsvSource({"0, 32", "1, 32", "31, 32", "32, 64", "33, 64", "100, 128"})
  void theEndIsFoundInWaves(int objectsAfter, long requests) {
    long lower = 1000;
    for (int i = 1; i <= objectsAfter; i++) {
      put(lower + i);
    }
    assertThat(probe.lastIdAfter(lower)).isEqualTo(lower + objectsAfter);
    assertThat(tally.counts().total().requests()).isEqualTo(requests);
  }

  @Test
  void whereTheEndWasKnownOneIdIsLookedAtAlone() {
    put(1);
    assertThat(probe.lastIdBeyond(1)).isEqualTo(1);
    assertThat(tally.counts().total().requests()).isEqualTo(1);
  }

  @Test
  void whatWasNewTheLastTimeTellsHowManyAreLookedAt() {
    assertThat(requestsForNew(0, 1)).isEqualTo(33);
    assertThat(requestsForNew(1, 1)).isEqualTo(5);
    assertThat(requestsForNew(2, 4)).isEqualTo(5);
    assertThat(requestsForNew(6, 9)).isEqualTo(9 + 32);
    assertThat(requestsForNew(15, 40)).isEqualTo(19 + 32);
    assertThat(requestsForNew(55, 1)).isEqualTo(33);
    assertThat(requestsForNew(56, 1)).isEqualTo(5);
  }

  /** What it takes to find {@code count} objects after a known one. */
  private long requestsForNew(long known, int count) {
    for (int i = 1; i <= count; i++) {
      put(known + i);
    }
    long before = tally.counts().total().requests();
    assertThat(probe.lastIdBeyond(known)).isEqualTo(known + count);
    return tally.counts().total().requests() - before;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 40})
  void aLocalStoreIsAskedForOneIdAfterTheOther(int objectsAfter) {
    for (int i = 1; i <= objectsAfter; i++) {
      put(i);
    }
    assertThat(new WalProbe(local, LAYOUT, workers).lastIdAfter(0)).isEqualTo(objectsAfter);
    assertThat(tally.counts().total().requests()).isEqualTo(objectsAfter + 1);
  }

  @Test
  void theLogEndsBeforeTheFirstMissingId() {
    put(1);
    put(2);
    put(4);
    assertThat(probe.findAfter(0))
        .extracting(ObjectMeta::path)
        .containsExactly(LAYOUT.wal(1), LAYOUT.wal(2));
    assertThat(probe.lastIdAfter(3)).isEqualTo(4);
    assertThat(probe.list()).hasSize(3);
  }

  @Test
  void idsEndWhere64BitsEnd() {
    put(-2);
    put(-1);
    assertThat(probe.lastIdAfter(-3)).isEqualTo(-1);
    assertThat(probe.lastIdAfter(-1)).isEqualTo(-1);
    assertThat(new WalProbe(local, LAYOUT, workers).lastIdAfter(-3)).isEqualTo(-1);
  }

  @Test
  void otherNamesInTheFolderAreNotListed() {
    put(1);
    objects.putIfAbsent("wal/readme", Bytes.EMPTY, "other");
    objects.putIfAbsent(LAYOUT.wal(2) + ".tmp", Bytes.EMPTY, "tmp");
    assertThat(probe.list()).extracting(ObjectMeta::path).containsExactly(LAYOUT.wal(1));
  }

  @Test
  void aStoreThatFailsIsNotTakenForTheEnd() {
    put(1);
    FailingObjectStore store = new FailingObjectStore(objects);
    store.failBy(FailingObjectStore.Rule.onPath(LAYOUT.wal(2), Kind.UNAVAILABLE));
    assertThatThrownBy(() -> new WalProbe(store, LAYOUT, workers).lastIdAfter(0))
        .isInstanceOfSatisfying(
            ObjectStoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
  }

  @Test
  void anInterruptIsReportedAndKept() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> probe.findAfter(0))
        .isInstanceOfSatisfying(
            ObjectStoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INTERRUPTED));
    assertThat(Thread.interrupted()).isTrue();
  }

  private void put(long id) {
    objects.putIfAbsent(LAYOUT.wal(id), Bytes.EMPTY, Long.toUnsignedString(id));
  }
}
