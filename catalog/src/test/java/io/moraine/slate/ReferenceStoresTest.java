package io.moraine.slate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.base.Bytes;
import io.moraine.slate.format.Block;
import io.moraine.slate.format.BlockCursor;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.SsTableIndex;
import io.moraine.slate.format.SstFile;
import io.moraine.slate.format.SstStats;
import io.moraine.slate.format.WalObject;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.slate.read.StoredRow;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.read.WalTail;
import io.moraine.testing.Stores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every store that SlateDB wrote holds for us what it holds for SlateDB. */
class ReferenceStoresTest {
  static List<String> stores() {
    return ReferenceStore.names();
  }

  @ParameterizedTest
  @MethodSource("stores")
  void liveRowsAreThoseThatSlateDbReads(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      List<String> expected = liveRows(database.get("rows"));
      SlateReader reader = open(store, database, store.options());
      List<String> backwards = new ArrayList<>(expected);
      Collections.reverse(backwards);
      for (ScanShape shape : ScanShape.values()) {
        assertThat(rows(reader.scan(BytesRange.ALL, Direction.ASCENDING, shape)))
            .isEqualTo(expected);
        assertThat(rows(reader.scan(BytesRange.ALL, Direction.DESCENDING, shape)))
            .isEqualTo(backwards);
      }
      for (ScanShape shape : ScanShape.values()) {
        SlateOptions alone = withoutExecutor(store.options());
        assertThat(
                rows(open(store, database, alone).scan(BytesRange.ALL, Direction.ASCENDING, shape)))
            .isEqualTo(expected);
        assertThat(
                rows(
                    open(store, database, alone).scan(BytesRange.ALL, Direction.DESCENDING, shape)))
            .isEqualTo(backwards);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void everyLiveRowIsFoundByItsKey(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      SlateReader reader = open(store, database, store.options());
      List<String> found = new ArrayList<>();
      RowIterator all = reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK);
      while (all.next()) {
        found.add(show(reader.get(all.row().key())));
      }
      assertThat(found).isEqualTo(liveRows(database.get("rows")));
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void pointReadsAndTheirMissesAreThoseOfSlateDb(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      SlateReader reader = open(store, database, store.options());
      ShownBytes keys = keysOf(reader);
      for (JsonNode get : database.get("gets")) {
        StoredRow row = reader.get(keys.find(get.get("k")));
        assertThat(row == null ? "null" : ShownBytes.show(row.value()))
            .as("%s", get.get("k"))
            .isEqualTo(ShownBytes.show(get.get("v")));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void rangesAreThoseOfSlateDb(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      SlateReader reader = open(store, database, store.options());
      ShownBytes keys = keysOf(reader);
      for (JsonNode scan : database.get("scans")) {
        BytesRange range =
            new BytesRange(bound(scan.get("lower"), keys), bound(scan.get("upper"), keys));
        Direction direction =
            Direction.valueOf(scan.get("order").asText().toUpperCase(Locale.ROOT));
        for (ScanShape shape : ScanShape.values()) {
          assertThat(keys(reader.scan(range, direction, shape)))
              .as("%s %s %s", range, direction, shape)
              .isEqualTo(shown(scan.get("keys")));
          assertThat(keys(open(store, database, store.options()).scan(range, direction, shape)))
              .as("cold %s %s %s", range, direction, shape)
              .isEqualTo(shown(scan.get("keys")));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void prefixesAreThoseOfSlateDb(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      SlateReader reader = open(store, database, store.options());
      ShownBytes keys = keysOf(reader);
      for (JsonNode scan : database.get("prefix_scans")) {
        Bytes prefix = keys.find(scan.get("prefix"));
        List<String> expected = shown(scan.get("keys"));
        assertThat(keys(reader.scanPrefix(prefix, Direction.ASCENDING, ScanShape.BULK)))
            .as("%s", prefix)
            .isEqualTo(expected);
        Collections.reverse(expected);
        assertThat(keys(reader.scanPrefix(prefix, Direction.DESCENDING, ScanShape.SEEK)))
            .as("%s descending", prefix)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void checkpointsShowWhatTheyPinned(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      SlateStore slate = slate(store, database, store.options());
      for (JsonNode checkpoint : database.get("checkpoints")) {
        Manifest manifest = slate.readManifest(checkpoint.get("manifest_id").asLong());
        WalTail tail = slate.readTail(manifest, manifest.walIdLastSeen(), TailAdmission.UNLIMITED);
        SlateReader reader = slate.open(manifest, tail);
        assertThat(rows(reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)))
            .as("%s", checkpoint.get("id"))
            .isEqualTo(liveRows(checkpoint.get("rows")));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void logObjectsHoldTheRowsThatWereWritten(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      StoreLayout layout = layout(database);
      for (JsonNode object : database.get("wal")) {
        String path = layout.wal(object.get("id").asLong());
        Region bytes = Region.whole(path, store.walObjects().read(path));
        assertThat(WalObject.decode(bytes).rows().stream().map(ReferenceStoresTest::show).toList())
            .as(path)
            .isEqualTo(storedRows(object.get("rows")));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void tablesHoldTheBlocksRowsAndStatisticsThatSlateDbSees(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      List<String> paths =
          slate(store, database, store.options())
              .readLatestManifest()
              .views()
              .map(SsTableView::table)
              .map(table -> table.path())
              .distinct()
              .toList();
      assertThat(paths)
          .containsExactlyInAnyOrderElementsOf(
              ReferenceStore.list(database.get("ssts")).stream()
                  .map(table -> table.get("path").asText())
                  .toList());
      for (JsonNode table : database.get("ssts")) {
        String path = table.get("path").asText();
        checkTable(SstFile.decode(Region.whole(path, store.objects().read(path))), table);
      }
    }
  }

  private static void checkTable(SstFile file, JsonNode expected) {
    SsTableIndex index = file.index();
    List<String> blocks = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    List<Integer> rowCounts = new ArrayList<>();
    for (int i = 0; i < index.blockCount(); i++) {
      Block block = file.block(index, i);
      int before = rows.size();
      BlockCursor cursor = new BlockCursor(block);
      while (cursor.next()) {
        rows.add(show(cursor.copy()));
      }
      rowCounts.add(rows.size() - before);
      blocks.add(
          index.blockOffset(i)
              + " "
              + ShownBytes.show(index.firstKey(i))
              + " "
              + (rows.size() - before));
      checkBackwards(block, rows.subList(before, rows.size()));
    }
    assertThat(rows).isEqualTo(storedRows(expected.get("rows")));
    assertThat(blocks)
        .isEqualTo(
            ReferenceStore.list(expected.get("blocks")).stream()
                .map(
                    block ->
                        block.get("offset").asLong()
                            + " "
                            + ShownBytes.show(block.get("first_key"))
                            + " "
                            + block.get("rows").asInt())
                .toList());
    checkStats(file.stats().orElseThrow(), expected.get("stats"), rowCounts);
  }

  private static void checkBackwards(Block block, List<String> rows) {
    List<String> backwards = new ArrayList<>();
    BlockCursor cursor = new BlockCursor(block);
    cursor.moveToEnd();
    while (cursor.previous()) {
      backwards.add(0, show(cursor.copy()));
    }
    assertThat(backwards).isEqualTo(rows);
  }

  private static void checkStats(SstStats stats, JsonNode expected, List<Integer> rowCounts) {
    assertThat(stats.puts()).isEqualTo(expected.get("num_puts").asLong());
    assertThat(stats.deletes()).isEqualTo(expected.get("num_deletes").asLong());
    assertThat(stats.merges()).isEqualTo(expected.get("num_merges").asLong());
    assertThat(stats.keyBytes()).isEqualTo(expected.get("raw_key_size").asLong());
    assertThat(stats.valueBytes()).isEqualTo(expected.get("raw_val_size").asLong());
    assertThat(stats.blocks().stream().map(SstStats.BlockStats::rows).toList())
        .isEqualTo(rowCounts);
  }

  private static ShownBytes keysOf(SlateReader reader) {
    ShownBytes keys = new ShownBytes();
    RowIterator rows = reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK);
    while (rows.next()) {
      Bytes key = rows.row().key();
      keys.learn(key);
      byte[] neighbour = Arrays.copyOf(key.toArray(), key.length() + 1);
      neighbour[key.length()] = '!';
      keys.learn(Bytes.wrap(neighbour));
    }
    return keys;
  }

  private static BytesBound bound(JsonNode bound, ShownBytes keys) {
    if (bound.isTextual()) {
      return BytesBound.UNBOUNDED;
    }
    return bound.has("included")
        ? BytesBound.included(keys.find(bound.get("included")))
        : BytesBound.excluded(keys.find(bound.get("excluded")));
  }

  private static SlateOptions withoutExecutor(SlateOptions options) {
    return new SlateOptions(
        options.cache(),
        options.segmentExtractor(),
        options.filterPolicies(),
        options.mergeOperator(),
        Optional.empty(),
        options.walStore());
  }

  private static StoreLayout layout(JsonNode database) {
    return new StoreLayout(database.get("path").asText());
  }

  private static SlateStore slate(ReferenceStore store, JsonNode database, SlateOptions options) {
    return Stores.slate(store.objects(), layout(database), options);
  }

  private static SlateReader open(ReferenceStore store, JsonNode database, SlateOptions options) {
    return ReferenceStore.openLatest(
        store.objects(), store.walObjects(), layout(database), options);
  }

  private static List<String> rows(RowIterator rows) {
    List<String> result = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        result.add(show(rows.row()));
      }
    }
    return result;
  }

  private static List<String> keys(RowIterator rows) {
    List<String> result = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        result.add(ShownBytes.show(rows.key()));
      }
    }
    return result;
  }

  private static List<String> shown(JsonNode array) {
    List<String> result = new ArrayList<>();
    array.forEach(each -> result.add(ShownBytes.show(each)));
    return result;
  }

  private static List<String> liveRows(JsonNode rows) {
    return ReferenceStore.list(rows).stream()
        .map(
            row ->
                ShownBytes.show(row.get("k")) + " = " + ShownBytes.show(row.get("v")) + times(row))
        .toList();
  }

  private static List<String> storedRows(JsonNode rows) {
    return ReferenceStore.list(rows).stream()
        .map(
            row ->
                ShownBytes.show(row.get("k"))
                    + " "
                    + row.get("type").asText().toUpperCase(Locale.ROOT)
                    + " "
                    + (row.get("v").isNull() ? "" : ShownBytes.show(row.get("v")))
                    + times(row))
        .toList();
  }

  private static String times(JsonNode row) {
    return " seq "
        + row.get("seq").asText()
        + " created "
        + row.get("create_ts").asText()
        + " expires "
        + row.get("expire_ts").asText();
  }

  private static String show(@Nullable StoredRow row) {
    return row == null
        ? "null"
        : ShownBytes.show(row.key())
            + " = "
            + ShownBytes.show(row.value())
            + times(row.seq(), row.createMillis(), row.expireMillis());
  }

  private static String show(Row row) {
    return ShownBytes.show(row.key())
        + " "
        + row.kind()
        + " "
        + ShownBytes.show(row.value())
        + times(row.seq(), row.createMillis(), row.expireMillis());
  }

  private static String times(long seq, OptionalLong created, OptionalLong expires) {
    return " seq "
        + Long.toUnsignedString(seq)
        + " created "
        + (created.isPresent() ? created.getAsLong() : "null")
        + " expires "
        + (expires.isPresent() ? expires.getAsLong() : "null");
  }
}
