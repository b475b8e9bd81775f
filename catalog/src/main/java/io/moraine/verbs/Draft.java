package io.moraine.verbs;

import io.moraine.base.IdSource;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitMessage;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.RowUpdate;
import io.moraine.model.TableScan;
import io.moraine.staged.StagedRows;
import io.moraine.table.RecordSource;
import io.moraine.table.RowIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One run of a commit's work over one state: the rows that its verbs staged, the ids that they
 * took, and what they did. Not thread-safe.
 */
final class Draft {
  private final RecordSource records;
  private final StagedRows rows;
  private final SnapshotValue newest;
  private final IdSource ids;
  private final long nowMicros;
  private final ChangeSet.Builder changes = new ChangeSet.Builder();
  private final TreeSet<Long> changedTables = new TreeSet<>();
  private long nextCatalogId;
  private long nextFileId;
  private boolean schemaChanged;
  private CommitMessage message = CommitMessage.NONE;

  /**
   * @param newest the snapshot record of the head
   * @param nowMicros when the snapshot is made, microseconds since 1970-01-01 UTC
   */
  Draft(RecordSource records, SnapshotValue newest, IdSource ids, long nowMicros) {
    this.records = records;
    this.rows = new StagedRows(newest.snapshotId());
    this.newest = newest;
    this.ids = ids;
    this.nowMicros = nowMicros;
    this.nextCatalogId = newest.nextCatalogId();
    this.nextFileId = newest.nextFileId();
  }

  /** The rows staged so far. */
  StagedRows rows() {
    return rows;
  }

  /** The snapshot that the commit adds, if it adds one. */
  long snapshotId() {
    return newest.snapshotId() + 1;
  }

  void describe(CommitMessage said) {
    message = said;
  }

  /** An id for a schema, table, view, macro, partitioning or sort order. */
  long newCatalogId() {
    return nextCatalogId++;
  }

  /** An id for a data file, a delete file or a name map. */
  long newFileId() {
    return nextFileId++;
  }

  UUID newUuid() {
    return ids.nextUuid();
  }

  /** What the commit does, as it will be said. */
  ChangeSet.Builder changes() {
    return changes;
  }

  /** The commit changes what tables there are, or what they look like. */
  void schemaChanged() {
    schemaChanged = true;
  }

  /** The commit changes what a table or view looks like: it gets a version of its own. */
  void schemaChangedOf(long tableId) {
    schemaChanged = true;
    changedTables.add(tableId);
  }

  /**
   * The live rows of a table whose leading key columns are {@code key}, staged ones included. With
   * all key columns of a table whose rows are records, it costs a point read at most.
   */
  List<@Nullable Object[]> live(MetadataTable table, Long... key) {
    if (key.length == table.keyColumns().size() && StagedRows.areRecords(table)) {
      @Nullable Object @Nullable [] row = rows.find(records, table, key);
      return row == null ? List.of() : List.<@Nullable Object[]>of(row);
    }
    List<@Nullable Object[]> found = new ArrayList<>();
    TableScan scan = liveOnly(TableScan.of(table).where(KeyCondition.equalTo(key)));
    int end = table.endSnapshotOrdinal();
    try (RowIterator each = rows.open(records, scan, () -> {})) {
      while (each.next()) {
        @Nullable Object[] row = each.row();
        if (end < 0 || row[end] == null) {
          found.add(row);
        }
      }
    }
    return found;
  }

  /** The same scan, which need not read rows that ended. */
  private static TableScan liveOnly(TableScan scan) {
    return new TableScan(
        scan.table(),
        scan.projection(),
        scan.key(),
        scan.asOf(),
        OptionalLong.of(Long.MAX_VALUE),
        scan.order(),
        scan.limit());
  }

  /**
   * The one live row with all key columns given.
   *
   * @param what for the message, such as {@code table}
   * @throws CatalogException of kind NOT_FOUND if there is none
   */
  @Nullable Object[] require(MetadataTable table, String what, Long... key) {
    List<@Nullable Object[]> found = live(table, key);
    if (found.isEmpty()) {
      throw new CatalogException(
          Kind.NOT_FOUND, "There is no live " + what + " " + Arrays.toString(key));
    }
    return found.get(0);
  }

  /** Stages a new row; the values of all columns, in declared order. */
  void insert(MetadataTable table, @Nullable Object... row) {
    rows.insert(table, List.<@Nullable Object[]>of(row));
  }

  /** Stages the end of a live row, by the snapshot of this commit. */
  void end(MetadataTable table, @Nullable Object[] row) {
    int end = table.endSnapshotOrdinal();
    @Nullable Object[] after = row.clone();
    after[end] = snapshotId();
    rows.update(
        table, List.of(new RowUpdate(Arrays.asList(row), Arrays.asList(after), List.of(end))));
  }

  /** Stages the end of a live row, and {@code after} as its new version, which begins now. */
  void replace(MetadataTable table, @Nullable Object[] row, @Nullable Object[] after) {
    end(table, row);
    @Nullable Object[] begun = after.clone();
    begun[table.beginSnapshotOrdinal()] = snapshotId();
    begun[table.endSnapshotOrdinal()] = null;
    insert(table, begun);
  }

  /** Stages the removal of a row that has no history. */
  void delete(MetadataTable table, @Nullable Object[] row) {
    rows.delete(table, List.<@Nullable Object[]>of(row));
  }

  /**
   * Stages the snapshot of everything staged so far, unless that is nothing, or options alone.
   *
   * @return whether there is anything to commit
   */
  boolean finish() {
    if (rows.size() == 0) {
      return false;
    }
    ChangeSet made = changes.build();
    if (made.addsSnapshot()) {
      long version = newest.schemaVersion() + (schemaChanged ? 1 : 0);
      insert(MetadataTable.SNAPSHOT, snapshotId(), nowMicros, version, nextCatalogId, nextFileId);
      insert(
          MetadataTable.SNAPSHOT_CHANGES,
          snapshotId(),
          made.text(),
          orNull(message.author()),
          orNull(message.message()),
          orNull(message.extraInfo()));
      for (Long tableId : changedTables) {
        insert(MetadataTable.SCHEMA_VERSIONS, snapshotId(), version, tableId);
      }
    }
    return true;
  }

  private static @Nullable String orNull(Optional<String> text) {
    return text.orElse(null);
  }
}
