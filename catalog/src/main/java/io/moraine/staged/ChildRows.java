package io.moraine.staged;

import io.moraine.model.MetadataTable;
import io.moraine.table.RowEncoder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Staged rows that lie inside of records. Each goes into a record that the same commit writes,
 * sorted by its index there; none may be left over.
 */
final class ChildRows {
  private final Map<MetadataTable, Map<List<Long>, List<@Nullable Object[]>>> byParent =
      new HashMap<>();

  /** The children that a transaction staged. */
  ChildRows(StagedTables tables) {
    gather(tables, MetadataTable.FILE_PARTITION_VALUE, "table_id", "data_file_id");
    gather(tables, MetadataTable.PARTITION_COLUMN, "table_id", "partition_id");
    gather(tables, MetadataTable.SORT_EXPRESSION, "table_id", "sort_id");
    gather(tables, MetadataTable.MACRO_IMPL, "macro_id");
    gather(tables, MetadataTable.MACRO_PARAMETERS, "macro_id", "impl_id");
    gather(tables, MetadataTable.NAME_MAPPING, "mapping_id");
  }

  private void gather(StagedTables tables, MetadataTable child, String... parent) {
    Map<List<Long>, List<@Nullable Object[]>> groups = new LinkedHashMap<>();
    for (@Nullable Object[] row : tables.added(child)) {
      List<Long> ids = new ArrayList<>();
      for (String column : parent) {
        ids.add(Rows.longAt(child, row, column));
      }
      groups.computeIfAbsent(ids, none -> new ArrayList<>()).add(row);
    }
    byParent.put(child, groups);
  }

  /**
   * The fields of a new record that hold its children, by name. Each child is given once.
   *
   * @param table of the record
   * @param ids of the record
   */
  Map<String, List<Record>> take(MetadataTable table, List<Long> ids) {
    return switch (table) {
      case DATA_FILE ->
          Map.of(
              "partition_values",
              take(MetadataTable.FILE_PARTITION_VALUE, ids, "partition_key_index"));
      case PARTITION_INFO ->
          Map.of("columns", take(MetadataTable.PARTITION_COLUMN, ids, "partition_key_index"));
      case SORT_INFO ->
          Map.of("expressions", take(MetadataTable.SORT_EXPRESSION, ids, "sort_key_index"));
      case MACRO -> Map.of("implementations", implementations(ids.get(0)));
      case COLUMN_MAPPING -> Map.of("name_mappings", nameMappings(ids.get(1)));
      default -> Map.of();
    };
  }

  private List<Record> take(MetadataTable child, List<Long> parent, String index) {
    List<Record> records = new ArrayList<>();
    for (@Nullable Object[] row : takeRows(child, parent, index)) {
      records.add(RowEncoder.of(child).encode(row, null));
    }
    return records;
  }

  private List<@Nullable Object[]> takeRows(MetadataTable child, List<Long> parent, String index) {
    List<@Nullable Object[]> rows = groups(child).remove(parent);
    if (rows == null) {
      return List.of();
    }
    List<@Nullable Object[]> sorted = new ArrayList<>(rows);
    sorted.sort(Comparator.comparingLong(row -> Rows.longAt(child, row, index)));
    return sorted;
  }

  private Map<List<Long>, List<@Nullable Object[]>> groups(MetadataTable child) {
    return java.util.Objects.requireNonNull(byParent.get(child));
  }

  private List<Record> implementations(long macroId) {
    List<@Nullable Object[]> rows = takeRows(MetadataTable.MACRO_IMPL, List.of(macroId), "impl_id");
    if (rows.isEmpty()) {
      throw Refusals.constraint(MetadataTable.MACRO, "macro " + macroId + " has no implementation");
    }
    List<Record> records = new ArrayList<>();
    for (@Nullable Object[] row : rows) {
      checkNext(MetadataTable.MACRO_IMPL, row, "impl_id", records.size());
      if (!Rows.same(row, rows.get(0), MetadataTable.MACRO_IMPL.ordinalOf("type"))) {
        throw Refusals.constraint(
            MetadataTable.MACRO_IMPL, "macro " + macroId + " has implementations of two types");
      }
      records.add(implementation(macroId, records.size(), row));
    }
    return records;
  }

  private Record implementation(long macroId, long implId, @Nullable Object[] row) {
    List<Record> parameters = new ArrayList<>();
    MetadataTable table = MetadataTable.MACRO_PARAMETERS;
    for (@Nullable Object[] parameter : takeRows(table, List.of(macroId, implId), "column_id")) {
      checkNext(table, parameter, "column_id", parameters.size());
      parameters.add(RowEncoder.of(table).encode(parameter, null));
    }
    RowEncoder encoder = RowEncoder.of(MetadataTable.MACRO_IMPL);
    return encoder.type().with(encoder.encode(row, null), Map.of("parameters", parameters));
  }

  private static void checkNext(
      MetadataTable table, @Nullable Object[] row, String column, int expected) {
    if (Rows.longAt(table, row, column) != expected) {
      throw Refusals.constraint(
          table,
          column
              + " of macro "
              + Rows.longAt(table, row, "macro_id")
              + " counts up from 0; there is "
              + Rows.longAt(table, row, column)
              + " where "
              + expected
              + " is due");
    }
  }

  private List<Record> nameMappings(long mappingId) {
    MetadataTable table = MetadataTable.NAME_MAPPING;
    List<Record> records = new ArrayList<>();
    for (@Nullable Object[] row : takeRows(table, List.of(mappingId), "column_id")) {
      if (row[table.ordinalOf("parent_column")] instanceof Long parent
          && parent >= Rows.longAt(table, row, "column_id")) {
        throw Refusals.constraint(
            table, "parent_column of mapping " + mappingId + " is not less than column_id");
      }
      records.add(RowEncoder.of(table).encode(row, null));
    }
    if (records.isEmpty()) {
      throw Refusals.constraint(
          MetadataTable.COLUMN_MAPPING, "mapping " + mappingId + " maps no name");
    }
    return records;
  }

  /** Checks that no child is without a parent. */
  void checkAllTaken() {
    byParent.forEach(
        (child, groups) -> {
          if (!groups.isEmpty()) {
            throw Refusals.constraint(
                child,
                "rows of "
                    + groups.keySet().iterator().next()
                    + " belong to nothing that the same commit inserts");
          }
        });
  }

  /** Checks that the records around stored children that were deleted go too. */
  static void checkRemoved(StagedTables tables) {
    for (MetadataTable child : MetadataTable.values()) {
      if (TableRules.of(child).form() == TableRules.Form.CHILD) {
        checkRemoved(tables, child);
      }
    }
  }

  private static void checkRemoved(StagedTables tables, MetadataTable child) {
    List<@Nullable Object[]> removed = tables.removed(child);
    if (removed.isEmpty()) {
      return;
    }
    MetadataTable parent = parentOf(child);
    List<String> ids = idsOfParent(child);
    Set<List<@Nullable Object>> gone = new HashSet<>();
    for (@Nullable Object[] row : tables.removed(parent)) {
      gone.add(values(parent, ids, row));
    }
    for (@Nullable Object[] row : removed) {
      if (!gone.contains(values(child, ids, row))) {
        throw Refusals.constraint(
            child,
            "rows of "
                + values(child, ids, row)
                + " go with their "
                + parent.sqlName()
                + ", which stays");
      }
    }
  }

  private static List<@Nullable Object> values(
      MetadataTable table, List<String> columns, @Nullable Object[] row) {
    return TableRules.valuesAt(columns.stream().map(table::ordinalOf).toList(), row);
  }

  private static MetadataTable parentOf(MetadataTable child) {
    return switch (child) {
      case FILE_PARTITION_VALUE -> MetadataTable.DATA_FILE;
      case FILE_VARIANT_STATS -> MetadataTable.FILE_COLUMN_STATS;
      case PARTITION_COLUMN -> MetadataTable.PARTITION_INFO;
      case SORT_EXPRESSION -> MetadataTable.SORT_INFO;
      case MACRO_IMPL, MACRO_PARAMETERS -> MetadataTable.MACRO;
      case NAME_MAPPING -> MetadataTable.COLUMN_MAPPING;
      default -> throw new IllegalArgumentException(child + " is no table of children");
    };
  }

  private static List<String> idsOfParent(MetadataTable child) {
    return child == MetadataTable.NAME_MAPPING
        ? List.of("mapping_id")
        : TableRules.of(child).kind().orElseThrow().idNames();
  }
}
