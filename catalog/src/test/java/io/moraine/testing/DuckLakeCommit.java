package io.moraine.testing;

import io.moraine.model.CommitPosition;
import io.moraine.model.Cursor;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.RowUpdate;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import io.moraine.model.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One commit as DuckLake makes it: rows in the metadata tables, with ids from the counters of the
 * newest snapshot, and a new snapshot at the end. Ids and times follow from the snapshot id, so the
 * same steps on the same lake give the same rows.
 */
public final class DuckLakeCommit {
  private static final long FIRST_DAY_MICROS = 1_790_000_000_000_000L;

  private static final TableScan NEWEST_SNAPSHOT = newest(TableScan.of(MetadataTable.SNAPSHOT));

  private final Transaction transaction;
  private final long snapshotId;
  private final List<String> changes = new ArrayList<>();
  private final List<Long> reshapedTables = new ArrayList<>();
  private long schemaVersion;
  private long nextCatalogId;
  private long nextFileId;
  private boolean reshaped;
  private @Nullable String message;

  /** Begins a commit in {@code transaction}, which has staged nothing. */
  public DuckLakeCommit(Transaction transaction) {
    this.transaction = transaction;
    @Nullable Object[] head = rows(NEWEST_SNAPSHOT).get(0);
    this.snapshotId = number(head[0]) + 1;
    this.schemaVersion = number(head[2]);
    this.nextCatalogId = number(head[3]);
    this.nextFileId = number(head[4]);
  }

  /** The snapshot that it makes. */
  public long snapshotId() {
    return snapshotId;
  }

  /** Has the commit carry a message. */
  public DuckLakeCommit message(String text) {
    message = text;
    return this;
  }

  /** Creates a schema; gives its id. */
  public long createSchema(String name) {
    long id = nextCatalogId++;
    insert(MetadataTable.SCHEMA, id, uuid(id), snapshotId, null, name, name + "/", true);
    reshape("created_schema:\"" + name + "\"");
    return id;
  }

  /** Creates a table in the schema {@code main} with columns of whole numbers; gives its id. */
  public long createTable(String name, String... columns) {
    long id = nextCatalogId++;
    insert(MetadataTable.TABLE, id, uuid(id), snapshotId, null, 0L, name, name + "/", true);
    for (int i = 0; i < columns.length; i++) {
      column(id, i + 1, columns[i]);
    }
    reshape("created_table:\"main\".\"" + name + "\"");
    reshapedTables.add(id);
    return id;
  }

  /** Adds a column of whole numbers to a table. */
  public void addColumn(long tableId, long columnId, String name) {
    column(tableId, columnId, name);
    reshape("altered_table:" + tableId);
    reshapedTables.add(tableId);
  }

  private void column(long tableId, long columnId, String name) {
    insert(
        MetadataTable.COLUMN,
        columnId,
        snapshotId,
        null,
        tableId,
        columnId,
        name,
        "int64",
        null,
        "NULL",
        true,
        null,
        "literal",
        "duckdb");
  }

  /** Renames a live table: its row ends, another begins. */
  public void renameTable(long tableId, String name) {
    @Nullable Object[] before = live(MetadataTable.TABLE, tableId);
    end(MetadataTable.TABLE, before);
    @Nullable Object[] after = before.clone();
    after[2] = snapshotId;
    after[5] = name;
    insert(MetadataTable.TABLE, after);
    reshape("altered_table:" + tableId);
    reshapedTables.add(tableId);
  }

  /** Ends a live table and its columns. */
  public void dropTable(long tableId) {
    end(MetadataTable.TABLE, live(MetadataTable.TABLE, tableId));
    for (@Nullable Object[] column : rows(of(MetadataTable.COLUMN, tableId))) {
      if (column[2] == null) {
        end(MetadataTable.COLUMN, column);
      }
    }
    reshape("dropped_table:" + tableId);
  }

  /** Adds a data file of {@code records} rows with statistics of column 1; gives its id. */
  public long addFile(long tableId, String path, long records) {
    long id = nextFileId++;
    long firstRow = count(tableId, records);
    insert(
        MetadataTable.DATA_FILE,
        id,
        tableId,
        snapshotId,
        null,
        null,
        path,
        true,
        "parquet",
        records,
        1000 + records,
        321L,
        firstRow,
        null,
        null,
        null,
        null);
    insert(
        MetadataTable.FILE_COLUMN_STATS,
        id,
        tableId,
        1L,
        8 * records,
        records,
        0L,
        Long.toString(firstRow),
        Long.toString(firstRow + records - 1),
        null,
        null);
    change("inserted_into_table:" + tableId);
    return id;
  }

  /** Ends a live data file. */
  public void endFile(long tableId, long fileId) {
    TableScan which =
        TableScan.of(MetadataTable.DATA_FILE).where(KeyCondition.equalTo(tableId, fileId));
    for (@Nullable Object[] file : rows(which)) {
      if (file[3] == null) {
        end(MetadataTable.DATA_FILE, file);
      }
    }
    change("deleted_from_table:" + tableId);
  }

  /** Counts rows into a table's statistics; gives the first row id. */
  private long count(long tableId, long records) {
    List<@Nullable Object[]> stats = rows(of(MetadataTable.TABLE_STATS, tableId));
    if (stats.isEmpty()) {
      insert(MetadataTable.TABLE_STATS, tableId, records, records, 1000 + records);
      return 0;
    }
    @Nullable Object[] before = stats.get(0);
    long firstRow = number(before[2]);
    update(
        MetadataTable.TABLE_STATS,
        before,
        new Object[] {
          tableId,
          number(before[1]) + records,
          firstRow + records,
          number(before[3]) + 1000 + records
        },
        List.of(1, 2, 3));
    return firstRow;
  }

  /** Sets an option of the whole lake. Alone it makes no snapshot. */
  public static void setOption(Transaction transaction, String key, String value) {
    for (@Nullable Object[] row : rows(transaction, TableScan.of(MetadataTable.METADATA))) {
      if (key.equals(row[0]) && row[2] == null) {
        @Nullable Object[] after = {key, value, null, null};
        transaction.update(
            MetadataTable.METADATA,
            List.of(new RowUpdate(Arrays.asList(row), Arrays.asList(after), List.of(1))));
        return;
      }
    }
    transaction.insert(
        MetadataTable.METADATA, List.<@Nullable Object[]>of(new Object[] {key, value, null, null}));
  }

  /** Sets a comment of a table that has none. */
  public void comment(long tableId, String text) {
    insert(MetadataTable.TAG, tableId, snapshotId, null, "comment", text);
    reshape("altered_table:" + tableId);
    reshapedTables.add(tableId);
  }

  /** Stages the snapshot itself; to be followed by the transaction's commit. */
  public DuckLakeCommit complete() {
    if (reshaped) {
      schemaVersion++;
    }
    for (long tableId : reshapedTables.stream().distinct().toList()) {
      insert(MetadataTable.SCHEMA_VERSIONS, snapshotId, schemaVersion, tableId);
    }
    insert(
        MetadataTable.SNAPSHOT,
        snapshotId,
        FIRST_DAY_MICROS + snapshotId * 1_000_000,
        schemaVersion,
        nextCatalogId,
        nextFileId);
    insert(
        MetadataTable.SNAPSHOT_CHANGES,
        snapshotId,
        String.join(",", changes.stream().distinct().sorted().toList()),
        "tester",
        message,
        null);
    return this;
  }

  /** Stages the snapshot and commits. */
  public CommitPosition commit() {
    complete();
    return transaction.commit(Optional.of(Duration.ofSeconds(30)));
  }

  private void reshape(String change) {
    reshaped = true;
    change(change);
  }

  private void change(String change) {
    changes.add(change);
  }

  private void end(MetadataTable table, @Nullable Object[] row) {
    @Nullable Object[] ended = row.clone();
    ended[table.endSnapshotOrdinal()] = snapshotId;
    update(table, row, ended, List.of(table.endSnapshotOrdinal()));
  }

  private void insert(MetadataTable table, @Nullable Object... row) {
    transaction.insert(table, List.<@Nullable Object[]>of(row));
  }

  private void update(
      MetadataTable table,
      @Nullable Object[] before,
      @Nullable Object[] after,
      List<Integer> columns) {
    transaction.update(
        table, List.of(new RowUpdate(Arrays.asList(before), Arrays.asList(after), columns)));
  }

  private @Nullable Object[] live(MetadataTable table, long id) {
    return rows(of(table, id)).stream()
        .filter(row -> row[table.endSnapshotOrdinal()] == null)
        .findFirst()
        .orElseThrow();
  }

  private static TableScan newest(TableScan all) {
    return new TableScan(
        all.table(),
        all.projection(),
        all.key(),
        all.asOf(),
        all.endedAfter(),
        ScanOrder.KEY_DESCENDING,
        1);
  }

  private static TableScan of(MetadataTable table, long firstKey) {
    return TableScan.of(table).where(KeyCondition.equalTo(firstKey));
  }

  private List<@Nullable Object[]> rows(TableScan scan) {
    return rows(transaction, scan);
  }

  private static List<@Nullable Object[]> rows(Transaction transaction, TableScan scan) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    try (Cursor cursor = transaction.scope().open(scan)) {
      while (cursor.next()) {
        rows.add(cursor.row());
      }
    }
    return rows;
  }

  private UUID uuid(long id) {
    return new UUID(0x4000L | snapshotId << 32, 0x8000_0000_0000_0000L | id);
  }

  private static long number(@Nullable Object value) {
    if (value instanceof Long number) {
      return number;
    }
    throw new IllegalStateException(value + " where a number was due");
  }
}
