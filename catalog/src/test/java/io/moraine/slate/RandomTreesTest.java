package io.moraine.slate;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.Workers;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowKind;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.slate.read.StoredRow;
import io.moraine.slate.read.WalTail;
import io.moraine.testing.FarObjectStore;
import io.moraine.testing.Stores;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Trees of random tables against a sorted map: formats mixed, versions of a key spread over blocks,
 * tables, runs and the memtable, tables that do not tell their last key; stores that are near, and
 * that are far and read side by side by few threads or one.
 */
class RandomTreesTest {
  private static final long SEED = 11;
  private static final Comparator<Row> ORDER =
      Comparator.comparing(Row::key).thenComparing((a, b) -> Long.compare(b.seq(), a.seq()));

  private static final Workers ONE_WORKER = new Workers("random", 1);
  private static final Workers WORKERS = new Workers("random", 3);

  @Test
  void pointReadsAndRangesAreThoseOfASortedMap() {
    for (int round = 0; round < 600; round++) {
      check(new SplittableRandom(SEED + round), "seed " + (SEED + round));
    }
  }

  private void check(SplittableRandom random, String context) {
    int rowCount = 1 + random.nextInt(300);
    List<Row> rows = new ArrayList<>();
    for (int seq = 1; seq <= rowCount; seq++) {
      rows.add(row(random, seq));
    }
    MemoryObjectStore objects = new MemoryObjectStore(context, Clock.SYSTEM);
    // From the oldest rows: runs, flushed tables, memtable.
    int flushed = random.nextInt(rowCount + 1);
    Manifest manifest = manifest(random, objects, rows.subList(0, flushed), flushed);
    WalTail tail = TestTrees.tail(flushed, rows.subList(flushed, rowCount));
    SlateOptions options =
        SlateOptions.of(new BlockCache(random.nextInt(2) << 20))
            .withMergeOperator((key, base, operands) -> concatenate(base, operands));
    SlateReader reader =
        random.nextBoolean()
            ? Stores.slate(objects, TestTrees.LAYOUT, options).open(manifest, tail)
            : Stores.slate(
                    new FarObjectStore(objects),
                    TestTrees.LAYOUT,
                    options.withExecutor(random.nextBoolean() ? ONE_WORKER : WORKERS))
                .open(manifest, tail);
    NavigableMap<Bytes, Bytes> expected = model(rows);
    for (int i = 0; i < 30; i++) {
      Bytes key = key(random);
      StoredRow found = reader.get(key);
      assertThat(found == null ? null : found.value())
          .as("%s: %s", context, key)
          .isEqualTo(expected.get(key));
      checkRange(reader, expected, random, context);
    }
  }

  private static void checkRange(
      SlateReader reader,
      NavigableMap<Bytes, Bytes> expected,
      SplittableRandom random,
      String context) {
    Bytes from = random.nextInt(4) == 0 ? Bytes.EMPTY : key(random);
    Bytes to = random.nextInt(4) == 0 ? null : key(random);
    Direction direction = random.nextBoolean() ? Direction.ASCENDING : Direction.DESCENDING;
    ScanShape shape = List.of(ScanShape.values()).get(random.nextInt(5));
    BytesRange range =
        new BytesRange(
            BytesBound.included(from), to == null ? BytesBound.UNBOUNDED : BytesBound.excluded(to));
    List<String> wanted = new ArrayList<>();
    expected
        .tailMap(from)
        .forEach(
            (key, value) -> {
              if (to == null || key.compareTo(to) < 0) {
                wanted.add(key.toHex() + " " + value.toHex());
              }
            });
    if (direction == Direction.DESCENDING) {
      Collections.reverse(wanted);
    }
    List<String> found = new ArrayList<>();
    try (RowIterator rows = reader.scan(range, direction, shape)) {
      while (rows.next()) {
        found.add(rows.key().toHex() + " " + rows.value().toHex());
      }
    }
    assertThat(found).as("%s: %s %s %s", context, range, direction, shape).isEqualTo(wanted);
  }

  private Manifest manifest(
      SplittableRandom random, MemoryObjectStore objects, List<Row> rows, long lastSeq) {
    List<List<Row>> levels = new ArrayList<>();
    for (int from = 0; from < rows.size(); ) {
      int to = Math.min(rows.size(), from + 1 + random.nextInt(100));
      List<Row> level = new ArrayList<>(rows.subList(from, to));
      level.sort(ORDER);
      levels.add(0, level);
      from = to;
    }
    int l0Count = levels.isEmpty() ? 0 : random.nextInt(levels.size() + 1);
    List<SsTableView> l0 = new ArrayList<>();
    List<SortedRun> runs = new ArrayList<>();
    for (int i = 0; i < levels.size(); i++) {
      if (i < l0Count) {
        l0.add(view(random, objects, levels.get(i)));
      } else {
        runs.add(new SortedRun(levels.size() - i, run(random, objects, levels.get(i))));
      }
    }
    return TestTrees.manifest(l0, runs, lastSeq);
  }

  private List<SsTableView> run(
      SplittableRandom random, MemoryObjectStore objects, List<Row> rows) {
    List<SsTableView> views = new ArrayList<>();
    for (int from = 0; from < rows.size(); ) {
      int to = Math.min(rows.size(), from + 1 + random.nextInt(40));
      views.add(view(random, objects, rows.subList(from, to)));
      from = to;
    }
    return views;
  }

  private SsTableView view(SplittableRandom random, MemoryObjectStore objects, List<Row> rows) {
    return TestTrees.writeAny(random, objects, rows, 1);
  }

  /** What the rows, oldest first, amount to. */
  private static NavigableMap<Bytes, Bytes> model(List<Row> rows) {
    NavigableMap<Bytes, Bytes> model = new TreeMap<>();
    for (Row row : rows) {
      switch (row.kind()) {
        case VALUE -> model.put(row.key(), row.value());
        case TOMBSTONE -> model.remove(row.key());
        case MERGE ->
            model.put(
                row.key(),
                concatenate(Optional.ofNullable(model.get(row.key())), List.of(row.value())));
      }
    }
    return model;
  }

  private static Row row(SplittableRandom random, int seq) {
    RowKind kind = List.of(RowKind.values()).get(random.nextInt(3));
    byte[] value = new byte[kind == RowKind.TOMBSTONE ? 0 : random.nextInt(8)];
    random.nextBytes(value);
    return new Row(
        key(random), seq, kind, Bytes.wrap(value), OptionalLong.of(seq), OptionalLong.empty());
  }

  private static Bytes key(SplittableRandom random) {
    byte[] key = new byte[1 + random.nextInt(4)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) "abc\u00ff".charAt(random.nextInt(4));
    }
    return Bytes.wrap(key);
  }

  private static Bytes concatenate(Optional<Bytes> base, List<Bytes> operands) {
    StringBuilder hex = new StringBuilder(base.map(Bytes::toHex).orElse(""));
    operands.forEach(operand -> hex.append(operand.toHex()));
    return Bytes.fromHex(hex.toString());
  }
}
