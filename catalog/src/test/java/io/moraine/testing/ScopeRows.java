package io.moraine.testing;

import io.moraine.model.Cursor;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a scope shows, as lists. */
public final class ScopeRows {
  private ScopeRows() {}

  /** The rows of a scan. */
  public static List<@Nullable Object[]> of(ReadScope scope, TableScan scan) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    try (Cursor cursor = scope.open(scan)) {
      while (cursor.next()) {
        rows.add(cursor.row());
      }
    }
    return rows;
  }

  /** The values of a column of whole numbers, none of them NULL. */
  public static List<Long> longs(ReadScope scope, MetadataTable table, String column) {
    return of(scope, TableScan.of(table).select(column)).stream()
        .map(row -> (Long) Objects.requireNonNull(row[0]))
        .toList();
  }

  /** The values of a column of text. */
  public static List<String> texts(ReadScope scope, MetadataTable table, String column) {
    return of(scope, TableScan.of(table).select(column)).stream()
        .map(row -> String.valueOf(row[0]))
        .toList();
  }

  /** All tables that have rows, a row a line. */
  public static Map<String, List<String>> all(ReadScope scope) {
    Map<String, List<String>> tables = new LinkedHashMap<>();
    for (MetadataTable table : MetadataTable.values()) {
      List<String> lines =
          of(scope, TableScan.of(table)).stream().map(row -> TableDumps.line(table, row)).toList();
      if (!lines.isEmpty()) {
        tables.put(table.sqlName(), lines);
      }
    }
    return tables;
  }
}
