package io.moraine.staged;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.MetadataTable;
import io.moraine.model.RowUpdate;
import io.moraine.model.TableScan;
import io.moraine.staged.TableRules.Form;
import io.moraine.testing.Fixtures;
import io.moraine.testing.StoredRecords;
import io.moraine.testing.TableDumps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every snapshot of a lake that DuckLake wrote into a DuckDB file, some 145 of them, is committed
 * here by its rows. The tables are DuckLake's then.
 */
class DuckLakeHistoryTest {
  /** Has a VARIANT column, which cannot be stored. */
  private static final long VARIANT_TABLE = 8;

  /** Names of options that every lake shows in its own way. */
  private static final Set<String> FIXED =
      Set.of("version", "created_by", "encrypted", "data_path");

  private final Map<MetadataTable, List<List<@Nullable Object>>> expected = expected();
  private StoredRecords lake =
      Lakes.apply(
          StoredRecords.of(Map.of()),
          Bootstrap.batch(
              Instant.EPOCH,
              (UUID) Objects.requireNonNull(rows(MetadataTable.SCHEMA).get(0).get(1)),
              Optional.of("data/"),
              "false"));

  private static Map<MetadataTable, List<List<@Nullable Object>>> expected() {
    Map<MetadataTable, List<List<@Nullable Object>>> expected = new EnumMap<>(MetadataTable.class);
    for (MetadataTable table : MetadataTable.values()) {
      expected.put(
          table,
          TableDumps.rows(Fixtures.folder("ducklake/duckdb/tables"), table).stream()
              .filter(row -> canBeStored(table, row))
              .toList());
    }
    return expected;
  }

  private static boolean canBeStored(MetadataTable table, List<@Nullable Object> row) {
    int tableId = table.ordinalOf("table_id");
    return table != MetadataTable.FILE_VARIANT_STATS
        && TableRules.of(table).form() != Form.REGISTRY
        && (tableId < 0 || !Objects.equals(row.get(tableId), VARIANT_TABLE))
        && (table != MetadataTable.FILE_PARTITION_VALUE || row.get(3) != null)
        && (TableRules.of(table).form() != Form.TAG || row.get(row.size() - 1) != null)
        && (table != MetadataTable.METADATA || !FIXED.contains(String.valueOf(row.get(0))));
  }

  private List<List<@Nullable Object>> rows(MetadataTable table) {
    return Objects.requireNonNull(expected.get(table));
  }

  @Test
  void theTablesOfAToldLakeAreDuckLakes() {
    for (long id = 1; id < rows(MetadataTable.SNAPSHOT).size(); id++) {
      StagedRows staged = new StagedRows(id - 1);
      tell(staged, id);
      lake = Lakes.commit(lake, staged);
    }
    for (MetadataTable table : MetadataTable.values()) {
      assertThat(
              Lakes.rows(lake, TableScan.of(table)).stream()
                  .filter(row -> canBeStored(table, row))
                  .map(row -> normalized(table, row)))
          .as(table.sqlName())
          .containsExactlyInAnyOrderElementsOf(
              rows(table).stream().map(row -> normalized(table, row)).toList());
    }
  }

  /** Snapshot 0 is of the moment at which a lake is created. */
  private static List<@Nullable Object> normalized(
      MetadataTable table, List<@Nullable Object> row) {
    return table == MetadataTable.SNAPSHOT && Long.valueOf(0).equals(row.get(0))
        ? List.of(0L)
        : row;
  }

  private void tell(StagedRows staged, long id) {
    for (MetadataTable table : MetadataTable.values()) {
      int end = table.endSnapshotOrdinal();
      if (end >= 0) {
        end(staged, table, id);
      }
    }
    for (MetadataTable table : MetadataTable.values()) {
      List<@Nullable Object[]> rows = new ArrayList<>();
      for (List<@Nullable Object> row : rows(table)) {
        if (commitOf(table, row) == id) {
          rows.add(asInserted(table, row, id));
        }
      }
      staged.insert(table, rows);
    }
  }

  private void end(StagedRows staged, MetadataTable table, long id) {
    int end = table.endSnapshotOrdinal();
    List<RowUpdate> updates = new ArrayList<>();
    for (List<@Nullable Object> row : Lakes.rows(lake, staged, TableScan.of(table))) {
      @Nullable Object[] after = row.toArray();
      after[end] = id;
      if (row.get(end) == null && rows(table).contains(Arrays.asList(after))) {
        updates.add(new RowUpdate(row, Arrays.asList(after), List.of(end)));
      }
    }
    staged.update(table, updates);
  }

  private static @Nullable Object[] asInserted(
      MetadataTable table, List<@Nullable Object> row, long id) {
    @Nullable Object[] inserted = row.toArray();
    int end = table.endSnapshotOrdinal();
    if (end >= 0 && !Objects.equals(inserted[end], id)) {
      inserted[end] = null;
    }
    return inserted;
  }

  /** The snapshot by which a row was committed, or one by which it may have been. */
  private long commitOf(MetadataTable table, List<@Nullable Object> row) {
    return switch (table) {
      case DATA_FILE, DELETE_FILE, FILE_COLUMN_STATS, FILE_PARTITION_VALUE, NAME_MAPPING ->
          handedOutBy((Long) Objects.requireNonNull(row.get(0)));
      case COLUMN_MAPPING -> handedOutBy((Long) Objects.requireNonNull(row.get(0)));
      case TABLE_STATS, TABLE_COLUMN_STATS -> beginOf(MetadataTable.TABLE, 0, row.get(0));
      case PARTITION_COLUMN -> beginOf(MetadataTable.PARTITION_INFO, 0, row.get(0));
      case SORT_EXPRESSION -> beginOf(MetadataTable.SORT_INFO, 0, row.get(0));
      case MACRO_IMPL, MACRO_PARAMETERS -> beginOf(MetadataTable.MACRO, 1, row.get(0));
      case FILES_SCHEDULED_FOR_DELETION, METADATA -> rows(MetadataTable.SNAPSHOT).size() - 1;
      default -> (Long) Objects.requireNonNull(row.get(Math.max(table.beginSnapshotOrdinal(), 0)));
    };
  }

  private long handedOutBy(long fileId) {
    return rows(MetadataTable.SNAPSHOT).stream()
        .filter(row -> (Long) Objects.requireNonNull(row.get(4)) > fileId)
        .mapToLong(row -> (Long) Objects.requireNonNull(row.get(0)))
        .min()
        .orElseThrow();
  }

  private long beginOf(MetadataTable table, int idOrdinal, @Nullable Object id) {
    return rows(table).stream()
        .filter(row -> Objects.equals(row.get(idOrdinal), id))
        .mapToLong(row -> (Long) Objects.requireNonNull(row.get(table.beginSnapshotOrdinal())))
        .min()
        .orElseThrow();
  }
}
