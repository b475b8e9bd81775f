package io.moraine.slate;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.format.BlockFormat;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.TestTables;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SequenceTracker;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableHandle;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.Memtable;
import io.moraine.slate.read.WalTail;
import java.util.List;
import java.util.SplittableRandom;

/** Stores whose tables a test makes. */
final class TestTrees {
  static final StoreLayout LAYOUT = new StoreLayout("db");

  private TestTrees() {}

  /** Writes a table of {@code rows} and gives the view of all of it. */
  static SsTableView write(
      ObjectStore objects, Ulid id, BlockFormat format, TestTables.Table table) {
    String path = LAYOUT.table(id);
    objects.putIfAbsent(path, table.content(), path);
    SsTableHandle handle =
        new SsTableHandle(
            id,
            path,
            format == BlockFormat.V1 ? 1 : 2,
            java.util.Objects.requireNonNull(table.info().firstEntry()),
            table.info());
    return new SsTableView(id, handle, null);
  }

  /** A manifest of tables that were flushed, newest first, and of runs, newest first. */
  /**
   * Puts a table of {@code rows} into {@code objects} in any of the forms that tables have had.
   *
   * @param idShift how many of the leading bits of its id's time are none
   */
  static SsTableView writeAny(
      SplittableRandom random, ObjectStore objects, List<Row> rows, int idShift) {
    BlockFormat format = random.nextBoolean() ? BlockFormat.V1 : BlockFormat.V2;
    TestTables.LastEntry last =
        random.nextInt(3) == 0 ? TestTables.LastEntry.LEFT_OUT : TestTables.LastEntry.STORED;
    TestTables.Table table = TestTables.table(format, rows, 1 + random.nextInt(20), last);
    Ulid id = new Ulid(random.nextLong() >>> idShift, random.nextLong());
    return write(objects, id, format, random.nextBoolean() ? table : table.seemingLarge());
  }

  static Manifest manifest(List<SsTableView> l0, List<SortedRun> runs, long lastSeq) {
    return new Manifest(
        1,
        2,
        1,
        0,
        0,
        0,
        0,
        lastSeq,
        0,
        new SequenceTracker(Bytes.EMPTY, List.of()),
        List.of(),
        List.of(),
        new SsTableTree(null, l0, runs),
        List.of(),
        null,
        null,
        false);
  }

  /** A tail of {@code newer} rows over a manifest that ends with {@code lastSeq}. */
  static WalTail tail(long lastSeq, List<Row> newer) {
    long maxSeq = newer.stream().mapToLong(Row::seq).reduce(lastSeq, Math::max);
    return new WalTail(0, 0, lastSeq, maxSeq, Memtable.EMPTY.above(0, newer));
  }
}
