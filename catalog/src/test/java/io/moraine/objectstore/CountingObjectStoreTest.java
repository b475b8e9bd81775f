package io.moraine.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.RequestCounts.Count;
import io.moraine.objectstore.RequestCounts.ObjectKind;
import io.moraine.objectstore.memory.MemoryObjectStore;
import org.junit.jupiter.api.Test;

class CountingObjectStoreTest extends ObjectStoreContract {
  private final CountingObjectStore store =
      new CountingObjectStore(new MemoryObjectStore("counted", Clock.SYSTEM));

  @Override
  protected ObjectStore store() {
    return store;
  }

  @Test
  void requestsAreCountedByTheFolderTheyAskIn() {
    put("db/manifest/1.manifest", Bytes.utf8("12345"));
    put("wal/1.sst", Bytes.utf8("123"));
    RequestCounts before = store.counts();
    store.list("db/manifest", "");
    store.read("db/manifest/1.manifest");
    store.readTail("wal/1.sst", 2);
    store.head("wal/2.sst");
    assertThatThrownBy(() -> store.readRange("compacted/x.sst", 0, 9));
    assertThatThrownBy(() -> store.read("gc/manifest.boundary"));
    RequestCounts counts = store.counts().minus(before);
    assertThat(counts.of(ObjectKind.MANIFEST)).isEqualTo(new Count(2, 5));
    assertThat(counts.of(ObjectKind.WAL)).isEqualTo(new Count(2, 2));
    assertThat(counts.of(ObjectKind.TABLE)).isEqualTo(new Count(1, 0));
    assertThat(counts.of(ObjectKind.OTHER)).isEqualTo(new Count(1, 0));
    assertThat(counts.total()).isEqualTo(new Count(6, 7));
  }
}
