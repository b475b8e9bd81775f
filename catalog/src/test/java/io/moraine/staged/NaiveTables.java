package io.moraine.staged;

import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import io.moraine.table.RowEncoder;
import io.moraine.testing.StoredRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a transaction shows, by the plainest means: lists of rows that its statements change. */
final class NaiveTables {
  private final Map<MetadataTable, List<List<@Nullable Object>>> tables =
      new EnumMap<>(MetadataTable.class);

  private NaiveTables() {}

  static NaiveTables of(StoredRecords lake) {
    NaiveTables naive = new NaiveTables();
    for (MetadataTable table : MetadataTable.values()) {
      naive.tables.put(table, Lakes.rows(lake, TableScan.of(table)));
    }
    return naive;
  }

  NaiveTables copy() {
    NaiveTables copy = new NaiveTables();
    tables.forEach((table, rows) -> copy.tables.put(table, new ArrayList<>(rows)));
    return copy;
  }

  List<List<@Nullable Object>> rows(MetadataTable table) {
    return Objects.requireNonNull(tables.get(table));
  }

  void insert(MetadataTable table, @Nullable Object[] row) {
    if (TableRules.of(table).form() == TableRules.Form.TAG
        && row[table.ordinalOf("value")] == null) {
      return;
    }
    if (TableRules.of(table).replaces()) {
      rows(table).removeIf(other -> identity(table, other).equals(identity(table, list(row))));
    }
    rows(table).add(list(RowEncoder.shown(table, row)));
  }

  void delete(MetadataTable table, List<@Nullable Object> row) {
    rows(table).remove(row);
    if (table == MetadataTable.SNAPSHOT) {
      rows(MetadataTable.SNAPSHOT_CHANGES).removeIf(other -> other.get(0).equals(row.get(0)));
    }
  }

  void update(MetadataTable table, List<@Nullable Object> before, List<@Nullable Object> after) {
    int place = rows(table).indexOf(before);
    if (TableRules.of(table).replaces()) {
      rows(table).remove(place);
      insert(table, after.toArray());
    } else if (table.endSnapshotOrdinal() >= 0
        && Objects.equals(
            after.get(table.beginSnapshotOrdinal()), after.get(table.endSnapshotOrdinal()))) {
      rows(table).remove(place);
    } else {
      rows(table).set(place, after);
    }
  }

  private static List<@Nullable Object> identity(MetadataTable table, List<@Nullable Object> row) {
    return TableRules.of(table).identityOf(row.toArray());
  }

  private static List<@Nullable Object> list(@Nullable Object[] row) {
    return Collections.unmodifiableList(Arrays.asList(row.clone()));
  }

  /** What a scan shows. */
  List<List<@Nullable Object>> rows(TableScan scan) {
    MetadataTable table = scan.table();
    List<List<@Nullable Object>> rows =
        new ArrayList<>(
            rows(table).stream()
                .filter(row -> matches(scan.key(), ids(table, row)))
                .filter(row -> scan.asOf().isEmpty() || sees(table, row, scan.asOf().getAsLong()))
                .toList());
    if (scan.order() != ScanOrder.STORED) {
      rows.sort(Comparator.comparing(row -> ids(table, row), NaiveTables::compare));
    }
    if (scan.order() == ScanOrder.KEY_DESCENDING) {
      Collections.reverse(rows);
    }
    List<List<@Nullable Object>> projected = new ArrayList<>();
    rows.stream()
        .limit(scan.limit())
        .forEach(row -> projected.add(TableRules.valuesAt(scan.projection(), row.toArray())));
    return projected;
  }

  private static boolean matches(KeyCondition condition, List<Long> ids) {
    int fixed = condition.prefix().size();
    if (!ids.subList(0, fixed).equals(condition.prefix())) {
      return false;
    }
    if (condition.next() instanceof KeyCondition.OneOf oneOf) {
      return oneOf.values().contains(ids.get(fixed));
    } else if (condition.next() instanceof KeyCondition.Between between) {
      return between.fromInclusive() <= ids.get(fixed) && ids.get(fixed) <= between.toInclusive();
    }
    return true;
  }

  private static boolean sees(MetadataTable table, List<@Nullable Object> row, long snapshot) {
    if (table == MetadataTable.SNAPSHOT || table == MetadataTable.SNAPSHOT_CHANGES) {
      return row.get(0) instanceof Long id && id <= snapshot;
    }
    int begin = table.beginSnapshotOrdinal();
    int end = table.endSnapshotOrdinal();
    return begin < 0
        || (row.get(begin) instanceof Long from
            && from <= snapshot
            && (end < 0 || !(row.get(end) instanceof Long to && to <= snapshot)));
  }

  private static List<Long> ids(MetadataTable table, List<@Nullable Object> row) {
    return table.keyColumns().stream().map(ordinal -> (Long) row.get(ordinal)).toList();
  }

  private static int compare(List<Long> one, List<Long> other) {
    for (int i = 0; i < one.size(); i++) {
      int order = Long.compare(one.get(i), other.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
