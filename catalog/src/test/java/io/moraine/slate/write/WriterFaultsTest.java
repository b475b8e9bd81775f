package io.moraine.slate.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.SlateException;
import io.moraine.slate.SlateWriter;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.testing.ManualClock;
import io.moraine.testing.PlannedFaults;
import io.moraine.testing.PlannedFaults.WriteFault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Something goes wrong at each write of a writer's life in turn. */
class WriterFaultsTest {
  private static final ManualClock CLOCK = new ManualClock(Instant.parse("2026-01-02T03:04:05Z"));

  /** The acknowledged content, and what may be there besides. */
  private final Map<String, String> acknowledged = new TreeMap<>();

  private final Map<String, String> unknown = new TreeMap<>();

  @ParameterizedTest
  @EnumSource(value = WriteFault.class, mode = Mode.EXCLUDE, names = "SURPRISE")
  void whateverGoesWrongTheStoreStaysSound(WriteFault fault) {
    int writes = 0;
    while (true) {
      acknowledged.clear();
      unknown.clear();
      MemoryObjectStore objects = new MemoryObjectStore("test", Clock.SYSTEM);
      WrittenStore store = WrittenStore.segmented(objects, CLOCK).created();
      firstLife(store);
      PlannedFaults faulty = new PlannedFaults(objects);
      faulty.plan(writes, fault);
      life(store.through(faulty));
      assertSound(store, fault + " at write " + writes);
      if (!faulty.hasStruck()) {
        break;
      }
      writes++;
    }
    assertThat(writes).as("writes that a life takes").isEqualTo(12);
  }

  /** Leaves a tail behind. */
  private void firstLife(WrittenStore store) {
    SlateWriter writer = store.open();
    write(writer, "a1", "first");
    write(writer, "b1", "first");
  }

  /** Takes 12 writes: two to open, four batches, two manifests, a flush of three. */
  private void life(WrittenStore store) {
    try {
      SlateWriter writer = store.open();
      write(writer, "a2", "second");
      writer.updateCheckpoints(WriterFaultsTest::withOneMore);
      write(writer, "c1", "second");
      writer.flush();
      write(writer, "a1", "third");
      write(writer, "b2", "third");
      writer.updateCheckpoints(WriterFaultsTest::withOneMore);
    } catch (SlateException | ObjectStoreException | UnknownWriteException e) {
      assertThat(e).as("an error that tells what is wrong").hasMessageContaining("/");
    }
  }

  private void write(SlateWriter writer, String key, String value) {
    unknown.put(key, value);
    try {
      writer.write(WrittenStore.put(key, value)).await();
      acknowledged.put(key, value);
      unknown.remove(key);
    } catch (UnknownWriteException e) {
      assertThat(e.position().walId()).isPositive();
      assertThat(writer.isUsable()).isFalse();
      throw e;
    } catch (ObjectStoreException e) {
      unknown.remove(key);
      assertThat(writer.isUsable()).isFalse();
      throw e;
    }
  }

  private static List<Checkpoint> withOneMore(Manifest base, long id) {
    List<Checkpoint> more = new ArrayList<>(base.checkpoints());
    more.add(new Checkpoint(new UUID(7, id), id, 1, 0, "test"));
    return more;
  }

  private void assertSound(WrittenStore store, String when) {
    Map<String, String> content = store.content();
    assertAsPromised(content, when);
    SlateWriter next = store.open();
    assertThat(WrittenStore.content(next.reader())).as(when).isEqualTo(content);
    next.write(WrittenStore.put("z", "after")).await();
    next.flush();
    Map<String, String> after = new TreeMap<>(content);
    after.put("z", "after");
    assertThat(store.content()).as(when).isEqualTo(after);
    assertEpochsAreOfOneWriterEach(store, when);
  }

  private void assertAsPromised(Map<String, String> content, String when) {
    for (Map.Entry<String, String> each : acknowledged.entrySet()) {
      String other = unknown.getOrDefault(each.getKey(), each.getValue());
      assertThat(content.get(each.getKey())).as(when).isIn(each.getValue(), other);
    }
    Set<String> allowed = new HashSet<>(acknowledged.keySet());
    allowed.addAll(unknown.keySet());
    assertThat(allowed).as(when).containsAll(content.keySet());
  }

  private static void assertEpochsAreOfOneWriterEach(WrittenStore store, String when) {
    long epoch = 0;
    for (long id = 1; id <= store.manifest().id(); id++) {
      Manifest manifest = store.process().readManifest(id);
      assertThat(manifest.writerEpoch()).as(when).isBetween(epoch, epoch + 1);
      epoch = manifest.writerEpoch();
    }
  }

  @Test
  void aWriterWhoseEpochWasNotAnsweredTakesAHigherOneTheNextTime() {
    MemoryObjectStore objects = new MemoryObjectStore("test", Clock.SYSTEM);
    WrittenStore store = WrittenStore.plain(objects, CLOCK).created();
    PlannedFaults faulty = new PlannedFaults(objects);
    faulty.plan(0, WriteFault.FREEZE_AFTER);
    assertThat(failsToOpen(store.through(faulty))).isTrue();
    assertThat(store.manifest().writerEpoch()).isEqualTo(1);
    assertThat(store.open().epoch()).isEqualTo(2);
  }

  private static boolean failsToOpen(WrittenStore store) {
    try {
      store.open();
      return false;
    } catch (SlateException e) {
      return true;
    }
  }

  @Test
  void anObjectThatTheOldWriterAddsMeanwhileIsReplayed() {
    for (int writesBefore = 0; writesBefore < 2; writesBefore++) {
      MemoryObjectStore objects = new MemoryObjectStore("test", Clock.SYSTEM);
      WrittenStore store = WrittenStore.plain(objects, CLOCK).created();
      SlateWriter old = store.open();
      old.write(WrittenStore.put("a", "1")).await();
      PlannedFaults way = new PlannedFaults(objects);
      way.meanwhile(writesBefore, () -> old.write(WrittenStore.put("a", "2")).await());
      SlateWriter next = store.through(way).open();
      assertThat(WrittenStore.content(next.reader())).isEqualTo(Map.of("a", "2"));
      next.write(WrittenStore.put("b", "3")).await();
      assertThat(store.content()).isEqualTo(Map.of("a", "2", "b", "3"));
    }
  }

  @Test
  void aFlushOfTheOldWriterMeanwhileIsNoReasonToSkipItsLog() {
    MemoryObjectStore objects = new MemoryObjectStore("test", Clock.SYSTEM);
    WrittenStore store = WrittenStore.plain(objects, CLOCK).created();
    SlateWriter old = store.open();
    old.write(WrittenStore.put("a", "1")).await();
    PlannedFaults way = new PlannedFaults(objects);
    way.meanwhile(
        0,
        () -> {
          old.write(WrittenStore.put("b", "2")).await();
          old.flush();
          old.write(WrittenStore.put("c", "3")).await();
        });
    SlateWriter next = store.through(way).open();
    assertThat(next.durable().tail().lastWalId()).isEqualTo(5);
    assertThat(WrittenStore.content(next.reader())).isEqualTo(Map.of("a", "1", "b", "2", "c", "3"));
  }

  @Test
  void ofTwoThatTakeTheStoreAtOnceTheLaterEpochHasIt() {
    for (int writesBefore = 0; writesBefore < 2; writesBefore++) {
      MemoryObjectStore objects = new MemoryObjectStore("test", Clock.SYSTEM);
      WrittenStore store = WrittenStore.plain(objects, CLOCK).created();
      PlannedFaults way = new PlannedFaults(objects);
      List<SlateWriter> others = new ArrayList<>();
      way.meanwhile(
          writesBefore,
          () -> {
            others.add(store.open());
            others.get(0).write(WrittenStore.put("a", "other")).await();
          });
      try {
        SlateWriter mine = store.through(way).open();
        assertThat(mine.epoch()).isEqualTo(2);
        assertThat(WrittenStore.content(mine.reader())).isEqualTo(Map.of("a", "other"));
      } catch (FencedException e) {
        assertThat(writesBefore).isEqualTo(1);
        others.get(0).write(WrittenStore.put("b", "other")).await();
        assertThat(store.content()).isEqualTo(Map.of("a", "other", "b", "other"));
      }
      assertThat(others).hasSize(1);
    }
  }
}
