package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.SchemaVersionValue;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.MetadataTable;
import io.moraine.table.RowEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The snapshot that a commit adds: one row of {@code ducklake_snapshot} and one of {@code
 * ducklake_snapshot_changes}, which make one record.
 */
final class MintedSnapshot {
  private final @Nullable Object[] snapshot;
  private final @Nullable Object[] changes;
  private final ChangesMade changesMade;

  private MintedSnapshot(@Nullable Object[] snapshot, @Nullable Object[] changes) {
    this.snapshot = snapshot;
    this.changes = changes;
    this.changesMade =
        ChangesMade.parse(Rows.textAt(MetadataTable.SNAPSHOT_CHANGES, changes, "changes_made"));
  }

  /**
   * The snapshot among the staged rows, or empty for a commit that leaves the head's id alone.
   *
   * @throws io.moraine.model.CatalogException of kind CONSTRAINT if there is more than one, or half
   *     of one
   */
  static Optional<MintedSnapshot> find(StagedTables tables) {
    List<@Nullable Object[]> snapshots = tables.added(MetadataTable.SNAPSHOT);
    List<@Nullable Object[]> changes = tables.added(MetadataTable.SNAPSHOT_CHANGES);
    if (snapshots.isEmpty() && changes.isEmpty()) {
      return Optional.empty();
    }
    if (snapshots.size() != 1 || changes.size() != 1) {
      throw Refusals.constraint(
          "A commit inserts one row into ducklake_snapshot and one into ducklake_snapshot_changes,"
              + " not "
              + snapshots.size()
              + " and "
              + changes.size());
    }
    if (!Rows.same(snapshots.get(0), changes.get(0), 0)) {
      throw Refusals.constraint(
          "snapshot_id is "
              + snapshots.get(0)[0]
              + " in ducklake_snapshot and "
              + changes.get(0)[0]
              + " in ducklake_snapshot_changes");
    }
    return Optional.of(new MintedSnapshot(snapshots.get(0), changes.get(0)));
  }

  long id() {
    return number("snapshot_id");
  }

  ChangesMade changesMade() {
    return changesMade;
  }

  private long number(String column) {
    return Rows.longAt(MetadataTable.SNAPSHOT, snapshot, column);
  }

  /** Checks that the snapshot follows on the head. */
  void check(Commit commit) {
    long head = commit.head().snapshotId();
    if (head != commit.beganOn() || id() <= head) {
      throw LostRace.error(commit.records(), id(), commit.beganOn(), head);
    } else if (id() != head + 1) {
      throw Refusals.constraint(
          MetadataTable.SNAPSHOT,
          "snapshot_id is " + id() + "; after snapshot " + head + " follows " + (head + 1));
    }
    SnapshotValue newest = commit.newest();
    checkNotBack("schema_version", newest.schemaVersion());
    checkNotBack("next_catalog_id", newest.nextCatalogId());
    checkNotBack("next_file_id", newest.nextFileId());
  }

  private void checkNotBack(String counter, long before) {
    if (number(counter) < before) {
      throw Refusals.constraint(
          MetadataTable.SNAPSHOT, counter + " goes back from " + before + " to " + number(counter));
    }
  }

  /** Checks that a new id lies between the counters before and after the commit. */
  void checkNewId(MetadataTable table, long id, SnapshotValue before) {
    switch (table) {
      case SCHEMA, TABLE, VIEW, MACRO, PARTITION_INFO, SORT_INFO ->
          checkNewId(table, id, "next_catalog_id", before.nextCatalogId());
      case DATA_FILE, DELETE_FILE, COLUMN_MAPPING ->
          checkNewId(table, id, "next_file_id", before.nextFileId());
      default -> {}
    }
  }

  private void checkNewId(MetadataTable table, long id, String counter, long before) {
    if (id < before || id >= number(counter)) {
      throw Refusals.constraint(
          table,
          "the new id "
              + id
              + " was not handed out by this commit: "
              + counter
              + " goes from "
              + before
              + " to "
              + number(counter));
    }
  }

  /** Puts the schema versions, and the snapshot record; gives the value of the latter. */
  Bytes put(Commit commit) {
    List<Long> changedTables = new ArrayList<>();
    MetadataTable versions = MetadataTable.SCHEMA_VERSIONS;
    for (@Nullable Object[] row : commit.tables().added(versions)) {
      checkVersion(row);
      long tableId = Rows.longAt(versions, row, "table_id");
      changedTables.add(tableId);
      commit
          .result()
          .put(
              new Key.SchemaVersion(tableId, id()),
              SchemaVersionValue.TYPE.encode(
                  new SchemaVersionValue(number("schema_version"), Bytes.EMPTY)));
    }
    Bytes value = SnapshotValue.TYPE.encodeRecord(record(commit, changedTables));
    commit.result().put(new Key.Snapshot(id()), value);
    return value;
  }

  private void checkVersion(@Nullable Object[] row) {
    MetadataTable versions = MetadataTable.SCHEMA_VERSIONS;
    long begin = Rows.longAt(versions, row, "begin_snapshot");
    long version = Rows.longAt(versions, row, "schema_version");
    if (begin != id() || version != number("schema_version")) {
      throw Refusals.constraint(
          versions,
          "a row begins at snapshot "
              + begin
              + " with version "
              + version
              + "; the snapshot that is committed is "
              + id()
              + " with version "
              + number("schema_version"));
    }
  }

  private Record record(Commit commit, List<Long> changedTables) {
    List<Long> deletedFiles = commit.hidden().deletedDataFiles().stream().sorted().toList();
    Record record = RowEncoder.of(MetadataTable.SNAPSHOT).encode(snapshot, null);
    return SnapshotValue.TYPE.with(
        RowEncoder.of(MetadataTable.SNAPSHOT_CHANGES).encode(changes, record),
        Map.of("schema_changed_table_ids", changedTables, "deleted_data_file_ids", deletedFiles));
  }
}
