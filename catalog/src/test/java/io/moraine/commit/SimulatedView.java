package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CommitPosition;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.testing.ScopeRows;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a scope shows of the simulated commits. Each left its label as the message of its snapshot
 * and in the row that it made, so the tables of a scope must agree with each other.
 *
 * @param labels by snapshot id, from the first that was not expired
 * @param option the value of the option, "" for none
 */
record SimulatedView(CommitPosition position, Map<Long, String> labels, String option) {
  static final String OPTION = "target_file_size";
  static final long TABLE = 1;

  /** All that {@code scope} shows. */
  static SimulatedView of(ReadScope scope) {
    TreeMap<Long, String> labels = new TreeMap<>();
    for (@Nullable Object[] row :
        ScopeRows.of(
            scope,
            TableScan.of(MetadataTable.SNAPSHOT_CHANGES).select("snapshot_id", "commit_message"))) {
      labels.put(number(row[0]), Objects.requireNonNullElse(row[1], "").toString());
    }
    SimulatedView view = new SimulatedView(scope.position(), labels, option(scope));
    view.check(scope, labels);
    return view;
  }

  private void check(ReadScope scope, TreeMap<Long, String> all) {
    assertThat(all.lastKey()).as("the newest snapshot").isEqualTo(position.snapshotId());
    assertThat(all.lastKey() - all.firstKey() + 1).as("snapshots are dense").isEqualTo(all.size());
    Map<Long, String> files =
        column(scope, MetadataTable.DATA_FILE, "begin_snapshot", "path", all.firstKey());
    assertThat(files).as("files").isEqualTo(of(SimulatedKind::isFile));
    assertThat(column(scope, MetadataTable.TABLE, "begin_snapshot", "table_name", all.firstKey()))
        .as("tables")
        .isEqualTo(of(label -> SimulatedKind.TABLE.made(label) || label.equals("t")));
    assertThat(column(scope, MetadataTable.TABLE, "end_snapshot", "table_id", all.firstKey()))
        .as("dropped tables")
        .containsOnlyKeys(of(SimulatedKind.DROP::made).keySet());
    assertThat(column(scope, MetadataTable.TAG, "begin_snapshot", "value", all.firstKey()))
        .as("tags")
        .isEqualTo(of(SimulatedKind.TAG::made));
    long records = ScopeRows.longs(scope, MetadataTable.DATA_FILE, "record_count").size();
    assertThat(recordCount(scope)).as("records counted").isEqualTo(records);
  }

  private static long recordCount(ReadScope scope) {
    return ScopeRows.of(
            scope,
            TableScan.of(MetadataTable.TABLE_STATS)
                .select("record_count")
                .where(KeyCondition.equalTo(TABLE)))
        .stream()
        .mapToLong(row -> number(row[0]))
        .sum();
  }

  private Map<Long, String> of(Predicate<String> kind) {
    Map<Long, String> some = new TreeMap<>(labels);
    some.values().removeIf(kind.negate());
    return some;
  }

  private static Map<Long, String> column(
      ReadScope scope, MetadataTable table, String snapshot, String column, long from) {
    Map<Long, String> found = new TreeMap<>();
    for (@Nullable Object[] row :
        ScopeRows.of(scope, TableScan.of(table).select(snapshot, column))) {
      if (row[0] != null && number(row[0]) >= from) {
        found.put(number(row[0]), String.valueOf(row[1]));
      }
    }
    return found;
  }

  private static String option(ReadScope scope) {
    return ScopeRows.of(scope, TableScan.of(MetadataTable.METADATA)).stream()
        .filter(row -> OPTION.equals(row[0]))
        .map(row -> String.valueOf(row[1]))
        .findFirst()
        .orElse("");
  }

  private static long number(@Nullable Object value) {
    return (Long) Objects.requireNonNull(value);
  }
}
