package io.moraine.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.IdSource;
import io.moraine.keyspace.HeadValue;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.MessageType;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.Changes;
import io.moraine.model.MetadataTable;
import io.moraine.model.TableScan;
import io.moraine.staged.Bootstrap;
import io.moraine.staged.CommitBatch;
import io.moraine.staged.CommitBatch.RecordChange;
import io.moraine.staged.StagedRows;
import io.moraine.table.MetadataTables;
import io.moraine.table.RowIterator;
import io.moraine.testing.StoredRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A lake in memory that is changed by verbs. After each commit it checks that DuckDB could load the
 * lake, and that the snapshot before shows what it showed.
 */
final class VerbLake {
  private static final long MICROS = 1_700_000_000_000_000L;

  private final IdSource ids = new AtomicLong()::incrementAndGet;
  private StoredRecords records;
  private List<RecordChange> lastChanges = List.of();

  private VerbLake(StoredRecords records) {
    this.records = records;
  }

  /** A new lake, whose data is at {@code s3://lake/data}. */
  static VerbLake create() {
    return create(Optional.of("s3://lake/data"));
  }

  static VerbLake create(Optional<String> dataPath) {
    return create(dataPath, false);
  }

  static VerbLake create(Optional<String> dataPath, boolean encrypted) {
    VerbLake lake = new VerbLake(StoredRecords.of(new TreeMap<>()));
    lake.apply(
        Bootstrap.batch(Instant.EPOCH, new UUID(0, 0), dataPath, Boolean.toString(encrypted)));
    return lake;
  }

  /** A lake of these records. */
  static VerbLake of(StoredRecords records) {
    return new VerbLake(records);
  }

  /** Puts or removes a record by hand. */
  void put(Key key, @Nullable Bytes value) {
    NavigableMap<Bytes, Bytes> changed = new TreeMap<>(records.all());
    if (value == null) {
      changed.remove(key.encode());
    } else {
      changed.put(key.encode(), value);
    }
    records = StoredRecords.of(changed);
  }

  StoredRecords records() {
    return records;
  }

  long head() {
    return records.head();
  }

  /** Runs work over the lake and commits it. */
  <T> T run(Function<Changes, T> work) {
    StagedChanges staged = new StagedChanges(records, newest(), ids, MICROS + head());
    T result = work.apply(changes(staged));
    Optional<CommitBatch> batch = staged.finish(decode(HeadValue.TYPE, Key.Sys.HEAD).batchSeq());
    long before = head();
    List<String> shown = shownAt(before);
    lastChanges = batch.map(CommitBatch::changes).orElse(List.of());
    batch.ifPresent(this::apply);
    assertThat(shownAt(before)).as("snapshot %d", before).isEqualTo(shown);
    DuckDbLoad.check(this);
    return result;
  }

  /** Commits rows that are staged as they are. */
  void stage(Consumer<Draft> rows) {
    Draft draft = new Draft(records, newest(), ids, MICROS + head());
    rows.accept(draft);
    draft.changes().snapshot();
    assertThat(draft.finish()).isTrue();
    commit(draft.rows());
  }

  /** Commits rows as a transaction does. */
  void commit(StagedRows rows) {
    apply(rows.assemble(records, decode(HeadValue.TYPE, Key.Sys.HEAD).batchSeq()));
  }

  /** Stages a data file with statistics of one column, a delete file, and what the table counts. */
  static void stageFile(Draft draft, long tableId, long rows) {
    long file = draft.newFileId();
    long deletes = draft.newFileId();
    long now = draft.snapshotId();
    String path = "f" + file + ".parquet";
    draft.insert(
        MetadataTable.DATA_FILE,
        file,
        tableId,
        now,
        null,
        null,
        path,
        true,
        "parquet",
        rows,
        900L,
        9L,
        0L,
        null,
        null,
        null,
        null);
    draft.insert(
        MetadataTable.FILE_COLUMN_STATS, file, tableId, 1L, 8L, rows, 0L, "1", "2", null, null);
    draft.insert(
        MetadataTable.DELETE_FILE,
        deletes,
        tableId,
        now,
        null,
        file,
        "d" + path,
        true,
        "parquet",
        1L,
        90L,
        9L,
        null,
        null);
    for (@Nullable Object[] stats : draft.live(MetadataTable.TABLE_STATS, tableId)) {
      draft.delete(MetadataTable.TABLE_STATS, stats);
    }
    draft.insert(MetadataTable.TABLE_STATS, tableId, rows, rows, 900L);
  }

  /** Stages what is known of the values of a column. */
  static void stageStats(Draft draft, long tableId, long columnId, @Nullable Boolean containsNull) {
    draft.insert(
        MetadataTable.TABLE_COLUMN_STATS, tableId, columnId, containsNull, null, null, null, null);
  }

  /** The same for work without a result. */
  VerbLake commit(Consumer<Changes> work) {
    return run(
        changes -> {
          work.accept(changes);
          return this;
        });
  }

  static Changes changes(StagedChanges staged) {
    return staged.changes(
        rows -> {
          throw new UnsupportedOperationException("no scope here");
        });
  }

  /** Checks that a commit fails, and says {@code words}. */
  void refuses(Kind kind, String words, Consumer<Changes> work) {
    assertThatThrownBy(() -> commit(work))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind))
        .hasMessageContaining(words);
  }

  private void apply(CommitBatch batch) {
    NavigableMap<Bytes, Bytes> changed = new TreeMap<>(records.all());
    for (RecordChange change : batch.changes()) {
      Bytes value = change.value();
      if (value == null) {
        assertThat(changed.remove(change.key())).as("deleted %s", change.key()).isNotNull();
      } else {
        changed.put(change.key(), value);
      }
    }
    records = StoredRecords.of(changed);
  }

  /** The records that the last commit put, and deleted. */
  List<RecordChange> lastChanges() {
    return lastChanges;
  }

  /** The snapshot record of the head. */
  SnapshotValue newest() {
    return decode(SnapshotValue.TYPE, new Key.Snapshot(head()));
  }

  <T extends Record> T decode(MessageType<T> type, Key key) {
    return type.decode(key.encode(), Objects.requireNonNull(records.find(key.encode())));
  }

  /** What the last commit said that it did. */
  String changesMade() {
    return newest().changesMade();
  }

  /** All rows of a table, live and ended, as their values in some columns. */
  List<List<@Nullable Object>> rows(MetadataTable table, String... columns) {
    return rows(TableScan.of(table).select(columns));
  }

  /** The rows of the head in some columns. */
  List<List<@Nullable Object>> live(MetadataTable table, String... columns) {
    return at(head(), table, columns);
  }

  /** The rows of a snapshot in some columns. */
  List<List<@Nullable Object>> at(long snapshotId, MetadataTable table, String... columns) {
    return rows(TableScan.of(table).select(columns).asOf(snapshotId));
  }

  private List<List<@Nullable Object>> rows(TableScan scan) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (RowIterator each = MetadataTables.open(records, scan, head(), () -> {})) {
      while (each.next()) {
        rows.add(Arrays.asList(each.row()));
      }
    }
    return rows;
  }

  /** What tables with history show at a snapshot, whenever their rows end. */
  private List<String> shownAt(long snapshotId) {
    List<String> shown = new ArrayList<>();
    for (MetadataTable table : MetadataTable.values()) {
      int end = table.endSnapshotOrdinal();
      if (end >= 0) {
        for (List<@Nullable Object> row : rows(TableScan.of(table).asOf(snapshotId))) {
          row.set(end, null);
          shown.add(table + " " + row);
        }
      }
    }
    shown.sort(null);
    return shown;
  }

  /** A row to compare with. */
  static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }
}
