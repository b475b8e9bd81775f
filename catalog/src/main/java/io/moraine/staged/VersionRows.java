package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.InlineKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.MessageType;
import io.moraine.keyspace.U64;
import io.moraine.model.MetadataTable;
import io.moraine.table.RowEncoder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The versions of entities that a commit ends, deletes and begins. What the record of a new version
 * holds besides its row, it takes from the version before it: the tags of a column, the next column
 * id of a table, and fields that are not known here.
 */
final class VersionRows {
  private static final List<MetadataTable> TABLES =
      List.of(
          MetadataTable.SCHEMA,
          MetadataTable.TABLE,
          MetadataTable.VIEW,
          MetadataTable.COLUMN,
          MetadataTable.DATA_FILE,
          MetadataTable.DELETE_FILE,
          MetadataTable.PARTITION_INFO,
          MetadataTable.SORT_INFO,
          MetadataTable.MACRO);

  private final Commit commit;
  private final ChildRows children;

  VersionRows(Commit commit, ChildRows children) {
    this.commit = commit;
    this.children = children;
  }

  void apply() {
    for (MetadataTable table : TABLES) {
      new OfTable(table).apply();
    }
    deleteInlinedDeletes();
  }

  /** The versions of one table. */
  private final class OfTable {
    private final MetadataTable table;
    private final TableRules rules;
    private final EntityKind kind;
    private final MessageType<? extends Record> type;
    private final Map<List<Long>, Record> predecessors = new HashMap<>();
    private Map<Bytes, Bytes> live = Map.of();

    private OfTable(MetadataTable table) {
      this.table = table;
      this.rules = TableRules.of(table);
      this.kind = rules.kind().orElseThrow();
      this.type = kind.valueType();
    }

    private void apply() {
      live = commit.result().readBase(keysToRead());
      for (Slot slot : commit.tables().changed(table)) {
        applyChange(slot);
      }
      for (@Nullable Object[] row : commit.tables().added(table)) {
        add(row);
      }
    }

    private Set<Bytes> keysToRead() {
      Set<Bytes> keys = new HashSet<>();
      for (Slot slot : commit.tables().changed(table)) {
        if (Rows.endOf(table, slot.stored()) == null) {
          keys.add(liveKey(slot.stored()).encode());
        }
      }
      for (@Nullable Object[] row : commit.tables().added(table)) {
        keys.add(liveKey(row).encode());
      }
      return keys;
    }

    private Key liveKey(@Nullable Object[] row) {
      return new Key.Current(kind, rules.idsOf(row));
    }

    private void applyChange(Slot slot) {
      @Nullable Object[] stored = slot.stored();
      @Nullable Object @Nullable [] now = slot.row();
      Long end = Rows.endOf(table, stored);
      if (end != null) {
        commit.result().delete(new Key.History(kind, rules.idsOf(stored), end));
        return;
      }
      Bytes key = liveKey(stored).encode();
      Bytes value = live.get(key);
      if (value == null) {
        throw commit.gone(table, rules.idsOf(stored));
      }
      Record record = type.decode(key, value);
      predecessors.put(rules.idsOf(stored), record);
      commit.result().delete(key);
      if (now != null) {
        putEnded(now, record);
      }
    }

    private void putEnded(@Nullable Object[] now, Record record) {
      Long end = Rows.endOf(table, now);
      if (end == null || end != commit.snapshotId()) {
        throw Refusals.constraint(
            table,
            "end_snapshot of "
                + rules.idsOf(now)
                + " is set to "
                + end
                + "; rows end at "
                + commit.snapshotId()
                + ", the snapshot that is committed");
      }
      commit
          .result()
          .put(
              new Key.History(kind, rules.idsOf(now), end),
              type.encodeRecord(type.with(record, Map.of("end_snapshot", end))));
    }

    private void add(@Nullable Object[] row) {
      List<Long> ids = rules.idsOf(row);
      commit.checkLifetime(table, row);
      Record predecessor = predecessors.get(ids);
      Map<String, List<Record>> parts = children.take(table, ids);
      Record record = RowEncoder.of(table).encode(row, predecessor);
      Bytes value = type.encodeRecord(type.with(record, parts));
      Long end = Rows.endOf(table, row);
      Key key = end == null ? liveKey(row) : new Key.History(kind, ids, end);
      if (end == null ? isLive(row) : commit.result().find(key) != null) {
        throw Refusals.constraint(table, ids + " is there already; it has not been ended");
      }
      if (predecessor == null) {
        commit.checkNewId(table, ids);
      }
      commit.result().put(key, value);
    }

    private boolean isLive(@Nullable Object[] row) {
      return live.containsKey(liveKey(row).encode()) && !predecessors.containsKey(rules.idsOf(row));
    }
  }

  /** Deletes inlined deletes of rows of data files that are no more. */
  private void deleteInlinedDeletes() {
    Map<Long, Set<Long>> filesByTable = new HashMap<>();
    MetadataTable table = MetadataTable.DATA_FILE;
    for (@Nullable Object[] row : commit.tables().removed(table)) {
      filesByTable
          .computeIfAbsent(Rows.longAt(table, row, "table_id"), none -> new HashSet<>())
          .add(Rows.longAt(table, row, "data_file_id"));
    }
    filesByTable.forEach(this::deleteInlinedDeletes);
  }

  private void deleteInlinedDeletes(long tableId, Set<Long> files) {
    Bytes prefix = KeyPrefix.inline(InlineKind.FILE_DELETE, tableId);
    Set<Bytes> deleted = new HashSet<>();
    commit
        .result()
        .scan(
            prefix,
            (key, value) -> {
              if (files.contains(U64.readBe(key, prefix.length()))) {
                deleted.add(key);
              }
              return true;
            });
    deleted.forEach(commit.result()::delete);
  }
}
