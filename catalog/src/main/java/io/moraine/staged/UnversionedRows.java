package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.MessageType;
import io.moraine.keyspace.OptionScopeValue;
import io.moraine.keyspace.OptionScopeValue.Option;
import io.moraine.model.MetadataTable;
import io.moraine.table.RowEncoder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Records without history: statistics, mappings, scheduled files, options, schema versions. */
final class UnversionedRows {
  private static final List<MetadataTable> TABLES =
      List.of(
          MetadataTable.COLUMN_MAPPING,
          MetadataTable.TABLE_STATS,
          MetadataTable.TABLE_COLUMN_STATS,
          MetadataTable.FILE_COLUMN_STATS,
          MetadataTable.FILES_SCHEDULED_FOR_DELETION);

  private final Commit commit;
  private final ChildRows children;

  UnversionedRows(Commit commit, ChildRows children) {
    this.commit = commit;
    this.children = children;
  }

  void apply() {
    TABLES.forEach(this::applyTable);
    applyOptions();
    deleteSchemaVersions();
    deleteSnapshots();
  }

  private void applyTable(MetadataTable table) {
    Map<Bytes, Bytes> stored = commit.result().readBase(keysToRead(table));
    for (Slot slot : commit.tables().changed(table)) {
      Bytes key = key(table, slot.stored()).encode();
      if (slot.origin() == Slot.Origin.STORED || stored.containsKey(key)) {
        commit.result().delete(key);
      }
    }
    for (@Nullable Object[] row : commit.tables().added(table)) {
      Key key = key(table, row);
      put(table, key, row, stored.get(key.encode()));
    }
  }

  /** Keys of new rows, and of rows that nobody has looked for. New files have no statistics yet. */
  private Set<Bytes> keysToRead(MetadataTable table) {
    Set<Bytes> keys = new HashSet<>();
    Set<Long> newFiles = table == MetadataTable.FILE_COLUMN_STATS ? commit.newFiles() : Set.of();
    for (@Nullable Object[] row : commit.tables().added(table)) {
      if (!(row[0] instanceof Long id && newFiles.contains(id))) {
        keys.add(key(table, row).encode());
      }
    }
    for (Slot slot : commit.tables().changed(table)) {
      boolean isNew = slot.stored()[0] instanceof Long id && newFiles.contains(id);
      if (slot.origin() == Slot.Origin.ASSUMED && !isNew) {
        keys.add(key(table, slot.stored()).encode());
      }
    }
    return keys;
  }

  private static Key key(MetadataTable table, @Nullable Object[] row) {
    return table == MetadataTable.FILES_SCHEDULED_FOR_DELETION
        ? new Key.GcFile(Rows.longAt(table, row, "data_file_id"))
        : new Key.Current(
            TableRules.of(table).kind().orElseThrow(), TableRules.of(table).idsOf(row));
  }

  private void put(MetadataTable table, Key key, @Nullable Object[] row, @Nullable Bytes stored) {
    RowEncoder encoder = RowEncoder.of(table);
    MessageType<? extends Record> type = encoder.type();
    Record before = stored == null ? null : type.decode(key.encode(), stored);
    Record after = encoder.encode(row, before);
    if (table == MetadataTable.COLUMN_MAPPING) {
      List<Long> ids = TableRules.of(table).idsOf(row);
      checkNewMapping(ids, before);
      after = type.with(after, children.take(table, ids));
    } else if (table == MetadataTable.TABLE_STATS && before != null) {
      checkNextRow(row, before);
    }
    if (after.equals(before)) {
      commit.result().keep(key);
    } else {
      commit.result().put(key, type.encodeRecord(after));
    }
  }

  private void checkNewMapping(List<Long> ids, @Nullable Record before) {
    if (before != null) {
      throw Refusals.constraint(
          MetadataTable.COLUMN_MAPPING, ids + " is there already; mappings do not change");
    }
    commit.checkNewId(MetadataTable.COLUMN_MAPPING, ids);
  }

  private static void checkNextRow(@Nullable Object[] row, Record before) {
    long next = Rows.longAt(MetadataTable.TABLE_STATS, row, "next_row_id");
    if (EntityKind.TABLE_STATS.valueType().fieldValue(before, "next_row_id") instanceof Long known
        && next < known) {
      throw Refusals.constraint(
          MetadataTable.TABLE_STATS, "next_row_id goes back from " + known + " to " + next);
    }
  }

  private void applyOptions() {
    Map<OptionScope, List<@Nullable Object[]>> added = new LinkedHashMap<>();
    Map<OptionScope, Set<Object>> removed = new LinkedHashMap<>();
    for (Slot slot : commit.tables().changed(MetadataTable.METADATA)) {
      @Nullable Object[] row = slot.stored();
      if (row[OptionScope.KEY] instanceof String key) {
        removed.computeIfAbsent(OptionScope.of(row), none -> new HashSet<>()).add(key);
      }
    }
    for (@Nullable Object[] row : commit.tables().added(MetadataTable.METADATA)) {
      added.computeIfAbsent(OptionScope.of(row), none -> new ArrayList<>()).add(row);
    }
    Set<OptionScope> scopes = new HashSet<>(added.keySet());
    scopes.addAll(removed.keySet());
    for (OptionScope scope : scopes) {
      applyOptions(
          scope, added.getOrDefault(scope, List.of()), removed.getOrDefault(scope, Set.of()));
    }
  }

  private void applyOptions(
      OptionScope scope, List<@Nullable Object[]> added, Set<Object> removed) {
    Key key = scope.key();
    Bytes value = commit.result().findBase(key);
    OptionScopeValue before =
        value == null
            ? OptionScopeValue.TYPE.empty()
            : OptionScopeValue.TYPE.decode(key.encode(), value);
    Map<String, String> set = new LinkedHashMap<>();
    for (@Nullable Object[] row : added) {
      set.put(
          Rows.textAt(MetadataTable.METADATA, row, "key"),
          Rows.textAt(MetadataTable.METADATA, row, "value"));
    }
    List<Option> options = new ArrayList<>();
    for (Option option : before.options()) {
      String changed = set.remove(option.key());
      if (changed != null) {
        options.add(new Option(option.key(), changed, option.unknownFields()));
      } else if (!removed.contains(option.key())) {
        options.add(option);
      }
    }
    set.forEach((name, text) -> options.add(new Option(name, text, Bytes.EMPTY)));
    if (options.isEmpty() && value != null) {
      commit.result().delete(key);
    } else if (!options.equals(before.options())) {
      commit
          .result()
          .put(
              key,
              OptionScopeValue.TYPE.encode(new OptionScopeValue(options, before.unknownFields())));
    }
  }

  /** Deletes the records; what only snapshot records tell goes with these. */
  private void deleteSchemaVersions() {
    MetadataTable table = MetadataTable.SCHEMA_VERSIONS;
    Set<Bytes> keys = new HashSet<>();
    for (@Nullable Object[] row : commit.tables().removed(table)) {
      keys.add(
          new Key.SchemaVersion(
                  Rows.longAt(table, row, "table_id"), Rows.longAt(table, row, "begin_snapshot"))
              .encode());
    }
    commit.result().readBase(keys).keySet().forEach(commit.result()::delete);
  }

  private void deleteSnapshots() {
    Set<Object> deleted = new HashSet<>();
    for (@Nullable Object[] row : commit.tables().removed(MetadataTable.SNAPSHOT)) {
      long id = Rows.longAt(MetadataTable.SNAPSHOT, row, "snapshot_id");
      if (id == commit.head().snapshotId()) {
        throw Refusals.constraint(MetadataTable.SNAPSHOT, "snapshot " + id + " is the head");
      }
      deleted.add(id);
      commit.result().delete(new Key.Snapshot(id));
    }
    for (@Nullable Object[] row : commit.tables().removed(MetadataTable.SNAPSHOT_CHANGES)) {
      long id = Rows.longAt(MetadataTable.SNAPSHOT_CHANGES, row, "snapshot_id");
      if (!deleted.contains(id)) {
        throw Refusals.constraint(
            MetadataTable.SNAPSHOT_CHANGES,
            "the row of snapshot " + id + " goes with the snapshot");
      }
    }
  }
}
