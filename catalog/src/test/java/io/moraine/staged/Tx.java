package io.moraine.staged;

import io.moraine.model.MetadataTable;
import io.moraine.model.RowUpdate;
import io.moraine.model.TableScan;
import io.moraine.testing.StoredRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A transaction as DuckLake would write it: statements over a lake in memory, told by column names.
 * What it shows is kept beside by {@link NaiveTables}.
 */
final class Tx {
  final StoredRecords lake;
  final StagedRows staged;

  /** The snapshot that it adds. */
  final long id;

  NaiveTables naive;
  long schemaVersion;
  long nextCatalogId;
  long nextFileId;

  Tx(StoredRecords lake) {
    this.lake = lake;
    this.staged = new StagedRows(lake.head());
    this.id = lake.head() + 1;
    this.naive = NaiveTables.of(lake);
    Row newest =
        rows(MetadataTable.SNAPSHOT, row -> row.number("snapshot_id") == lake.head()).get(0);
    this.schemaVersion = newest.number("schema_version") + 1;
    this.nextCatalogId = newest.number("next_catalog_id");
    this.nextFileId = newest.number("next_file_id");
  }

  /** A row of a table. */
  record Row(MetadataTable table, List<@Nullable Object> values) {
    @Nullable Object get(String column) {
      return values.get(table.ordinalOf(column));
    }

    long number(String column) {
      return get(column) instanceof Long number ? number : Long.MIN_VALUE;
    }

    boolean isLive() {
      return get("end_snapshot") == null;
    }

    /** The row with other values. */
    Row with(@Nullable Object... columnsAndValues) {
      @Nullable Object[] changed = values.toArray();
      for (int i = 0; i < columnsAndValues.length; i += 2) {
        changed[table.ordinalOf(String.valueOf(columnsAndValues[i]))] = columnsAndValues[i + 1];
      }
      return new Row(table, Arrays.asList(changed));
    }
  }

  /** A row of all NULL but for some columns. */
  static Row row(MetadataTable table, @Nullable Object... columnsAndValues) {
    return new Row(table, Arrays.asList(new @Nullable Object[table.columns().size()]))
        .with(columnsAndValues);
  }

  /** The rows that the transaction shows. */
  List<Row> rows(MetadataTable table, Predicate<Row> condition) {
    List<Row> rows = new ArrayList<>();
    for (List<@Nullable Object> values : Lakes.rows(lake, staged, TableScan.of(table))) {
      Row row = new Row(table, values);
      if (condition.test(row)) {
        rows.add(row);
      }
    }
    return rows;
  }

  List<Row> live(MetadataTable table, Predicate<Row> condition) {
    return rows(table, row -> row.isLive() && condition.test(row));
  }

  void insert(Row... rows) {
    for (Row row : rows) {
      @Nullable Object[] values = row.values.toArray();
      staged.insert(row.table, List.<@Nullable Object[]>of(values));
      naive.insert(row.table, values);
    }
  }

  int delete(MetadataTable table, Predicate<Row> condition) {
    List<Row> rows = rows(table, condition);
    staged.delete(table, rows.stream().map(row -> row.values.toArray()).toList());
    rows.forEach(row -> naive.delete(table, row.values));
    return rows.size();
  }

  int update(MetadataTable table, Predicate<Row> condition, @Nullable Object... set) {
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < set.length; i += 2) {
      columns.add(table.ordinalOf(String.valueOf(set[i])));
    }
    List<Row> rows = rows(table, condition);
    staged.update(
        table,
        rows.stream()
            .map(row -> new RowUpdate(row.values, row.with(set).values, columns))
            .toList());
    rows.forEach(row -> naive.update(table, row.values, row.with(set).values));
    return rows.size();
  }

  /** Ends the live rows that meet a condition. */
  int end(MetadataTable table, Predicate<Row> condition) {
    return update(table, row -> row.isLive() && condition.test(row), "end_snapshot", id);
  }

  /** The rows of the snapshot, with the counters as they stand. */
  Tx snapshot(String changes) {
    insert(
        row(
            MetadataTable.SNAPSHOT,
            "snapshot_id",
            id,
            "snapshot_time",
            1_700_000_000_000_000L + id,
            "schema_version",
            schemaVersion,
            "next_catalog_id",
            nextCatalogId,
            "next_file_id",
            nextFileId),
        row(MetadataTable.SNAPSHOT_CHANGES, "snapshot_id", id, "changes_made", changes));
    return this;
  }

  void schemaVersion(long tableId) {
    insert(
        row(
            MetadataTable.SCHEMA_VERSIONS,
            "begin_snapshot",
            id,
            "schema_version",
            schemaVersion,
            "table_id",
            tableId));
  }

  /** A schema; its id. */
  long createSchema(String name) {
    insert(
        row(
            MetadataTable.SCHEMA,
            "schema_id",
            nextCatalogId,
            "schema_uuid",
            new java.util.UUID(0, nextCatalogId),
            "begin_snapshot",
            id,
            "schema_name",
            name,
            "path",
            name + "/",
            "path_is_relative",
            true));
    return nextCatalogId++;
  }

  /** A table with a column for each type; its id. */
  long createTable(long schemaId, String name, String... types) {
    long tableId = nextCatalogId++;
    insert(tableRow(tableId, schemaId, name));
    for (int i = 0; i < types.length; i++) {
      insert(columnRow(tableId, i + 1, "c" + (i + 1), types[i]));
    }
    schemaVersion(tableId);
    return tableId;
  }

  Row tableRow(long tableId, long schemaId, String name) {
    return row(
        MetadataTable.TABLE,
        "table_id",
        tableId,
        "table_uuid",
        new java.util.UUID(1, tableId),
        "begin_snapshot",
        id,
        "schema_id",
        schemaId,
        "table_name",
        name,
        "path",
        name + "/",
        "path_is_relative",
        true);
  }

  Row columnRow(long tableId, long columnId, String name, String type) {
    return row(
        MetadataTable.COLUMN,
        "column_id",
        columnId,
        "begin_snapshot",
        id,
        "table_id",
        tableId,
        "column_order",
        columnId,
        "column_name",
        name,
        "column_type",
        type,
        "nulls_allowed",
        true,
        "default_value_type",
        "literal");
  }

  Row fileRow(long tableId, long fileId, long rowIdStart, long rows) {
    return row(
        MetadataTable.DATA_FILE,
        "data_file_id",
        fileId,
        "table_id",
        tableId,
        "begin_snapshot",
        id,
        "path",
        "f" + fileId + ".parquet",
        "path_is_relative",
        true,
        "file_format",
        "parquet",
        "record_count",
        rows,
        "file_size_bytes",
        100 * rows,
        "footer_size",
        57L,
        "row_id_start",
        rowIdStart);
  }

  Row fileStatsRow(long tableId, long fileId, long columnId) {
    return row(
        MetadataTable.FILE_COLUMN_STATS,
        "data_file_id",
        fileId,
        "table_id",
        tableId,
        "column_id",
        columnId,
        "column_size_bytes",
        33L,
        "value_count",
        10L,
        "null_count",
        0L,
        "min_value",
        "a" + fileId);
  }

  Row deleteFileRow(long tableId, long deleteFileId, long fileId) {
    return row(
        MetadataTable.DELETE_FILE,
        "delete_file_id",
        deleteFileId,
        "table_id",
        tableId,
        "begin_snapshot",
        id,
        "data_file_id",
        fileId,
        "path",
        "d" + deleteFileId + ".parquet",
        "path_is_relative",
        true,
        "format",
        "parquet",
        "delete_count",
        1L,
        "file_size_bytes",
        10L,
        "footer_size",
        3L);
  }

  /** The lake after the commit. */
  StoredRecords commit() {
    return Lakes.commit(lake, staged);
  }
}
