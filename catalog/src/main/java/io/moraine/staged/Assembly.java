package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.keyspace.ChangelogValue;
import io.moraine.keyspace.HeadValue;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.staged.CommitBatch.RecordChange;
import io.moraine.table.RecordSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the records of a commit out of what is staged, all in all: a row that came and went leaves
 * nothing.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/commit}, and what it writes.
 */
final class Assembly {
  /** So many commits back a changelog is deleted. */
  static final long CHANGELOGS_KEPT = 64;

  /** A commit that touches more keys has no changelog. */
  static final int MOST_CHANGELOG_KEYS = 4096;

  /** DuckLake's column of row ids inside of data files. */
  private static final long ROW_ID_COLUMN = 2_147_483_540L;

  private final Commit commit;
  private final long batchSeq;

  /**
   * @param beganOn the head that the transaction began on
   * @param batchSeq commits so far
   * @param hidden what else changes
   */
  Assembly(
      RecordSource records,
      Map<MetadataTable, TableOverlay> overlays,
      long beganOn,
      long batchSeq,
      HiddenChanges hidden) {
    this.commit = new Commit(records, new StagedTables(overlays), beganOn, hidden);
    this.batchSeq = batchSeq;
  }

  CommitBatch assemble() {
    commit.minted().ifPresentOrElse(minted -> minted.check(commit), this::checkHeadStays);
    ChildRows children = new ChildRows(commit.tables());
    new VersionRows(commit, children).apply();
    new TagRows(commit).apply();
    new UnversionedRows(commit, children).apply();
    new EndedIndexes(commit).apply();
    children.checkAllTaken();
    ChildRows.checkRemoved(commit.tables());
    new References(commit).check();
    Optional<Bytes> snapshot = commit.minted().map(minted -> minted.put(commit));
    if (snapshot.isPresent()) {
      putChangelog();
    }
    return new CommitBatch(putHead(), position(), snapshot);
  }

  private CommitPosition position() {
    return new CommitPosition(commit.snapshotId(), batchSeq + 1);
  }

  private List<RecordChange> putHead() {
    HeadValue head =
        HeadValue.TYPE.with(
            commit.head(),
            Map.of("snapshot_id", position().snapshotId(), "batch_seq", position().batchSeq()));
    commit.result().put(Key.Sys.HEAD, HeadValue.TYPE.encode(head));
    return commit.result().changes();
  }

  /** Complete or absent: readers that replay it believe that nothing else changed. */
  private void putChangelog() {
    long id = commit.snapshotId();
    Bytes live = KeyPrefix.current();
    List<Bytes> keys =
        commit.result().changes().stream()
            .map(RecordChange::key)
            .filter(key -> key.startsWith(live))
            .toList();
    if (keys.size() <= MOST_CHANGELOG_KEYS) {
      commit
          .result()
          .put(
              new Key.Changelog(id),
              ChangelogValue.TYPE.encode(new ChangelogValue(keys, Bytes.EMPTY)));
    }
    if (id >= CHANGELOGS_KEPT) {
      commit.result().delete(new Key.Changelog(id - CHANGELOGS_KEPT));
    }
  }

  /** Without a snapshot only what has no history may change. */
  private void checkHeadStays() {
    for (MetadataTable table : MetadataTable.values()) {
      for (@Nullable Object[] row : commit.tables().added(table)) {
        if (!isPermittedWithoutSnapshot(table, row)) {
          throw Refusals.constraint(
              table, "rows are added by a commit that inserts into ducklake_snapshot as well");
        }
      }
      for (Slot slot : commit.tables().changed(table)) {
        if (slot.row() != null) {
          throw Refusals.constraint(
              table, "rows are ended by a commit that inserts into ducklake_snapshot as well");
        }
      }
    }
  }

  private static boolean isPermittedWithoutSnapshot(MetadataTable table, @Nullable Object[] row) {
    return switch (table) {
      case FILES_SCHEDULED_FOR_DELETION, METADATA -> true;
      case FILE_COLUMN_STATS -> Rows.longAt(table, row, "column_id") == ROW_ID_COLUMN;
      default -> false;
    };
  }
}
