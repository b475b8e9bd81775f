package io.moraine.slate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.Row;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.read.WalTail;
import io.moraine.slate.write.WriteBatch;
import io.moraine.slate.write.WriterOptions;
import io.moraine.testing.Stores;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every store that SlateDB wrote can be written further. */
class WrittenReferenceStoresTest {
  /** SlateDB 0.16 reads no longer one, so none is written. */
  private static final int LONGEST_KEY = 65_535;

  static List<String> stores() {
    return ReferenceStore.names();
  }

  @ParameterizedTest
  @MethodSource("stores")
  void whatWasThereStaysAndWhatIsWrittenIsThere(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      StoreLayout layout = new StoreLayout(database.get("path").asText());
      SortedMap<Bytes, Bytes> expected = read(store, layout);
      Manifest before = slate(store, layout).readLatestManifest();
      SlateWriter writer = open(store, layout);
      assertThat(writer.epoch()).isEqualTo(before.writerEpoch() + 1);
      assertThat(rows(writer.reader())).isEqualTo(expected);
      for (int i = 1; i <= 3; i++) {
        write(writer, expected, i);
        assertThat(read(store, layout)).as("after batch %d", i).isEqualTo(expected);
      }
      List<Bytes> expired = expired(writer.durable().tail());
      assertThat(writer.flush()).isPositive();
      expected.keySet().removeAll(expired);
      assertThat(rows(writer.reader())).isEqualTo(expected);
      writer.close();
      assertThat(read(store, layout)).as("after the flush").isEqualTo(expected);
      assertSound(before, slate(store, layout).readLatestManifest());
      writeAgain(store, layout, expected);
    }
  }

  /** A value, a deletion of something that is there, and a value in place of another. */
  private static void write(SlateWriter writer, SortedMap<Bytes, Bytes> expected, int number) {
    WriteBatch.Builder batch = new WriteBatch.Builder();
    put(batch, expected, Bytes.utf8("written:" + number), "value " + number);
    List<Bytes> keys =
        expected.keySet().stream().filter(key -> key.length() <= LONGEST_KEY).toList();
    if (keys.size() > 4) {
      Bytes removed = keys.get(keys.size() / (number + 1));
      batch.delete(removed);
      expected.remove(removed);
      put(batch, expected, keys.get(0), "in place of another " + number);
    }
    writer.write(batch.build()).await();
  }

  private static void put(
      WriteBatch.Builder batch, SortedMap<Bytes, Bytes> expected, Bytes key, String value) {
    batch.put(key, Bytes.utf8(value));
    expected.put(key, Bytes.utf8(value));
  }

  /** What a flush takes for deleted. */
  private static List<Bytes> expired(WalTail tail) {
    return tail.rows().rows().stream()
        .filter(row -> row.expireMillis().orElse(Long.MAX_VALUE) <= Clock.SYSTEM.wallMillis())
        .map(Row::key)
        .toList();
  }

  private static void assertSound(Manifest before, Manifest after) {
    assertThat(after.formatVersion()).isEqualTo(2);
    assertThat(after.checkpoints()).isEqualTo(before.checkpoints());
    assertThat(after.compactorEpoch()).isEqualTo(before.compactorEpoch());
    assertThat(after.tree().compacted()).isEqualTo(before.tree().compacted());
    assertThat(after.tree().lastCompactedL0()).isEqualTo(before.tree().lastCompactedL0());
    assertThat(after.lastL0Seq()).isGreaterThan(before.lastL0Seq());
    assertThat(after.lastL0ClockTick()).isGreaterThanOrEqualTo(before.lastL0ClockTick());
    assertThat(after.replayAfterWalId()).isGreaterThan(before.replayAfterWalId());
    assertThat(after.walIdLastSeen()).isEqualTo(after.replayAfterWalId());
  }

  private static void writeAgain(
      ReferenceStore store, StoreLayout layout, SortedMap<Bytes, Bytes> expected) {
    SlateWriter next = open(store, layout);
    write(next, expected, 4);
    assertThat(rows(next.reader())).isEqualTo(expected);
    assertThat(read(store, layout)).isEqualTo(expected);
  }

  private static SlateWriter open(ReferenceStore store, StoreLayout layout) {
    return slate(store, layout)
        .openWriter(
            WriterOptions.of(Clock.SYSTEM, IdSource.SYSTEM, store.options().filterPolicies()),
            TailAdmission.UNLIMITED);
  }

  private static SlateStore slate(ReferenceStore store, StoreLayout layout) {
    return Stores.slate(store.objects(), layout, store.options());
  }

  private static SortedMap<Bytes, Bytes> read(ReferenceStore store, StoreLayout layout) {
    MemoryObjectStore log = store.walObjects();
    return rows(ReferenceStore.openLatest(store.objects(), log, layout, store.options()));
  }

  private static SortedMap<Bytes, Bytes> rows(SlateReader reader) {
    SortedMap<Bytes, Bytes> rows = new TreeMap<>();
    try (RowIterator all = reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)) {
      while (all.next()) {
        rows.put(Bytes.wrap(all.key().toArray()), Bytes.wrap(all.value().toArray()));
      }
    }
    return rows;
  }
}
