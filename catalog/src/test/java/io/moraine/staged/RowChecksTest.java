package io.moraine.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.ColumnType;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import io.moraine.staged.Tx.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Which rows are refused when they are staged, and which columns may be NULL. */
class RowChecksTest {
  /** The columns that records can leave out; a tag without a value is none. */
  private static final Map<MetadataTable, Set<String>> NULLABLE =
      Map.ofEntries(
          Map.entry(
              MetadataTable.SNAPSHOT_CHANGES,
              Set.of("author", "commit_message", "commit_extra_info")),
          Map.entry(MetadataTable.SCHEMA, Set.of("end_snapshot")),
          Map.entry(MetadataTable.TABLE, Set.of("end_snapshot")),
          Map.entry(MetadataTable.VIEW, Set.of("end_snapshot", "column_aliases")),
          Map.entry(
              MetadataTable.COLUMN,
              Set.of(
                  "end_snapshot",
                  "initial_default",
                  "default_value",
                  "parent_column",
                  "default_value_type",
                  "default_value_dialect")),
          Map.entry(
              MetadataTable.DATA_FILE,
              Set.of(
                  "end_snapshot",
                  "file_order",
                  "row_id_start",
                  "partition_id",
                  "encryption_key",
                  "mapping_id",
                  "partial_max")),
          Map.entry(
              MetadataTable.DELETE_FILE, Set.of("end_snapshot", "encryption_key", "partial_max")),
          Map.entry(
              MetadataTable.TABLE_COLUMN_STATS,
              Set.of("contains_null", "contains_nan", "min_value", "max_value", "extra_stats")),
          Map.entry(
              MetadataTable.FILE_COLUMN_STATS,
              Set.of("min_value", "max_value", "contains_nan", "extra_stats")),
          Map.entry(MetadataTable.TAG, Set.of("end_snapshot", "value")),
          Map.entry(MetadataTable.COLUMN_TAG, Set.of("end_snapshot", "value")),
          Map.entry(MetadataTable.MACRO, Set.of("end_snapshot")),
          Map.entry(MetadataTable.MACRO_PARAMETERS, Set.of("default_value")),
          Map.entry(MetadataTable.PARTITION_INFO, Set.of("end_snapshot")),
          Map.entry(MetadataTable.NAME_MAPPING, Set.of("parent_column")),
          Map.entry(MetadataTable.SORT_INFO, Set.of("end_snapshot")),
          Map.entry(MetadataTable.METADATA, Set.of()));

  private final StagedRows staged = new StagedRows(0);

  private static Row sample(MetadataTable table) {
    @Nullable Object[] row = new @Nullable Object[table.columns().size()];
    for (int i = 0; i < row.length; i++) {
      row[i] =
          switch (table.columns().get(i).type()) {
            case BIGINT, TIMESTAMPTZ -> 7L + i;
            case BOOLEAN -> true;
            case UUID -> new UUID(0, i);
            case VARCHAR -> table.columns().get(i).name().equals("scope") ? "table" : "text " + i;
          };
    }
    return new Row(table, java.util.Arrays.asList(row));
  }

  private void insert(Row row) {
    staged.insert(row.table(), List.<@Nullable Object[]>of(row.values().toArray()));
  }

  private void assertRefused(Kind kind, String text, Row row) {
    int before = staged.size();
    assertThatThrownBy(
            () ->
                staged.insert(
                    row.table(),
                    List.<@Nullable Object[]>of(
                        sample(row.table()).values().toArray(), row.values().toArray())))
        .isInstanceOfSatisfying(CatalogException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageStartingWith(row.table().sqlName() + ": ")
        .hasMessageContaining(text);
    assertThat(staged.size()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"INLINED_DATA_TABLES", "FILE_VARIANT_STATS"})
  void aNullThatNoRecordCanHoldIsRefusedByTheColumnsName(MetadataTable table) {
    Set<String> accepted = new TreeSet<>();
    for (MetadataColumn column : table.columns()) {
      Row row = sample(table).with(column.name(), null);
      if (NULLABLE.getOrDefault(table, Set.of()).contains(column.name())) {
        insert(row);
        accepted.add(column.name());
        staged.truncate(0);
      } else {
        String text =
            table == MetadataTable.METADATA && column.name().startsWith("scope")
                ? "scope"
                : column.name() + " is NULL, which no record can hold";
        assertRefused(Kind.CONSTRAINT, text, row);
      }
    }
    assertThat(accepted).isEqualTo(new TreeSet<>(NULLABLE.getOrDefault(table, Set.of())));
  }

  @ParameterizedTest
  @EnumSource(MetadataTable.class)
  void aValueOfAnotherClassIsRefused(MetadataTable table) {
    if (table == MetadataTable.INLINED_DATA_TABLES || table == MetadataTable.FILE_VARIANT_STATS) {
      assertRefused(Kind.UNSUPPORTED, "", sample(table));
      return;
    }
    for (MetadataColumn column : table.columns()) {
      assertRefused(
          Kind.CONSTRAINT, column.name() + " holds", sample(table).with(column.name(), 'x'));
      if (column.type() == ColumnType.BIGINT) {
        assertRefused(
            Kind.CONSTRAINT,
            column.name() + " is -1, below zero",
            sample(table).with(column.name(), -1L));
        assertRefused(
            Kind.CONSTRAINT, column.name() + " holds", sample(table).with(column.name(), 1));
      }
    }
  }

  @Test
  void aRowOfAnotherWidthIsRefused() {
    assertThatThrownBy(
            () ->
                staged.insert(MetadataTable.SCHEMA, List.<@Nullable Object[]>of(new Object[] {1L})))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("a row has 7 columns, not 1");
  }

  @Test
  void textsThatAreTooLongOrNoTextAreRefused() {
    Row row = sample(MetadataTable.TABLE);
    insert(row.with("table_name", "é".repeat(RowChecks.MAX_NAME_BYTES / 2)));
    staged.truncate(0);
    assertRefused(
        Kind.CONSTRAINT,
        "table_name is longer than 65535 bytes",
        row.with("table_name", "é".repeat(RowChecks.MAX_NAME_BYTES / 2 + 1)));
    assertRefused(
        Kind.CONSTRAINT,
        "sql is longer than",
        sample(MetadataTable.VIEW).with("sql", "x".repeat(RowChecks.MAX_TEXT_BYTES + 1)));
    assertRefused(
        Kind.CONSTRAINT, "no valid Unicode", row.with("table_name", "half a pair \ud83d"));
  }

  @Test
  void variantColumnsAreNotWritten() {
    for (String type : List.of("variant", "VARIANT")) {
      assertRefused(
          Kind.UNSUPPORTED, "VARIANT", sample(MetadataTable.COLUMN).with("column_type", type));
    }
  }

  @Test
  void optionsThatEveryLakeShowsAreNotStored() {
    Row global = sample(MetadataTable.METADATA).with("scope", null, "scope_id", null);
    for (String key : List.of("version", "created_by")) {
      assertRefused(Kind.CONSTRAINT, "same in every lake", global.with("key", key));
      assertThatThrownBy(
              () ->
                  staged.delete(
                      MetadataTable.METADATA,
                      List.<@Nullable Object[]>of(global.with("key", key).values().toArray())))
          .hasMessageContaining("stand in every lake");
    }
    assertRefused(Kind.CONSTRAINT, "true or false", global.with("key", "encrypted", "value", "No"));
    insert(global.with("key", "encrypted", "value", "true"));
    insert(sample(MetadataTable.METADATA).with("key", "version"));
    assertRefused(
        Kind.CONSTRAINT,
        "scope is NULL, schema or table",
        global.with("scope", "view", "scope_id", 1L));
  }

  @Test
  void tablesOfInlinedRowsAreNotDropped() {
    assertThatThrownBy(
            () ->
                staged.delete(
                    MetadataTable.INLINED_DATA_TABLES,
                    List.<@Nullable Object[]>of(
                        sample(MetadataTable.INLINED_DATA_TABLES).values().toArray())))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED));
    staged.delete(MetadataTable.INLINED_DATA_TABLES, List.of());
    staged.delete(MetadataTable.FILE_VARIANT_STATS, List.of());
    assertThat(staged.size()).isZero();
  }

  @Test
  void aTransactionHasItsLimit() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long i = 0; i < StagedRows.MAX_OPERATIONS; i++) {
      rows.add(sample(MetadataTable.TABLE_STATS).with("table_id", i).values().toArray());
    }
    staged.insert(MetadataTable.TABLE_STATS, rows);
    assertRefused(Kind.EXHAUSTED, sample(MetadataTable.TABLE_STATS));
    staged.truncate(StagedRows.MAX_OPERATIONS - 1);
    insert(sample(MetadataTable.TABLE_STATS));
  }

  private void assertRefused(Kind kind, Row row) {
    assertThatThrownBy(() -> insert(row))
        .isInstanceOfSatisfying(CatalogException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageContaining("at most 100000 operations");
    assertThat(staged.size()).isEqualTo(StagedRows.MAX_OPERATIONS);
  }

  @Test
  void everyColumnNamedHereExists() {
    Map<MetadataTable, Set<String>> unknown = new TreeMap<>();
    NULLABLE.forEach(
        (table, columns) -> {
          if (columns.stream().anyMatch(column -> table.ordinalOf(column) < 0)) {
            unknown.put(table, columns);
          }
        });
    assertThat(unknown).isEmpty();
  }
}
