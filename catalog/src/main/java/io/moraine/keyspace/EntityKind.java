package io.moraine.keyspace;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The kinds of catalog entities, each with its byte, the ids that make its key and the record it
 * stores.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/store/key.rs}.
 */
@SuppressWarnings("ImmutableEnumChecker") // lists are copies, message types immutable
public enum EntityKind {
  SCHEMA(0x02, SchemaValue.TYPE, Mirror.HISTORY, "schema_id"),
  TABLE(0x03, TableValue.TYPE, Mirror.HISTORY, "table_id"),
  VIEW(0x04, ViewValue.TYPE, Mirror.HISTORY, "view_id"),
  COLUMN(0x05, ColumnValue.TYPE, Mirror.HISTORY, "table_id", "column_id"),
  PARTITION(0x06, PartitionValue.TYPE, Mirror.HISTORY, "table_id", "partition_id"),
  FILE(0x07, DataFileValue.TYPE, Mirror.HISTORY, "table_id", "data_file_id"),
  DELETE_FILE(0x08, DeleteFileValue.TYPE, Mirror.HISTORY, "table_id", "delete_file_id"),
  FILE_COLUMN_STATS(
      0x09, FileColumnStatsValue.TYPE, Mirror.NONE, "table_id", "data_file_id", "column_id"),
  TABLE_STATS(0x0a, TableStatsValue.TYPE, Mirror.NONE, "table_id"),
  TABLE_COLUMN_STATS(0x0b, TableColumnStatsValue.TYPE, Mirror.NONE, "table_id", "column_id"),
  TAG(0x0c, TagValue.TYPE, Mirror.NONE, "object_id"),
  OPTION(0x0d, OptionScopeValue.TYPE, Mirror.NONE, "scope_kind", "scope_id"),
  SORT(0x0e, SortValue.TYPE, Mirror.HISTORY, "table_id", "sort_id"),
  MACRO(0x0f, MacroValue.TYPE, Mirror.HISTORY, "macro_id"),
  MAPPING(0x10, MappingValue.TYPE, Mirror.NONE, "table_id", "mapping_id"),
  INDEX(0x11, IndexValue.TYPE, Mirror.HISTORY, "table_id", "index_id");

  private enum Mirror {
    HISTORY,
    NONE
  }

  private final int code;
  private final MessageType<? extends Record> valueType;
  private final Mirror mirror;
  private final List<String> idNames;

  EntityKind(int code, MessageType<? extends Record> valueType, Mirror mirror, String... idNames) {
    this.code = code;
    this.valueType = valueType;
    this.mirror = mirror;
    this.idNames = List.of(idNames);
  }

  /** The byte that stands for the kind. */
  int code() {
    return code;
  }

  /** What a record of the kind holds. */
  public MessageType<? extends Record> valueType() {
    return valueType;
  }

  /** Whether ended versions are kept in the history subspace. */
  public boolean versioned() {
    return mirror == Mirror.HISTORY;
  }

  /** Names of the ids in the key, in their order. */
  public List<String> idNames() {
    return idNames;
  }

  /** The name in decoded keys, such as {@code delete_file}. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static EntityKind read(KeyReader in) {
    int code = in.readByte("entity kind");
    return Arrays.stream(values())
        .filter(kind -> kind.code == code)
        .findFirst()
        .orElseThrow(() -> in.unknown("entity kind", code));
  }
}
