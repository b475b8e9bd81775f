package io.moraine.slate.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.ByteWriter;
import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.SlateWriter;
import io.moraine.slate.format.FlatBufferWriter;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.write.WrittenStore;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A store whose manifest is of version 1 goes on in version 2. */
class VersionOneStoreTest {
  @Test
  void itsTablesAreReadAndItIsWrittenFurther() {
    MemoryObjectStore objects = new MemoryObjectStore("new", Clock.SYSTEM);
    WrittenStore recent = WrittenStore.plain(objects, Clock.SYSTEM).created();
    SlateWriter writer = recent.open();
    writer.write(WrittenStore.put("a", "1", "b", "1")).await();
    writer.flush();
    writer.write(WrittenStore.put("b", "2")).await();
    writer.flush();
    writer.write(WrittenStore.put("c", "3")).await();

    MemoryObjectStore old = new MemoryObjectStore("old", Clock.SYSTEM);
    for (String folder : List.of("db/wal", "db/compacted")) {
      objects
          .list(folder, "")
          .forEach(each -> old.putIfAbsent(each.path(), objects.read(each.path()), each.path()));
    }
    Manifest manifest = recent.manifest();
    old.putIfAbsent(recent.layout().manifest(manifest.id()), versionOne(manifest), "old");

    WrittenStore store = recent.through(old);
    assertThat(store.manifest().formatVersion()).isEqualTo(1);
    Map<String, String> before = Map.of("a", "1", "b", "2", "c", "3");
    assertThat(store.content()).isEqualTo(before);
    SlateWriter next = store.open();
    assertThat(store.manifest().formatVersion()).isEqualTo(2);
    assertThat(store.manifest().tree()).isEqualTo(manifest.tree());
    assertThat(WrittenStore.content(next.reader())).isEqualTo(before);
    next.write(WrittenStore.put("a", "4")).await();
    assertThat(next.flush()).isEqualTo(1);
    assertThat(store.manifest().tree().l0()).hasSize(3);
    assertThat(store.content()).isEqualTo(Map.of("a", "4", "b", "2", "c", "3"));
  }

  private static Bytes versionOne(Manifest manifest) {
    FlatBufferWriter out = new FlatBufferWriter();
    List<Integer> tables =
        manifest.tree().l0().stream().map(view -> table(out, view.table())).toList();
    int root =
        out.table()
            .bool(2, true)
            .u64(3, manifest.writerEpoch())
            .u64(5, manifest.replayAfterWalId())
            .u64(6, manifest.walIdLastSeen())
            .reference(8, out.tables(tables))
            .reference(9, out.tables(List.of()))
            .u64(10, manifest.lastL0ClockTick())
            .reference(11, out.tables(List.of()))
            .u64(12, manifest.lastL0Seq())
            .u64(14, manifest.recentSnapshotMinSeq())
            .reference(15, out.bytes(manifest.sequenceTracker().encoded()))
            .end();
    return new ByteWriter().writeU16Be(1).writeBytes(out.finish(root)).toBytes();
  }

  private static int table(FlatBufferWriter out, SsTableHandle table) {
    Ulid id = table.id();
    return out.table()
        .reference(0, out.table().u64(0, id.high()).u64(1, id.low()).end())
        .reference(1, table.info().encode(out))
        .optionalU16(3, table.formatVersion())
        .end();
  }
}
