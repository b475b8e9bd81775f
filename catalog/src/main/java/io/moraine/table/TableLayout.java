package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.GcFileValue;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.MessageType;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.MetadataTable;
import java.util.List;
import java.util.Optional;

/**
 * Which records feed a table.
 *
 * <p>A row is a record, or a child inside of it. Its columns are the ids of the record's key, then
 * fields of the innermost message that has a field of that name.
 *
 * <p>Source: Moraine {@code crates/moraine-duckdb/cpp/metadata_tables.cpp} at d417eb4.
 *
 * @param live prefix of the keys of live records
 * @param ended prefix of the keys of ended records; empty if the kind keeps none
 * @param idNames what the ids after the prefix are
 * @param valueType what the records hold
 * @param children repeated fields that lead from the record to the rows; empty if it is the row
 */
record TableLayout(
    Bytes live,
    Bytes ended,
    List<String> idNames,
    MessageType<? extends Record> valueType,
    List<String> children) {

  /** The layout of a table, or empty if it is more than records or their children. */
  static Optional<TableLayout> find(MetadataTable table) {
    return switch (table) {
      case SCHEMA_VERSIONS, INLINED_DATA_TABLES, METADATA -> Optional.empty();
      default -> Optional.of(of(table));
    };
  }

  private static TableLayout of(MetadataTable table) {
    return switch (table) {
      case SNAPSHOT, SNAPSHOT_CHANGES ->
          new TableLayout(
              KeyPrefix.snapshots(),
              Bytes.EMPTY,
              List.of("snapshot_id"),
              SnapshotValue.TYPE,
              List.of());
      case FILES_SCHEDULED_FOR_DELETION ->
          new TableLayout(
              KeyPrefix.gcFiles(),
              Bytes.EMPTY,
              List.of("data_file_id"),
              GcFileValue.TYPE,
              List.of());
      case SCHEMA -> of(EntityKind.SCHEMA);
      case TABLE -> of(EntityKind.TABLE);
      case VIEW -> of(EntityKind.VIEW);
      case COLUMN -> of(EntityKind.COLUMN);
      case COLUMN_TAG -> of(EntityKind.COLUMN, "tags");
      case DATA_FILE -> of(EntityKind.FILE);
      case FILE_PARTITION_VALUE -> of(EntityKind.FILE, "partition_values");
      case DELETE_FILE -> of(EntityKind.DELETE_FILE);
      case TABLE_STATS -> of(EntityKind.TABLE_STATS);
      case TABLE_COLUMN_STATS -> of(EntityKind.TABLE_COLUMN_STATS);
      case FILE_COLUMN_STATS -> of(EntityKind.FILE_COLUMN_STATS);
      case FILE_VARIANT_STATS -> of(EntityKind.FILE_COLUMN_STATS, "variant_stats");
      case TAG -> of(EntityKind.TAG, "entries");
      case MACRO -> of(EntityKind.MACRO);
      case MACRO_IMPL -> of(EntityKind.MACRO, "implementations");
      case MACRO_PARAMETERS -> of(EntityKind.MACRO, "implementations", "parameters");
      case PARTITION_INFO -> of(EntityKind.PARTITION);
      case PARTITION_COLUMN -> of(EntityKind.PARTITION, "columns");
      case COLUMN_MAPPING -> of(EntityKind.MAPPING);
      case NAME_MAPPING -> of(EntityKind.MAPPING, "name_mappings");
      case SORT_INFO -> of(EntityKind.SORT);
      case SORT_EXPRESSION -> of(EntityKind.SORT, "expressions");
      case SCHEMA_VERSIONS, INLINED_DATA_TABLES, METADATA ->
          throw new IllegalArgumentException(table + " has a reader of its own");
    };
  }

  /** The layout of the records of a kind, or of children inside of them. */
  static TableLayout of(EntityKind kind, String... children) {
    return new TableLayout(
        KeyPrefix.current(kind),
        kind.versioned() ? KeyPrefix.history(kind) : Bytes.EMPTY,
        kind.idNames(),
        kind.valueType(),
        List.of(children));
  }

  /** Whether the kind keeps ended records. */
  boolean versioned() {
    return !ended.isEmpty();
  }

  /** The name of the field that a column shows. */
  static String fieldOf(MetadataTable table, String column) {
    return switch (column) {
      case "snapshot_time" -> "snapshot_time_micros";
      case "schedule_start" -> "schedule_start_micros";
      case "type" -> table == MetadataTable.MACRO_IMPL ? "macro_type" : "map_type";
      default -> column;
    };
  }
}
