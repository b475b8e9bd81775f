package io.moraine.slate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.slate.compaction.CompactionProgress;
import io.moraine.slate.compaction.CompactionResult;
import io.moraine.slate.compaction.CompactorOptions;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.testing.Stores;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every store that SlateDB wrote shows the same once it is compacted. */
class CompactedReferenceStoresTest {
  static List<String> stores() {
    return ReferenceStore.names();
  }

  @ParameterizedTest
  @MethodSource("stores")
  void oneRunShowsWhatAllTablesShowed(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      StoreLayout layout = new StoreLayout(database.get("path").asText());
      SlateStore slate = Stores.slate(store.objects(), layout, store.options());
      SortedMap<Bytes, Bytes> before = rows(store, layout);
      Manifest old = slate.readLatestManifest();
      long expired = expired(store, layout, old);
      List<CompactionResult> done = compact(store, layout, slate, 8 << 10);
      Manifest now = slate.readLatestManifest();
      for (SsTableTree tree : now.trees()) {
        assertThat(tree.l0()).isEmpty();
        assertThat(tree.compacted()).hasSizeLessThanOrEqualTo(1);
      }
      SortedMap<Bytes, Bytes> after = rows(store, layout);
      assertThat(before).containsAllEntriesOf(after);
      assertThat(before.size() - after.size()).as("rows that had expired").isEqualTo((int) expired);
      assertThat(now.compactorEpoch()).isEqualTo(old.compactorEpoch() + (done.isEmpty() ? 0 : 1));
      assertThat(compact(store, layout, slate, 8 << 10)).as("a second time").isEmpty();
      if (!done.isEmpty()) {
        assertThat(done).allMatch(each -> each.bytesRead() > 0);
      }
    }
  }

  private static List<CompactionResult> compact(
      ReferenceStore store, StoreLayout layout, SlateStore slate, long tableBytes) {
    CompactorOptions options =
        CompactorOptions.of(Clock.SYSTEM, IdSource.SYSTEM, store.options().filterPolicies())
            .withMaxTableBytes(tableBytes);
    return slate
        .compactor(Stores.compactions(store.objects(), layout), options)
        .compactFully(Optional.empty(), CompactionProgress.NONE);
  }

  /** How many rows of tables are shown though they have expired by the store's own clock. */
  private static long expired(ReferenceStore store, StoreLayout layout, Manifest manifest) {
    long count = 0;
    try (RowIterator rows = all(open(store, layout))) {
      while (rows.next()) {
        boolean inTables = Long.compareUnsigned(rows.seq(), manifest.lastL0Seq()) <= 0;
        if (inTables && rows.expireMillis().orElse(Long.MAX_VALUE) <= manifest.lastL0ClockTick()) {
          count++;
        }
      }
    }
    return count;
  }

  private static SortedMap<Bytes, Bytes> rows(ReferenceStore store, StoreLayout layout) {
    return rows(open(store, layout));
  }

  private static SlateReader open(ReferenceStore store, StoreLayout layout) {
    return ReferenceStore.openLatest(store.objects(), store.walObjects(), layout, store.options());
  }

  private static RowIterator all(SlateReader reader) {
    return reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK);
  }

  private static SortedMap<Bytes, Bytes> rows(SlateReader reader) {
    SortedMap<Bytes, Bytes> rows = new TreeMap<>();
    try (RowIterator all = all(reader)) {
      while (all.next()) {
        rows.put(Bytes.wrap(all.key().toArray()), Bytes.wrap(all.value().toArray()));
      }
    }
    return rows;
  }
}
