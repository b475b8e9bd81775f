package io.moraine.model;

import static io.moraine.model.ColumnType.BIGINT;
import static io.moraine.model.ColumnType.BOOLEAN;
import static io.moraine.model.ColumnType.TIMESTAMPTZ;
import static io.moraine.model.ColumnType.UUID;
import static io.moraine.model.ColumnType.VARCHAR;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The 28 metadata tables of DuckLake 1.0, with DuckLake's columns in DuckLake's order.
 *
 * <p>Source: DuckLake specification 1.0, "Tables".
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists are copies made by List.copyOf
public enum MetadataTable {
  /** One row a commit. */
  SNAPSHOT(
      new Columns()
          .required("snapshot_id", BIGINT)
          .add("snapshot_time", TIMESTAMPTZ)
          .add("schema_version", BIGINT)
          .add("next_catalog_id", BIGINT)
          .add("next_file_id", BIGINT),
      "snapshot_id"),
  /** What each commit did. */
  SNAPSHOT_CHANGES(
      new Columns()
          .required("snapshot_id", BIGINT)
          .add("changes_made", VARCHAR)
          .add("author", VARCHAR)
          .add("commit_message", VARCHAR)
          .add("commit_extra_info", VARCHAR),
      "snapshot_id"),
  /** Schemas. */
  SCHEMA(
      new Columns()
          .required("schema_id", BIGINT)
          .add("schema_uuid", UUID)
          .lifetime()
          .add("schema_name", VARCHAR)
          .add("path", VARCHAR)
          .add("path_is_relative", BOOLEAN),
      "schema_id"),
  /** Tables. */
  TABLE(
      new Columns()
          .add("table_id", BIGINT)
          .add("table_uuid", UUID)
          .lifetime()
          .add("schema_id", BIGINT)
          .add("table_name", VARCHAR)
          .add("path", VARCHAR)
          .add("path_is_relative", BOOLEAN),
      "table_id"),
  /** Views. */
  VIEW(
      new Columns()
          .add("view_id", BIGINT)
          .add("view_uuid", UUID)
          .lifetime()
          .add("schema_id", BIGINT)
          .add("view_name", VARCHAR)
          .add("dialect", VARCHAR)
          .add("sql", VARCHAR)
          .add("column_aliases", VARCHAR),
      "view_id"),
  /** Columns of tables. */
  COLUMN(
      new Columns()
          .add("column_id", BIGINT)
          .lifetime()
          .add("table_id", BIGINT)
          .add("column_order", BIGINT)
          .add("column_name", VARCHAR)
          .add("column_type", VARCHAR)
          .add("initial_default", VARCHAR)
          .add("default_value", VARCHAR)
          .add("nulls_allowed", BOOLEAN)
          .add("parent_column", BIGINT)
          .add("default_value_type", VARCHAR)
          .add("default_value_dialect", VARCHAR),
      "table_id",
      "column_id"),
  /** Data files. */
  DATA_FILE(
      new Columns()
          .required("data_file_id", BIGINT)
          .add("table_id", BIGINT)
          .lifetime()
          .add("file_order", BIGINT)
          .add("path", VARCHAR)
          .add("path_is_relative", BOOLEAN)
          .add("file_format", VARCHAR)
          .add("record_count", BIGINT)
          .add("file_size_bytes", BIGINT)
          .add("footer_size", BIGINT)
          .add("row_id_start", BIGINT)
          .add("partition_id", BIGINT)
          .add("encryption_key", VARCHAR)
          .add("mapping_id", BIGINT)
          .add("partial_max", BIGINT),
      "table_id",
      "data_file_id"),
  /** Delete files. */
  DELETE_FILE(
      new Columns()
          .required("delete_file_id", BIGINT)
          .add("table_id", BIGINT)
          .lifetime()
          .add("data_file_id", BIGINT)
          .add("path", VARCHAR)
          .add("path_is_relative", BOOLEAN)
          .add("format", VARCHAR)
          .add("delete_count", BIGINT)
          .add("file_size_bytes", BIGINT)
          .add("footer_size", BIGINT)
          .add("encryption_key", VARCHAR)
          .add("partial_max", BIGINT),
      "table_id",
      "delete_file_id"),
  /** Statistics of tables. */
  TABLE_STATS(
      new Columns()
          .add("table_id", BIGINT)
          .add("record_count", BIGINT)
          .add("next_row_id", BIGINT)
          .add("file_size_bytes", BIGINT),
      "table_id"),
  /** Statistics of a table's columns. */
  TABLE_COLUMN_STATS(
      new Columns()
          .add("table_id", BIGINT)
          .add("column_id", BIGINT)
          .add("contains_null", BOOLEAN)
          .add("contains_nan", BOOLEAN)
          .add("min_value", VARCHAR)
          .add("max_value", VARCHAR)
          .add("extra_stats", VARCHAR),
      "table_id",
      "column_id"),
  /** Statistics of a data file's columns. */
  FILE_COLUMN_STATS(
      new Columns()
          .add("data_file_id", BIGINT)
          .add("table_id", BIGINT)
          .add("column_id", BIGINT)
          .add("column_size_bytes", BIGINT)
          .add("value_count", BIGINT)
          .add("null_count", BIGINT)
          .add("min_value", VARCHAR)
          .add("max_value", VARCHAR)
          .add("contains_nan", BOOLEAN)
          .add("extra_stats", VARCHAR),
      "table_id",
      "data_file_id",
      "column_id"),
  /** Schema versions of tables. */
  SCHEMA_VERSIONS(
      new Columns()
          .add("begin_snapshot", BIGINT)
          .add("schema_version", BIGINT)
          .add("table_id", BIGINT),
      "table_id",
      "begin_snapshot"),
  /** Comments and other tags of tables and views. */
  TAG(
      new Columns().add("object_id", BIGINT).lifetime().add("key", VARCHAR).add("value", VARCHAR),
      "object_id"),
  /** Comments and other tags of columns. */
  COLUMN_TAG(
      new Columns()
          .add("table_id", BIGINT)
          .add("column_id", BIGINT)
          .lifetime()
          .add("key", VARCHAR)
          .add("value", VARCHAR),
      "table_id",
      "column_id"),
  /** The registry of tables that hold inlined rows. */
  INLINED_DATA_TABLES(
      new Columns()
          .add("table_id", BIGINT)
          .add("table_name", VARCHAR)
          .add("schema_version", BIGINT),
      "table_id",
      "schema_version"),
  /** Macros. */
  MACRO(
      new Columns()
          .add("schema_id", BIGINT)
          .add("macro_id", BIGINT)
          .add("macro_name", VARCHAR)
          .lifetime(),
      "macro_id"),
  /** Implementations of macros. */
  MACRO_IMPL(
      new Columns()
          .add("macro_id", BIGINT)
          .add("impl_id", BIGINT)
          .add("dialect", VARCHAR)
          .add("sql", VARCHAR)
          .add("type", VARCHAR),
      "macro_id"),
  /** Parameters of macros. */
  MACRO_PARAMETERS(
      new Columns()
          .add("macro_id", BIGINT)
          .add("impl_id", BIGINT)
          .add("column_id", BIGINT)
          .add("parameter_name", VARCHAR)
          .add("parameter_type", VARCHAR)
          .add("default_value", VARCHAR)
          .add("default_value_type", VARCHAR),
      "macro_id"),
  /** Partition specifications. */
  PARTITION_INFO(
      new Columns().add("partition_id", BIGINT).add("table_id", BIGINT).lifetime(),
      "table_id",
      "partition_id"),
  /** Columns of partition specifications. */
  PARTITION_COLUMN(
      new Columns()
          .add("partition_id", BIGINT)
          .add("table_id", BIGINT)
          .add("partition_key_index", BIGINT)
          .add("column_id", BIGINT)
          .add("transform", VARCHAR),
      "table_id",
      "partition_id"),
  /** Partition values of data files. */
  FILE_PARTITION_VALUE(
      new Columns()
          .add("data_file_id", BIGINT)
          .add("table_id", BIGINT)
          .add("partition_key_index", BIGINT)
          .add("partition_value", VARCHAR),
      "table_id",
      "data_file_id"),
  /** Statistics of VARIANT columns in data files. */
  FILE_VARIANT_STATS(
      new Columns()
          .add("data_file_id", BIGINT)
          .add("table_id", BIGINT)
          .add("column_id", BIGINT)
          .add("variant_path", VARCHAR)
          .add("shredded_type", VARCHAR)
          .add("column_size_bytes", BIGINT)
          .add("value_count", BIGINT)
          .add("null_count", BIGINT)
          .add("min_value", VARCHAR)
          .add("max_value", VARCHAR)
          .add("contains_nan", BOOLEAN)
          .add("extra_stats", VARCHAR),
      "table_id",
      "data_file_id",
      "column_id"),
  /** Files that nothing needs any more. */
  FILES_SCHEDULED_FOR_DELETION(
      new Columns()
          .add("data_file_id", BIGINT)
          .add("path", VARCHAR)
          .add("path_is_relative", BOOLEAN)
          .add("schedule_start", TIMESTAMPTZ),
      "data_file_id"),
  /** Mappings of the columns of added files. */
  COLUMN_MAPPING(
      new Columns().add("mapping_id", BIGINT).add("table_id", BIGINT).add("type", VARCHAR),
      "table_id",
      "mapping_id"),
  /** The names that mappings map. */
  NAME_MAPPING(
      new Columns()
          .add("mapping_id", BIGINT)
          .add("column_id", BIGINT)
          .add("source_name", VARCHAR)
          .add("target_field_id", BIGINT)
          .add("parent_column", BIGINT)
          .add("is_partition", BOOLEAN)),
  /** Sort orders of tables. */
  SORT_INFO(
      new Columns().add("sort_id", BIGINT).add("table_id", BIGINT).lifetime(),
      "table_id",
      "sort_id"),
  /** Expressions of sort orders. */
  SORT_EXPRESSION(
      new Columns()
          .add("sort_id", BIGINT)
          .add("table_id", BIGINT)
          .add("sort_key_index", BIGINT)
          .add("expression", VARCHAR)
          .add("dialect", VARCHAR)
          .add("sort_direction", VARCHAR)
          .add("null_order", VARCHAR),
      "table_id",
      "sort_id"),
  /** Options. */
  METADATA(
      new Columns()
          .required("key", VARCHAR)
          .required("value", VARCHAR)
          .add("scope", VARCHAR)
          .add("scope_id", BIGINT));

  private final List<MetadataColumn> columns;
  private final List<Integer> keyColumns;
  private final int beginSnapshot;
  private final int endSnapshot;

  MetadataTable(Columns columns, String... keyColumns) {
    this.columns = List.copyOf(columns.list);
    this.keyColumns = java.util.Arrays.stream(keyColumns).map(this::ordinalOf).toList();
    this.beginSnapshot = ordinalOf("begin_snapshot");
    this.endSnapshot = ordinalOf("end_snapshot");
  }

  /** The table's name in SQL, such as {@code ducklake_data_file}. */
  public String sqlName() {
    return "ducklake_" + name().toLowerCase(Locale.ROOT);
  }

  /** The columns in DuckLake's order. */
  public List<MetadataColumn> columns() {
    return columns;
  }

  /**
   * Ordinals of the columns by whose leading values rows can be read without a full scan, in the
   * order in which the store sorts them; BIGINT all. Empty if there is no such way.
   */
  public List<Integer> keyColumns() {
    return keyColumns;
  }

  /** The ordinal of a column, or -1 if the table has none of that name. */
  public final int ordinalOf(String columnName) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(columnName)) {
        return i;
      }
    }
    return -1;
  }

  /** The ordinal of {@code begin_snapshot}, or -1. */
  public int beginSnapshotOrdinal() {
    return beginSnapshot;
  }

  /** The ordinal of {@code end_snapshot}, or -1. */
  public int endSnapshotOrdinal() {
    return endSnapshot;
  }

  /** The table of that SQL name, whatever its case. */
  public static Optional<MetadataTable> find(String sqlName) {
    for (MetadataTable table : values()) {
      if (table.sqlName().equalsIgnoreCase(sqlName)) {
        return Optional.of(table);
      }
    }
    return Optional.empty();
  }

  private static final class Columns {
    private final List<MetadataColumn> list = new ArrayList<>();

    Columns add(String name, ColumnType type) {
      list.add(new MetadataColumn(name, type, true));
      return this;
    }

    Columns required(String name, ColumnType type) {
      list.add(new MetadataColumn(name, type, false));
      return this;
    }

    Columns lifetime() {
      return add("begin_snapshot", BIGINT).add("end_snapshot", BIGINT);
    }
  }
}
