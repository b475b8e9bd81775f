package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.keyspace.ColumnValue;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.TableValue;
import io.moraine.keyspace.U64;
import io.moraine.model.MetadataTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that what a commit writes refers to what is there: DuckLake loads no lake with a table
 * outside of any schema, a table without columns, or a column inside of none. Also raises the next
 * column id of tables whose columns changed.
 */
final class References {
  private static final List<MetadataTable> IN_SCHEMAS =
      List.of(MetadataTable.TABLE, MetadataTable.VIEW, MetadataTable.MACRO);
  private static final List<MetadataTable> OF_TABLES =
      List.of(
          MetadataTable.COLUMN,
          MetadataTable.DATA_FILE,
          MetadataTable.DELETE_FILE,
          MetadataTable.PARTITION_INFO,
          MetadataTable.SORT_INFO,
          MetadataTable.TABLE_STATS,
          MetadataTable.TABLE_COLUMN_STATS,
          MetadataTable.COLUMN_MAPPING);
  private static final List<MetadataTable> OF_FILES =
      List.of(MetadataTable.DELETE_FILE, MetadataTable.FILE_COLUMN_STATS);

  private final Commit commit;
  private final Map<Key, Boolean> known = new HashMap<>();

  References(Commit commit) {
    this.commit = commit;
  }

  void check() {
    IN_SCHEMAS.forEach(table -> checkRows(table, "schema_id", EntityKind.SCHEMA));
    OF_TABLES.forEach(table -> checkRows(table, "table_id", EntityKind.TABLE));
    OF_FILES.forEach(this::checkFiles);
    checkSchemasThatWent();
    tablesOfChangedColumns().forEach(this::checkColumns);
    checkIndexes();
  }

  private void checkRows(MetadataTable table, String column, EntityKind kind) {
    for (@Nullable Object[] row : commit.tables().added(table)) {
      long id = Rows.longAt(table, row, column);
      if (isLive(table, row) && !isLive(Key.Current.of(kind, id))) {
        throw Refusals.constraint(table, column + " " + id + " names nothing that lives");
      }
    }
  }

  private static boolean isLive(MetadataTable table, @Nullable Object[] row) {
    return table.endSnapshotOrdinal() < 0 || Rows.endOf(table, row) == null;
  }

  private boolean isLive(Key key) {
    return known.computeIfAbsent(key, each -> commit.result().find(each) != null);
  }

  private void checkFiles(MetadataTable table) {
    Set<Long> files = commit.newFiles();
    for (@Nullable Object[] row : commit.tables().added(table)) {
      long file = Rows.longAt(table, row, "data_file_id");
      long tableId = Rows.longAt(table, row, "table_id");
      if (files.add(file) && !isKnownFile(tableId, file)) {
        throw Refusals.constraint(
            table, "data_file_id " + file + " names no data file of table " + tableId);
      }
    }
  }

  /** Whether there is a version of the file, live or ended. */
  private boolean isKnownFile(long tableId, long file) {
    boolean[] found = {isLive(Key.Current.of(EntityKind.FILE, tableId, file))};
    if (!found[0]) {
      commit
          .result()
          .scan(
              KeyPrefix.history(EntityKind.FILE, tableId, file),
              (key, value) -> {
                found[0] = true;
                return false;
              });
    }
    return found[0];
  }

  private void checkSchemasThatWent() {
    Set<Long> gone = new HashSet<>();
    for (Slot slot : commit.tables().changed(MetadataTable.SCHEMA)) {
      long id = Rows.longAt(MetadataTable.SCHEMA, slot.stored(), "schema_id");
      if (!isLive(Key.Current.of(EntityKind.SCHEMA, id))) {
        gone.add(id);
      }
    }
    if (!gone.isEmpty()) {
      for (MetadataTable table : IN_SCHEMAS) {
        checkNoneIn(gone, table, TableRules.of(table).kind().orElseThrow());
      }
    }
  }

  private void checkNoneIn(Set<Long> schemas, MetadataTable table, EntityKind kind) {
    commit
        .result()
        .scan(
            KeyPrefix.current(kind),
            (key, value) -> {
              Record record = kind.valueType().decode(key, value);
              if (kind.valueType().fieldValue(record, "schema_id") instanceof Long schema
                  && schemas.contains(schema)) {
                throw Refusals.constraint(
                    MetadataTable.SCHEMA,
                    "schema "
                        + schema
                        + " cannot end while rows of "
                        + table.sqlName()
                        + " live in it");
              }
              return true;
            });
  }

  private Set<Long> tablesOfChangedColumns() {
    Set<Long> tables = new HashSet<>();
    for (MetadataTable table : List.of(MetadataTable.TABLE, MetadataTable.COLUMN)) {
      for (@Nullable Object[] row : commit.tables().added(table)) {
        tables.add(Rows.longAt(table, row, "table_id"));
      }
      for (Slot slot : commit.tables().changed(table)) {
        if (Rows.endOf(table, slot.stored()) == null) {
          tables.add(Rows.longAt(table, slot.stored(), "table_id"));
        }
      }
    }
    return tables;
  }

  private void checkColumns(long tableId) {
    Key key = Key.Current.of(EntityKind.TABLE, tableId);
    Bytes value = commit.result().find(key);
    if (value == null) {
      return; // the columns of a table that went are loaded by nobody
    }
    Map<Long, ColumnValue> columns = new HashMap<>();
    commit
        .result()
        .scan(
            KeyPrefix.current(EntityKind.COLUMN, tableId),
            (columnKey, column) -> {
              ColumnValue decoded = ColumnValue.TYPE.decode(columnKey, column);
              columns.put(decoded.columnId(), decoded);
              return true;
            });
    checkColumns(tableId, columns);
    raiseNextColumn(key, TableValue.TYPE.decode(key.encode(), value), columns.keySet());
  }

  private static void checkColumns(long tableId, Map<Long, ColumnValue> columns) {
    if (columns.isEmpty()) {
      throw Refusals.constraint(
          MetadataTable.COLUMN, "table " + tableId + " is left without a column");
    }
    for (ColumnValue column : columns.values()) {
      Long parent = column.parentColumn();
      if (parent != null && !columns.containsKey(parent)) {
        throw Refusals.constraint(
            MetadataTable.COLUMN,
            "column "
                + column.columnId()
                + " of table "
                + tableId
                + " lies in column "
                + parent
                + ", which is not live");
      }
    }
  }

  private void raiseNextColumn(Key key, TableValue table, Set<Long> columns) {
    long live = 1 + columns.stream().mapToLong(Long::longValue).max().orElse(0);
    long next = Math.max(live, commit.hidden().nextColumnIds().getOrDefault(table.tableId(), 0L));
    if (table.nextColumnId() < next) {
      commit
          .result()
          .put(
              key,
              TableValue.TYPE.encode(TableValue.TYPE.with(table, Map.of("next_column_id", next))));
    }
  }

  /** Entries of equality indexes are not kept up yet: a commit must not leave them behind. */
  private void checkIndexes() {
    Set<Long> tables = tablesOfChangedFiles();
    if (tables.isEmpty()
        || commit.minted().filter(minted -> !minted.changesMade().isCompaction()).isEmpty()) {
      return;
    }
    Bytes prefix = KeyPrefix.current(EntityKind.INDEX);
    commit
        .result()
        .scan(
            prefix,
            (key, value) -> {
              long tableId = U64.readBe(key, prefix.length());
              if (tables.contains(tableId) && isLive(Key.Current.of(EntityKind.TABLE, tableId))) {
                throw Refusals.unsupported(
                    MetadataTable.DATA_FILE,
                    "table "
                        + tableId
                        + " has an equality index, which this version cannot keep"
                        + " up; drop it by Moraine first");
              }
              return true;
            });
  }

  private Set<Long> tablesOfChangedFiles() {
    Set<Long> tables = new HashSet<>();
    for (MetadataTable table : List.of(MetadataTable.DATA_FILE, MetadataTable.DELETE_FILE)) {
      commit.tables().added(table).forEach(row -> tables.add(Rows.longAt(table, row, "table_id")));
      commit
          .tables()
          .changed(table)
          .forEach(slot -> tables.add(Rows.longAt(table, slot.stored(), "table_id")));
    }
    return tables;
  }
}
