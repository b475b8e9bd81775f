package io.moraine.interop;

import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.RowUpdate;
import io.moraine.model.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stages rows in a transaction of Java's, and notes them as a script for Rust. */
final class RecordedTransaction implements Transaction {
  /** What names a row that ends; a deleted one is named by its end besides. */
  private static final Map<MetadataTable, List<String>> ENTITY_KEYS =
      new EnumMap<>(
          Map.of(
              MetadataTable.SCHEMA, List.of("schema_id"),
              MetadataTable.TABLE, List.of("table_id"),
              MetadataTable.VIEW, List.of("view_id"),
              MetadataTable.COLUMN, List.of("table_id", "column_id"),
              MetadataTable.DATA_FILE, List.of("table_id", "data_file_id"),
              MetadataTable.DELETE_FILE, List.of("table_id", "delete_file_id"),
              MetadataTable.TAG, List.of("object_id", "key"),
              MetadataTable.COLUMN_TAG, List.of("table_id", "column_id", "key"),
              MetadataTable.MACRO, List.of("macro_id")));

  private static final Map<MetadataTable, List<String>> DELETE_KEYS =
      new EnumMap<>(
          Map.of(
              MetadataTable.SNAPSHOT, List.of("snapshot_id"),
              MetadataTable.SNAPSHOT_CHANGES, List.of("snapshot_id"),
              MetadataTable.TABLE_STATS, List.of("table_id"),
              MetadataTable.TABLE_COLUMN_STATS, List.of("table_id", "column_id"),
              MetadataTable.FILE_COLUMN_STATS, List.of("data_file_id", "table_id", "column_id"),
              MetadataTable.SCHEMA_VERSIONS,
                  List.of("begin_snapshot", "schema_version", "table_id"),
              MetadataTable.FILES_SCHEDULED_FOR_DELETION, List.of("data_file_id"),
              MetadataTable.METADATA, List.of("key", "scope", "scope_id")));

  private final Transaction target;
  private final List<List<@Nullable Object>> script = new ArrayList<>();

  RecordedTransaction(Transaction target) {
    this.target = target;
  }

  /** The rows as one commit of a script. */
  Map<String, Object> script() {
    return Map.of("rows", script);
  }

  @Override
  public ReadScope scope() {
    return target.scope();
  }

  @Override
  public void insert(MetadataTable table, List<@Nullable Object[]> rows) {
    target.insert(table, rows);
    rows.forEach(row -> note("insert", table, Arrays.asList(row)));
  }

  @Override
  public void delete(MetadataTable table, List<@Nullable Object[]> rows) {
    target.delete(table, rows);
    for (@Nullable Object[] row : rows) {
      List<@Nullable Object> key = new ArrayList<>();
      List<String> columns =
          Objects.requireNonNull(ENTITY_KEYS.getOrDefault(table, DELETE_KEYS.get(table)));
      columns.forEach(column -> key.add(row[table.ordinalOf(column)]));
      if (ENTITY_KEYS.containsKey(table)) {
        key.add(row[isTag(table) ? table.beginSnapshotOrdinal() : table.endSnapshotOrdinal()]);
      }
      noteCells("delete", table, key.stream().map(RecordedTransaction::number).toList());
    }
  }

  private static boolean isTag(MetadataTable table) {
    return table == MetadataTable.TAG || table == MetadataTable.COLUMN_TAG;
  }

  @Override
  public void update(MetadataTable table, List<RowUpdate> updates) {
    target.update(table, updates);
    for (RowUpdate update : updates) {
      if (update.setColumns().equals(List.of(table.endSnapshotOrdinal()))) {
        List<@Nullable Object> cells = new ArrayList<>();
        Objects.requireNonNull(ENTITY_KEYS.get(table))
            .forEach(column -> cells.add(update.before().get(table.ordinalOf(column))));
        cells.add(update.after().get(table.endSnapshotOrdinal()));
        noteCells("end", table, cells);
      } else {
        note("insert", table, update.after());
      }
    }
  }

  private void note(String operation, MetadataTable table, List<@Nullable Object> row) {
    List<@Nullable Object> cells = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      cells.add(cell(table, i, row.get(i)));
    }
    noteCells(operation, table, cells);
  }

  private static @Nullable Object cell(MetadataTable table, int column, @Nullable Object value) {
    return switch (table.columns().get(column).type()) {
      case TIMESTAMPTZ -> value == null ? null : Map.of("time", value);
      default -> number(value);
    };
  }

  private static @Nullable Object number(@Nullable Object value) {
    return value instanceof UUID uuid ? uuid.toString() : value;
  }

  private void noteCells(
      String operation, MetadataTable table, List<? extends @Nullable Object> cells) {
    List<@Nullable Object> line = new ArrayList<>(List.of(operation, table.sqlName()));
    line.addAll(cells);
    script.add(line);
  }

  @Override
  public int stagedRows() {
    return target.stagedRows();
  }

  @Override
  public void rollbackTo(int count) {
    throw new UnsupportedOperationException("a script takes nothing back");
  }

  @Override
  public CommitPosition commit(Optional<Duration> timeout) {
    return target.commit(timeout);
  }

  @Override
  public void close() {
    target.close();
  }
}
