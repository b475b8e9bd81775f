package io.moraine.verbs;

import io.moraine.base.Bytes;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.Changes;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.TableScan;
import io.moraine.staged.StagedRows;
import io.moraine.table.MetadataTables;
import io.moraine.table.RecordSource;
import io.moraine.table.RowIterator;
import io.moraine.testing.StoredRecords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@link VerbLake} that also changes otherwise than by verbs: by rows as DuckLake stages them,
 * and by hand.
 */
final class MemoryLake {
  private static final long MICROS = 1_700_000_000_000_000L;

  private final VerbLake lake;

  private MemoryLake(VerbLake lake) {
    this.lake = lake;
  }

  /** A lake after its first commit. */
  static MemoryLake create(boolean encrypted) {
    return new MemoryLake(VerbLake.create(Optional.of("s3://bucket/data/"), encrypted));
  }

  /** The lake as a source. */
  StoredRecords source() {
    return lake.records();
  }

  /** The newest snapshot. */
  long head() {
    return lake.head();
  }

  /** The snapshot record of the head. */
  SnapshotValue newest() {
    return lake.newest();
  }

  /** The run of a work over the lake, read through {@code source}. */
  StagedChanges run(RecordSource source) {
    return new StagedChanges(source, newest(), () -> 7, MICROS);
  }

  /** Commits a work; whether it changed anything. */
  boolean commit(Consumer<Changes> work) {
    lake.commit(work);
    return !lake.lastChanges().isEmpty();
  }

  /** The same with what the work gives. */
  <T> T commitFor(Function<Changes, T> work) {
    return lake.run(work);
  }

  /** Commits rows as DuckLake stages them. */
  private void stage(Consumer<StagedRows> rows) {
    StagedRows staged = new StagedRows(head());
    rows.accept(staged);
    lake.commit(staged);
  }

  /** Puts or removes a record by hand. */
  void put(Key key, @Nullable Bytes value) {
    lake.put(key, value);
  }

  /**
   * Creates a table as DuckLake does, without statistics.
   *
   * @param types of its columns, whose ids count up from 1; a type such as {@code 2/int32} is that
   *     of a column inside of column 2
   */
  long createTable(String name, String... types) {
    long id = newest().nextCatalogId();
    stage(
        rows -> {
          long snapshot = head() + 1;
          insert(
              rows,
              MetadataTable.TABLE,
              id,
              new UUID(1, id),
              snapshot,
              null,
              0L,
              name,
              name + "/",
              true);
          for (int i = 0; i < types.length; i++) {
            int slash = types[i].indexOf('/');
            insert(
                rows,
                MetadataTable.COLUMN,
                i + 1L,
                snapshot,
                null,
                id,
                i + 1L,
                "c" + (i + 1),
                types[i].substring(slash + 1),
                null,
                null,
                true,
                slash < 0 ? null : Long.valueOf(types[i].substring(0, slash)),
                null,
                null);
          }
          mint(rows, "created_table:\"main\".\"" + name + "\"", id + 1);
        });
    return id;
  }

  /** Partitions a table as DuckLake does; gives the specification's id. */
  long partition(long tableId, String... transforms) {
    long id = newest().nextCatalogId();
    stage(
        rows -> {
          insert(rows, MetadataTable.PARTITION_INFO, id, tableId, head() + 1, null);
          for (int i = 0; i < transforms.length; i++) {
            insert(
                rows, MetadataTable.PARTITION_COLUMN, id, tableId, (long) i, i + 1L, transforms[i]);
          }
          mint(rows, "altered_table:" + tableId, id + 1);
        });
    return id;
  }

  private void mint(StagedRows rows, String changes, long nextCatalogId) {
    SnapshotValue newest = newest();
    long snapshot = newest.snapshotId() + 1;
    insert(
        rows,
        MetadataTable.SNAPSHOT,
        snapshot,
        MICROS,
        newest.schemaVersion() + 1,
        nextCatalogId,
        newest.nextFileId());
    insert(rows, MetadataTable.SNAPSHOT_CHANGES, snapshot, changes, null, null, null);
  }

  private static void insert(StagedRows rows, MetadataTable table, @Nullable Object... row) {
    rows.insert(table, List.<@Nullable Object[]>of(row));
  }

  /** The rows of a table whose leading key columns are {@code key}, by column name. */
  List<Map<String, @Nullable Object>> rows(MetadataTable table, Long... key) {
    return rows(TableScan.of(table).where(KeyCondition.equalTo(key)));
  }

  /** The rows that a scan shows. */
  List<Map<String, @Nullable Object>> rows(TableScan scan) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    try (RowIterator each = MetadataTables.open(source(), scan, head(), () -> {})) {
      while (each.next()) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < scan.projection().size(); i++) {
          row.put(scan.table().columns().get(scan.projection().get(i)).name(), each.row()[i]);
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** The values of one column of the rows of a table. */
  List<@Nullable Object> values(MetadataTable table, String column, Long... key) {
    List<@Nullable Object> values = new ArrayList<>();
    rows(table, key).forEach(row -> values.add(row.get(column)));
    return values;
  }
}
