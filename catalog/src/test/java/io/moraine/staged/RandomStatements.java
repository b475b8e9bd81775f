package io.moraine.staged;

import static io.moraine.staged.Tx.row;

import io.moraine.model.MetadataTable;
import io.moraine.staged.Tx.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** What DuckLake does to the tables for one statement of a user, at random. */
final class RandomStatements {
  private static final List<String> TYPES =
      List.of("int64", "varchar", "BIGINT", "DECIMAL(10, 2)", "struct", "TIMESTAMP WITH TIME ZONE");

  private final Tx tx;
  private final SplittableRandom random;
  private final Set<Long> written = new HashSet<>();

  RandomStatements(Tx tx, SplittableRandom random) {
    this.tx = tx;
    this.random = random;
  }

  /** A statement of a commit that adds a snapshot. */
  void next() {
    switch (random.nextInt(22)) {
      case 0 -> tx.createSchema("s" + tx.nextCatalogId);
      case 1, 2, 3 -> createTable();
      case 4 -> dropTable();
      case 5 -> renameTable();
      case 6 -> alterColumn();
      case 7 -> addColumn();
      case 8 -> dropColumn();
      case 9 -> commentObject();
      case 10 -> commentColumn();
      case 11, 12, 13, 14 -> insertFiles();
      case 15 -> deleteRows();
      case 16 -> endFile();
      case 17 -> merge();
      case 18 -> partition();
      case 19 -> sort();
      case 20 -> macroOrView();
      default -> setOption();
    }
  }

  /** A statement of a commit that leaves the head alone. */
  void nextOfMaintenance() {
    switch (random.nextInt(4)) {
      case 0 -> setOption();
      case 1 -> tx.delete(MetadataTable.FILES_SCHEDULED_FOR_DELETION, row -> random.nextBoolean());
      case 2 -> lateStatistics();
      default -> expire();
    }
  }

  private @Nullable Row any(List<Row> rows) {
    return rows.isEmpty() ? null : rows.get(random.nextInt(rows.size()));
  }

  private @Nullable Row anyTable() {
    return any(tx.live(MetadataTable.TABLE, row -> true));
  }

  private void createTable() {
    Row schema = any(tx.live(MetadataTable.SCHEMA, row -> true));
    if (schema != null) {
      String[] types = new String[1 + random.nextInt(4)];
      for (int i = 0; i < types.length; i++) {
        types[i] = TYPES.get(random.nextInt(TYPES.size()));
      }
      tx.createTable(schema.number("schema_id"), "t" + tx.nextCatalogId, types);
    }
  }

  private void dropTable() {
    Row table = anyTable();
    if (table == null || written.contains(table.number("table_id")) || isNew(table)) {
      return;
    }
    long id = table.number("table_id");
    for (MetadataTable each :
        List.of(
            MetadataTable.TABLE,
            MetadataTable.PARTITION_INFO,
            MetadataTable.COLUMN,
            MetadataTable.COLUMN_TAG,
            MetadataTable.DATA_FILE,
            MetadataTable.DELETE_FILE,
            MetadataTable.SORT_INFO)) {
      tx.end(each, row -> row.number("table_id") == id);
    }
    tx.end(MetadataTable.TAG, row -> row.number("object_id") == id);
  }

  private boolean isNew(Row row) {
    return row.number("begin_snapshot") == tx.id;
  }

  private void renameTable() {
    Row table = anyTable();
    if (table != null) {
      long id = table.number("table_id");
      tx.end(MetadataTable.TABLE, row -> row.number("table_id") == id);
      tx.insert(
          table.with(
              "begin_snapshot", tx.id, "end_snapshot", null, "table_name", "r" + random.nextInt()));
      tx.schemaVersion(id);
      written.add(id);
    }
  }

  private List<Row> columns(long tableId) {
    return tx.live(MetadataTable.COLUMN, row -> row.number("table_id") == tableId);
  }

  private void alterColumn() {
    Row table = anyTable();
    Row column = table == null ? null : any(columns(table.number("table_id")));
    if (column != null) {
      tx.end(MetadataTable.COLUMN, column::equals);
      tx.insert(
          column.with(
              "begin_snapshot",
              tx.id,
              "column_name",
              "a" + random.nextInt(),
              "column_type",
              TYPES.get(random.nextInt(TYPES.size()))));
      tx.schemaVersion(column.number("table_id"));
      written.add(column.number("table_id"));
    }
  }

  private void addColumn() {
    Row table = anyTable();
    if (table != null) {
      long id = table.number("table_id");
      long next =
          1
              + tx.rows(MetadataTable.COLUMN, row -> row.number("table_id") == id).stream()
                  .mapToLong(row -> row.number("column_id"))
                  .max()
                  .orElse(0);
      tx.insert(tx.columnRow(id, next, "c" + next, "int32"));
      tx.schemaVersion(id);
      written.add(id);
    }
  }

  private void dropColumn() {
    Row table = anyTable();
    if (table != null && columns(table.number("table_id")).size() > 1) {
      Row column =
          any(
              columns(table.number("table_id")).stream()
                  .filter(each -> !isNew(each) && isLeaf(each))
                  .toList());
      if (column != null) {
        tx.end(MetadataTable.COLUMN, column::equals);
        tx.schemaVersion(table.number("table_id"));
        written.add(table.number("table_id"));
      }
    }
  }

  private boolean isLeaf(Row column) {
    return columns(column.number("table_id")).stream()
        .noneMatch(each -> each.number("parent_column") == column.number("column_id"));
  }

  private void commentObject() {
    Row table = anyTable();
    if (table != null) {
      long id = table.number("table_id");
      tx.end(MetadataTable.TAG, row -> row.number("object_id") == id);
      tx.insert(
          row(
              MetadataTable.TAG,
              "object_id",
              id,
              "begin_snapshot",
              tx.id,
              "key",
              "comment",
              "value",
              text()));
      written.add(id);
    }
  }

  private @Nullable String text() {
    return random.nextInt(3) == 0 ? null : "text " + random.nextInt(100);
  }

  private void commentColumn() {
    Row table = anyTable();
    Row column = table == null ? null : any(columns(table.number("table_id")));
    if (column != null) {
      tx.end(
          MetadataTable.COLUMN_TAG,
          row ->
              row.number("table_id") == column.number("table_id")
                  && row.number("column_id") == column.number("column_id"));
      tx.insert(
          row(
              MetadataTable.COLUMN_TAG,
              "table_id",
              column.number("table_id"),
              "column_id",
              column.number("column_id"),
              "begin_snapshot",
              tx.id,
              "key",
              "comment",
              "value",
              text()));
      written.add(column.number("table_id"));
    }
  }

  private void insertFiles() {
    Row table = anyTable();
    if (table == null) {
      return;
    }
    long id = table.number("table_id");
    written.add(id);
    Row stats = any(tx.rows(MetadataTable.TABLE_STATS, row -> row.number("table_id") == id));
    long nextRow = stats == null ? 0 : stats.number("next_row_id");
    int files = 1 + random.nextInt(3);
    if (stats == null) {
      tx.insert(
          row(
              MetadataTable.TABLE_STATS,
              "table_id",
              id,
              "record_count",
              10L * files,
              "next_row_id",
              10L * files,
              "file_size_bytes",
              1L));
    } else {
      tx.update(
          MetadataTable.TABLE_STATS,
          row -> row.number("table_id") == id,
          "record_count",
          stats.number("record_count") + 10L * files,
          "next_row_id",
          nextRow + 10L * files);
    }
    for (int i = 0; i < files; i++) {
      addFile(id, nextRow + 10L * i);
    }
    columnStats(id);
  }

  private void addFile(long tableId, long rowIdStart) {
    long fileId = tx.nextFileId++;
    Row spec = any(tx.live(MetadataTable.PARTITION_INFO, row -> row.number("table_id") == tableId));
    Row file = tx.fileRow(tableId, fileId, rowIdStart, 10);
    tx.insert(spec == null ? file : file.with("partition_id", spec.number("partition_id")));
    for (Row column : columns(tableId)) {
      tx.insert(tx.fileStatsRow(tableId, fileId, column.number("column_id")));
    }
    if (spec != null) {
      for (long key = random.nextInt(3); key >= 0; key--) { // in no order
        tx.insert(
            row(
                MetadataTable.FILE_PARTITION_VALUE,
                "data_file_id",
                fileId,
                "table_id",
                tableId,
                "partition_key_index",
                key,
                "partition_value",
                "p" + key));
      }
    }
  }

  private void columnStats(long tableId) {
    for (Row column : columns(tableId)) {
      long columnId = column.number("column_id");
      Row stats =
          row(
              MetadataTable.TABLE_COLUMN_STATS,
              "table_id",
              tableId,
              "column_id",
              columnId,
              "contains_null",
              random.nextBoolean(),
              "min_value",
              "m" + random.nextInt(5));
      if (tx.update(
              MetadataTable.TABLE_COLUMN_STATS,
              row -> row.number("table_id") == tableId && row.number("column_id") == columnId,
              "contains_null",
              null,
              "max_value",
              "x" + random.nextInt(5))
          == 0) {
        tx.insert(stats);
      }
    }
  }

  private @Nullable Row anyFile() {
    return any(
        tx.live(
            MetadataTable.DATA_FILE,
            row ->
                !tx.live(
                        MetadataTable.TABLE,
                        table -> table.number("table_id") == row.number("table_id"))
                    .isEmpty()));
  }

  private void deleteRows() {
    Row file = anyFile();
    if (file != null) {
      written.add(file.number("table_id"));
      tx.end(
          MetadataTable.DELETE_FILE,
          row -> row.number("data_file_id") == file.number("data_file_id"));
      tx.insert(
          tx.deleteFileRow(file.number("table_id"), tx.nextFileId++, file.number("data_file_id")));
    }
  }

  private void endFile() {
    Row file = anyFile();
    if (file != null && !isNew(file)) {
      written.add(file.number("table_id"));
      tx.end(MetadataTable.DATA_FILE, file::equals);
      tx.end(
          MetadataTable.DELETE_FILE,
          row -> row.number("data_file_id") == file.number("data_file_id") && !isNew(row));
    }
  }

  /** Replaces two files, also staged ones, by one that begins where the first did. */
  private void merge() {
    Row first = anyFile();
    Row second = anyFile();
    if (first == null || second == null || first.equals(second)) {
      return;
    }
    if (first.number("table_id") != second.number("table_id")) {
      return;
    }
    written.add(first.number("table_id"));
    removeFile(first);
    removeFile(second);
    tx.insert(
        tx.fileRow(first.number("table_id"), tx.nextFileId++, 0, 20)
            .with(
                "begin_snapshot",
                Math.min(first.number("begin_snapshot"), second.number("begin_snapshot")),
                "partial_max",
                second.number("begin_snapshot")));
  }

  private void removeFile(Row file) {
    long id = file.number("data_file_id");
    for (MetadataTable table :
        List.of(
            MetadataTable.DATA_FILE,
            MetadataTable.FILE_COLUMN_STATS,
            MetadataTable.DELETE_FILE,
            MetadataTable.FILE_PARTITION_VALUE,
            MetadataTable.FILE_VARIANT_STATS)) {
      tx.delete(table, row -> row.number("data_file_id") == id);
    }
    tx.insert(
        row(
            MetadataTable.FILES_SCHEDULED_FOR_DELETION,
            "data_file_id",
            id,
            "path",
            "gone",
            "path_is_relative",
            true,
            "schedule_start",
            5L));
  }

  private void partition() {
    Row table = anyTable();
    if (table != null) {
      long id = table.number("table_id");
      written.add(id);
      tx.end(MetadataTable.PARTITION_INFO, row -> row.number("table_id") == id && !isNew(row));
      long spec = tx.nextCatalogId++;
      if (tx.live(MetadataTable.PARTITION_INFO, row -> row.number("table_id") == id).isEmpty()) {
        tx.insert(
            row(
                MetadataTable.PARTITION_INFO,
                "partition_id",
                spec,
                "table_id",
                id,
                "begin_snapshot",
                tx.id));
        for (long key = random.nextInt(3); key > 0; key--) {
          tx.insert(
              row(
                  MetadataTable.PARTITION_COLUMN,
                  "partition_id",
                  spec,
                  "table_id",
                  id,
                  "partition_key_index",
                  key - 1,
                  "column_id",
                  1L,
                  "transform",
                  "identity"));
        }
      }
    }
  }

  private void sort() {
    Row table = anyTable();
    if (table != null
        && tx.live(
                MetadataTable.SORT_INFO,
                row -> row.number("table_id") == table.number("table_id") && isNew(row))
            .isEmpty()) {
      long id = table.number("table_id");
      written.add(id);
      tx.end(MetadataTable.SORT_INFO, row -> row.number("table_id") == id);
      long sort = tx.nextCatalogId++;
      tx.insert(
          row(
              MetadataTable.SORT_EXPRESSION,
              "sort_id",
              sort,
              "table_id",
              id,
              "sort_key_index",
              0L,
              "expression",
              "c1",
              "dialect",
              "duckdb",
              "sort_direction",
              "ASC",
              "null_order",
              "NULLS LAST"),
          row(MetadataTable.SORT_INFO, "sort_id", sort, "table_id", id, "begin_snapshot", tx.id));
    }
  }

  private void macroOrView() {
    Row schema = any(tx.live(MetadataTable.SCHEMA, row -> true));
    Row macro = any(tx.live(MetadataTable.MACRO, row -> !isNew(row)));
    if (macro != null && random.nextBoolean()) {
      tx.end(MetadataTable.MACRO, macro::equals);
    } else if (schema != null && random.nextBoolean()) {
      createMacro(schema.number("schema_id"));
    } else if (schema != null) {
      tx.insert(
          row(
              MetadataTable.VIEW,
              "view_id",
              tx.nextCatalogId,
              "view_uuid",
              new java.util.UUID(2, tx.nextCatalogId),
              "begin_snapshot",
              tx.id,
              "schema_id",
              schema.number("schema_id"),
              "view_name",
              "v" + tx.nextCatalogId++,
              "dialect",
              "duckdb",
              "sql",
              "SELECT 1"));
    }
  }

  private void createMacro(long schemaId) {
    long id = tx.nextCatalogId++;
    tx.insert(
        row(
            MetadataTable.MACRO,
            "schema_id",
            schemaId,
            "macro_id",
            id,
            "macro_name",
            "m" + id,
            "begin_snapshot",
            tx.id));
    for (long impl = 0; impl <= random.nextInt(3); impl++) {
      tx.insert(
          row(
              MetadataTable.MACRO_IMPL,
              "macro_id",
              id,
              "impl_id",
              impl,
              "dialect",
              "duckdb",
              "sql",
              "a + " + impl,
              "type",
              "scalar"));
      for (long parameter = 0; parameter < impl; parameter++) {
        tx.insert(
            row(
                MetadataTable.MACRO_PARAMETERS,
                "macro_id",
                id,
                "impl_id",
                impl,
                "column_id",
                parameter,
                "parameter_name",
                "p" + parameter,
                "parameter_type",
                "unknown",
                "default_value_type",
                "unknown"));
      }
    }
  }

  private void setOption() {
    String key = List.of("target_file_size", "data_path", "x", "y").get(random.nextInt(4));
    Row table = random.nextBoolean() && !key.equals("data_path") ? anyTable() : null;
    String value = "v" + random.nextInt(10) + "/".repeat(random.nextInt(3));
    if (random.nextInt(4) == 0) {
      tx.delete(MetadataTable.METADATA, row -> isOption(row, key, table));
    } else if (tx.update(MetadataTable.METADATA, row -> isOption(row, key, table), "value", value)
        == 0) {
      tx.insert(
          row(
              MetadataTable.METADATA,
              "key",
              key,
              "value",
              value,
              "scope",
              table == null ? null : "table",
              "scope_id",
              table == null ? null : table.number("table_id")));
    }
  }

  private static boolean isOption(Row row, String key, @Nullable Row table) {
    return key.equals(row.get("key"))
        && (table == null
            ? row.get("scope") == null
            : "table".equals(row.get("scope"))
                && row.number("scope_id") == table.number("table_id"));
  }

  private void lateStatistics() {
    Row file = anyFile();
    if (file != null) {
      tx.insert(
          tx.fileStatsRow(file.number("table_id"), file.number("data_file_id"), 2_147_483_540L));
    }
  }

  /** Expires snapshots, and what none of those that stay can see. */
  private void expire() {
    tx.delete(
        MetadataTable.SNAPSHOT,
        row -> row.number("snapshot_id") != tx.lake.head() && random.nextInt(3) == 0);
    for (Row file : tx.rows(MetadataTable.DATA_FILE, this::isInvisible)) {
      removeFile(file);
    }
    tx.delete(MetadataTable.DELETE_FILE, this::isInvisible);
    tx.delete(MetadataTable.VIEW, this::isInvisible);
    tx.delete(MetadataTable.SCHEMA, this::isInvisible);
    tx.delete(MetadataTable.TAG, this::isInvisible);
    List<Long> macros = new ArrayList<>();
    tx.rows(MetadataTable.MACRO, this::isInvisible)
        .forEach(row -> macros.add(row.number("macro_id")));
    for (MetadataTable table :
        List.of(MetadataTable.MACRO, MetadataTable.MACRO_IMPL, MetadataTable.MACRO_PARAMETERS)) {
      tx.delete(table, row -> macros.contains(row.number("macro_id")));
    }
    expireTables();
  }

  private boolean isInvisible(Row row) {
    return !row.isLive()
        && tx.rows(
                MetadataTable.SNAPSHOT,
                snapshot ->
                    snapshot.number("snapshot_id") >= row.number("begin_snapshot")
                        && snapshot.number("snapshot_id") < row.number("end_snapshot"))
            .isEmpty();
  }

  private void expireTables() {
    Set<Long> dead = new HashSet<>();
    tx.rows(MetadataTable.TABLE, row -> true).forEach(row -> dead.add(row.number("table_id")));
    tx.rows(MetadataTable.TABLE, row -> !isInvisible(row))
        .forEach(row -> dead.remove(row.number("table_id")));
    for (Row file :
        tx.rows(MetadataTable.DATA_FILE, row -> dead.contains(row.number("table_id")))) {
      removeFile(file);
    }
    for (MetadataTable table :
        List.of(
            MetadataTable.TABLE,
            MetadataTable.TABLE_STATS,
            MetadataTable.TABLE_COLUMN_STATS,
            MetadataTable.FILE_COLUMN_STATS,
            MetadataTable.PARTITION_INFO,
            MetadataTable.PARTITION_COLUMN,
            MetadataTable.COLUMN,
            MetadataTable.COLUMN_TAG,
            MetadataTable.SORT_INFO,
            MetadataTable.SORT_EXPRESSION,
            MetadataTable.SCHEMA_VERSIONS,
            MetadataTable.COLUMN_MAPPING)) {
      tx.delete(table, row -> dead.contains(row.number("table_id")));
    }
  }
}
