package io.moraine.slate;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.base.Workers;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.compaction.CompactionProgress;
import io.moraine.slate.compaction.CompactorOptions;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.FilterPolicy;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowKind;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SequenceTracker;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.Memtable;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.slate.read.WalTail;
import io.moraine.testing.FarObjectStore;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Compactions of random trees against a sorted map: whoever reads any state that is still read sees
 * after each of them what was there before, and nothing that has expired.
 */
class RandomCompactionsTest {
  private static final long SEED = 23;
  private static final int ROUNDS = 120;
  private static final long TICK = 500;
  private static final Workers WORKERS = new Workers("compactions", 3);
  private static final Comparator<Row> ORDER =
      Comparator.comparing(Row::key).thenComparing((a, b) -> Long.compare(b.seq(), a.seq()));

  /** The rows that views show. */
  private final List<Row> shown = new ArrayList<>();

  @Test
  void everyStateThatIsStillReadShowsTheSame() {
    int merged = 0;
    int outputs = 0;
    for (int round = 0; round < ROUNDS; round++) {
      SplittableRandom random = new SplittableRandom(SEED + round);
      shown.clear();
      Subject subject = subject(random, round % 3 == 0, "seed " + (SEED + round));
      subject.check();
      while (subject.compactor.compactNext(CompactionProgress.NONE).isPresent()) {
        merged++;
        if (!subject.expires) {
          subject.check();
        }
      }
      outputs +=
          subject.compactor.compactFully(Optional.empty(), CompactionProgress.NONE).stream()
              .mapToInt(each -> each.tables())
              .sum();
      subject.check();
      subject.checkIsOneRun();
    }
    System.out.printf("seed %d: %d rounds, %d by size, %d tables%n", SEED, ROUNDS, merged, outputs);
    assertThat(merged).isGreaterThan(ROUNDS / 2);
    assertThat(outputs).isGreaterThan(ROUNDS);
  }

  /** A store with one tree, before and after. */
  private final class Subject {
    private final String context;
    private final ObjectStore objects;
    private final SlateOptions options;
    private final SlateCompactor compactor;
    private final long minSeq;
    private final long lastSeq;
    private final boolean expires;

    private Subject(
        String context,
        ObjectStore objects,
        SlateOptions options,
        CompactorOptions compacting,
        Manifest manifest,
        boolean expires) {
      this.context = context;
      this.objects = objects;
      this.options = options;
      this.compactor = slate().compactor(Stores.compactions(objects, TestTrees.LAYOUT), compacting);
      this.minSeq = manifest.recentSnapshotMinSeq();
      this.lastSeq = manifest.lastL0Seq();
      this.expires = expires;
    }

    private SlateStore slate() {
      return Stores.slate(objects, TestTrees.LAYOUT, options);
    }

    private void check() {
      SlateStore slate = slate();
      Manifest manifest = slate.readLatestManifest();
      boolean untouched = manifest.compactorEpoch() == 0;
      for (long seq = minSeq; seq <= lastSeq; seq += Math.max(1, (lastSeq - minSeq) / 6)) {
        WalTail tail = new WalTail(0, 0, lastSeq, seq, Memtable.EMPTY);
        SortedMap<Bytes, Bytes> found = content(slate.open(manifest, tail));
        assertThat(found)
            .as("%s at %d of %d to %d", context, seq, minSeq, lastSeq)
            .isEqualTo(model(shown, seq, expires && !untouched));
      }
    }

    private void checkIsOneRun() {
      SsTableTree tree = slate().readLatestManifest().tree();
      assertThat(tree.l0()).as(context).isEmpty();
      assertThat(tree.compacted()).as(context).hasSizeLessThanOrEqualTo(1);
      if (minSeq == lastSeq) {
        long rows = model(shown, lastSeq, expires).size();
        if (rows == 0) {
          assertThat(tree.compacted()).as(context).allMatch(run -> run.views().isEmpty());
        }
      }
    }
  }

  private static SortedMap<Bytes, Bytes> content(SlateReader reader) {
    SortedMap<Bytes, Bytes> content = new TreeMap<>();
    try (RowIterator rows = reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)) {
      while (rows.next()) {
        content.put(Bytes.wrap(rows.key().toArray()), Bytes.wrap(rows.value().toArray()));
      }
    }
    return content;
  }

  /** What the rows up to {@code seq} amount to. */
  private static SortedMap<Bytes, Bytes> model(List<Row> rows, long seq, boolean expired) {
    SortedMap<Bytes, Bytes> model = new TreeMap<>();
    List<Row> oldestFirst = new ArrayList<>(rows);
    oldestFirst.sort(Comparator.comparingLong(Row::seq));
    for (Row row : oldestFirst) {
      boolean gone = expired && row.expireMillis().orElse(Long.MAX_VALUE) <= TICK;
      if (row.seq() > seq || (gone && row.kind() == RowKind.MERGE)) {
        continue;
      }
      if (gone || row.kind() == RowKind.TOMBSTONE) {
        model.remove(row.key());
      } else if (row.kind() == RowKind.VALUE) {
        model.put(row.key(), row.value());
      } else {
        Optional<Bytes> base = Optional.ofNullable(model.get(row.key()));
        model.put(row.key(), concatenate(base, List.of(row.value())));
      }
    }
    return model;
  }

  private Subject subject(SplittableRandom random, boolean expires, String context) {
    int rowCount = 20 + random.nextInt(300);
    List<Row> rows = new ArrayList<>();
    for (int seq = 1; seq <= rowCount; seq++) {
      rows.add(row(random, seq, expires));
    }
    MemoryObjectStore objects = new MemoryObjectStore(context, Clock.SYSTEM);
    long minSeq = random.nextBoolean() ? rowCount : random.nextInt(rowCount + 1);
    Manifest manifest =
        new Manifest(
            1,
            2,
            1,
            0,
            0,
            0,
            TICK,
            rowCount,
            minSeq,
            new SequenceTracker(Bytes.EMPTY, List.of()),
            List.of(),
            List.of(),
            tree(random, objects, rows),
            List.of(),
            null,
            null,
            false);
    assertThat(Stores.manifests(objects, TestTrees.LAYOUT).create(manifest, IdSource.SYSTEM))
        .isPresent();
    SlateOptions options =
        SlateOptions.of(new BlockCache(1 << 20))
            .withMergeOperator((key, base, operands) -> concatenate(base, operands));
    CompactorOptions compacting =
        new CompactorOptions(
            Clock.SYSTEM,
            IdSource.SYSTEM,
            List.of(FilterPolicy.WHOLE_KEYS),
            128,
            100 + random.nextInt(1000),
            2 + random.nextInt(2),
            4,
            8.0,
            Duration.ofMinutes(15),
            Duration.ofSeconds(10));
    return random.nextBoolean()
        ? new Subject(context, objects, options, compacting, manifest, expires)
        : new Subject(
            context,
            new FarObjectStore(objects),
            options.withExecutor(WORKERS),
            compacting,
            manifest,
            expires);
  }

  private SsTableTree tree(SplittableRandom random, MemoryObjectStore objects, List<Row> rows) {
    List<List<Row>> levels = new ArrayList<>();
    for (int from = 0; from < rows.size(); ) {
      int to = Math.min(rows.size(), from + 1 + random.nextInt(50));
      List<Row> level = new ArrayList<>(rows.subList(from, to));
      level.sort(ORDER);
      levels.add(0, level);
      from = to;
    }
    int flushed = random.nextInt(levels.size() + 1);
    List<SsTableView> l0 = new ArrayList<>();
    List<SortedRun> runs = new ArrayList<>();
    for (int i = 0; i < levels.size(); i++) {
      if (i < flushed) {
        l0.add(view(random, objects, levels.get(i)));
      } else {
        runs.add(new SortedRun(levels.size() - i, run(random, objects, levels.get(i))));
      }
    }
    return new SsTableTree(null, l0, runs);
  }

  private List<SsTableView> run(
      SplittableRandom random, MemoryObjectStore objects, List<Row> rows) {
    List<SsTableView> views = new ArrayList<>();
    for (int from = 0; from < rows.size(); ) {
      int to = Math.min(rows.size(), from + 1 + random.nextInt(30));
      views.add(view(random, objects, rows.subList(from, to)));
      from = to;
    }
    return views;
  }

  private SsTableView view(SplittableRandom random, MemoryObjectStore objects, List<Row> rows) {
    SsTableView view = TestTrees.writeAny(random, objects, rows, 20);
    if (random.nextInt(4) > 0) {
      shown.addAll(rows);
      return view;
    }
    Bytes from = rows.get(random.nextInt(rows.size())).key();
    rows.stream().filter(row -> row.key().compareTo(from) >= 0).forEach(shown::add);
    return new SsTableView(
        new Ulid(view.id().high(), random.nextLong()),
        view.table(),
        new BytesRange(BytesBound.included(from), BytesBound.UNBOUNDED));
  }

  private static Row row(SplittableRandom random, int seq, boolean expires) {
    RowKind kind = List.of(RowKind.values()).get(random.nextInt(3));
    byte[] value = new byte[kind == RowKind.TOMBSTONE ? 0 : random.nextInt(8)];
    random.nextBytes(value);
    boolean ends = expires && kind != RowKind.TOMBSTONE && random.nextInt(3) == 0;
    return new Row(
        key(random),
        seq,
        kind,
        Bytes.wrap(value),
        OptionalLong.of(seq),
        ends ? OptionalLong.of(TICK - 1 + random.nextInt(4)) : OptionalLong.empty());
  }

  private static Bytes key(SplittableRandom random) {
    byte[] key = new byte[1 + random.nextInt(3)];
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
