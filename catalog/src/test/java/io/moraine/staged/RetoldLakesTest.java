package io.moraine.staged;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.keyspace.ChangelogValue;
import io.moraine.keyspace.ColumnValue;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.MetadataTable;
import io.moraine.model.RowUpdate;
import io.moraine.model.TableScan;
import io.moraine.testing.StoredRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The history of a lake that Moraine wrote is told anew by its tables: each snapshot's rows are
 * staged and committed. The records are Moraine's, byte for byte. What lies under keys that only
 * the last snapshot of many left behind, such as statistics, is made up for the ones before: that
 * Moraine touched the key, its changelogs tell.
 */
class RetoldLakesTest {
  private static final List<MetadataTable> UNVERSIONED =
      List.of(
          MetadataTable.TABLE_STATS,
          MetadataTable.TABLE_COLUMN_STATS,
          MetadataTable.FILE_COLUMN_STATS,
          MetadataTable.COLUMN_MAPPING);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "moraine/types",
        "moraine/evolution",
        "moraine/macros",
        "moraine/shop",
        "moraine/files"
      })
  void aLakeOfMoraineIsToldAnew(String fixture) {
    StoredRecords lake = StoredRecords.ofFixture(fixture);
    StoredRecords told = new Retelling(lake).tell();
    assertThat(told.all().keySet()).isEqualTo(lake.all().keySet());
    Map<String, String> differences = new TreeMap<>();
    lake.all()
        .forEach(
            (key, value) -> {
              Object actual = shown(key, Objects.requireNonNull(told.find(key)));
              if (!shown(key, value).equals(actual)) {
                differences.put(Key.decode(key).describe(), value + " is told as " + actual);
              }
            });
    assertThat(differences).isEmpty();
  }

  /** The one batch between two lakes: rows that went are deleted, rows that came inserted. */
  @ParameterizedTest
  @CsvSource({"expired-before, expired", "expired, expired-cleaned"})
  void maintenanceOfMoraineIsDoneAnew(String from, String to) {
    StoredRecords before = StoredRecords.ofFixture("moraine/" + from);
    StoredRecords after = StoredRecords.ofFixture("moraine/" + to);
    StagedRows staged = new StagedRows(before.head());
    for (MetadataTable table : MetadataTable.values()) {
      List<List<@Nullable Object>> old = Lakes.rows(before, TableScan.of(table));
      List<List<@Nullable Object>> now = Lakes.rows(after, TableScan.of(table));
      staged.delete(
          table, old.stream().filter(row -> !now.contains(row)).map(List::toArray).toList());
      if (table != MetadataTable.SCHEMA_VERSIONS) { // older files may want a row of their own
        staged.insert(
            table, now.stream().filter(row -> !old.contains(row)).map(List::toArray).toList());
      }
    }
    assertThat(Lakes.commit(before, staged).all()).isEqualTo(after.all());
  }

  private static Object shown(Bytes key, Bytes value) {
    if (key.equals(Key.Sys.FORMAT.encode())) {
      return "names its writer";
    } else if (Key.decode(key) instanceof Key.Snapshot) {
      // Rows do not say from which files a commit deleted.
      return SnapshotValue.TYPE.with(
          SnapshotValue.TYPE.decode(key, value), Map.of("deleted_data_file_ids", List.of()));
    }
    return Lakes.canonical(key, value);
  }

  private static final class Retelling {
    private final StoredRecords lake;
    private final Map<MetadataTable, List<List<@Nullable Object>>> rows = new HashMap<>();
    private StoredRecords told;

    Retelling(StoredRecords lake) {
      this.lake = lake;
      this.told = Lakes.apply(StoredRecords.of(Map.of()), Lakes.bootstrapLike(lake));
    }

    StoredRecords tell() {
      for (long id = 1; id <= lake.head(); id++) {
        StagedRows staged = new StagedRows(told.head());
        tell(staged, id);
        told = Lakes.commit(told, staged);
      }
      return told;
    }

    private void tell(StagedRows staged, long id) {
      insert(staged, MetadataTable.SNAPSHOT, id);
      for (MetadataTable table : MetadataTable.values()) {
        if (table.endSnapshotOrdinal() >= 0) {
          end(staged, table, id);
        }
      }
      for (MetadataTable table : MetadataTable.values()) {
        if (table.beginSnapshotOrdinal() >= 0) {
          insert(staged, table, id);
        }
      }
      ChangelogValue changelog = Lakes.decode(ChangelogValue.TYPE, lake, new Key.Changelog(id));
      for (Bytes key : changelog.keys()) {
        UNVERSIONED.forEach(table -> touch(staged, table, key, id));
      }
      insert(staged, MetadataTable.SNAPSHOT_CHANGES, id);
    }

    private List<List<@Nullable Object>> rows(MetadataTable table) {
      return rows.computeIfAbsent(table, each -> Lakes.rows(lake, TableScan.of(each)));
    }

    private void end(StagedRows staged, MetadataTable table, long id) {
      int end = table.endSnapshotOrdinal();
      List<RowUpdate> updates = new ArrayList<>();
      for (List<@Nullable Object> row : Lakes.rows(told, staged, TableScan.of(table))) {
        @Nullable Object[] after = row.toArray();
        after[end] = id;
        if (row.get(end) == null && rows(table).contains(Arrays.asList(after))) {
          updates.add(new RowUpdate(row, Arrays.asList(after), List.of(end)));
        }
      }
      staged.update(table, updates);
    }

    private void insert(StagedRows staged, MetadataTable table, long id) {
      int begin = Math.max(table.beginSnapshotOrdinal(), 0);
      List<@Nullable Object[]> inserted = new ArrayList<>();
      for (List<@Nullable Object> each : rows(table)) {
        if (Objects.equals(each.get(begin), id)) {
          @Nullable Object[] row = each.toArray();
          if (table.endSnapshotOrdinal() >= 0) {
            row[table.endSnapshotOrdinal()] = null;
          }
          inserted.add(table == MetadataTable.COLUMN ? withStoredType(row) : row);
        }
      }
      staged.insert(table, inserted);
      for (MetadataTable child : children(table)) {
        String idColumn = table.columns().get(table == MetadataTable.MACRO ? 1 : 0).name();
        insertChildren(staged, child, idColumn, ids(table, idColumn, inserted));
      }
    }

    /** Tables show types in DuckLake's words; records keep what was written. */
    private @Nullable Object[] withStoredType(@Nullable Object[] row) {
      MetadataTable table = MetadataTable.COLUMN;
      long tableId = Rows.longAt(table, row, "table_id");
      long columnId = Rows.longAt(table, row, "column_id");
      lake.all()
          .forEach(
              (key, value) -> {
                if (Key.decode(key) instanceof Key.Current current
                    && current.kind() == EntityKind.COLUMN
                    && current.ids().equals(List.of(tableId, columnId))) {
                  ColumnValue column = ColumnValue.TYPE.decode(key, value);
                  if (column.beginSnapshot() == Rows.longAt(table, row, "begin_snapshot")) {
                    row[table.ordinalOf("column_type")] = column.columnType();
                  }
                }
              });
      return row;
    }

    private static List<MetadataTable> children(MetadataTable parent) {
      return switch (parent) {
        case DATA_FILE -> List.of(MetadataTable.FILE_PARTITION_VALUE);
        case PARTITION_INFO -> List.of(MetadataTable.PARTITION_COLUMN);
        case SORT_INFO -> List.of(MetadataTable.SORT_EXPRESSION);
        case MACRO -> List.of(MetadataTable.MACRO_IMPL, MetadataTable.MACRO_PARAMETERS);
        default -> List.of();
      };
    }

    private static List<@Nullable Object> ids(
        MetadataTable table, String column, List<@Nullable Object[]> rows) {
      List<@Nullable Object> ids = new ArrayList<>();
      rows.forEach(row -> ids.add(row[table.ordinalOf(column)]));
      return ids;
    }

    private void insertChildren(
        StagedRows staged, MetadataTable child, String column, List<@Nullable Object> ids) {
      staged.insert(
          child,
          rows(child).stream()
              .filter(row -> ids.contains(row.get(child.ordinalOf(column))))
              .map(List::toArray)
              .toList());
    }

    /** Does to an unversioned row what the changelog of a snapshot says was done to its record. */
    private void touch(StagedRows staged, MetadataTable table, Bytes key, long id) {
      TableRules rules = TableRules.of(table);
      if (!(Key.decode(key) instanceof Key.Current current)
          || current.kind() != rules.kind().orElseThrow()) {
        return;
      }
      List<@Nullable Object[]> last =
          rows(table).stream()
              .map(List::toArray)
              .filter(row -> rules.idsOf(row).equals(current.ids()))
              .toList();
      if (isTouchedAfter(key, id)) {
        staged.insert(table, List.<@Nullable Object[]>of(madeUp(table, current.ids(), id)));
      } else if (last.isEmpty()) {
        staged.delete(table, stored(rules, current.ids()));
      } else {
        staged.insert(table, last);
        if (table == MetadataTable.COLUMN_MAPPING) {
          insertChildren(
              staged, MetadataTable.NAME_MAPPING, "mapping_id", ids(table, "mapping_id", last));
        }
      }
    }

    private List<@Nullable Object[]> stored(TableRules rules, List<Long> ids) {
      return Lakes.arrays(told, rules.table()).stream()
          .filter(row -> rules.idsOf(row).equals(ids))
          .toList();
    }

    private boolean isTouchedAfter(Bytes key, long id) {
      for (long later = id + 1; later <= lake.head(); later++) {
        if (Lakes.decode(ChangelogValue.TYPE, lake, new Key.Changelog(later))
            .keys()
            .contains(key)) {
          return true;
        }
      }
      return false;
    }

    private static @Nullable Object[] madeUp(MetadataTable table, List<Long> ids, long id) {
      @Nullable Object[] row = new @Nullable Object[table.columns().size()];
      for (int i = 0; i < row.length; i++) {
        row[i] =
            switch (table.columns().get(i).type()) {
              case BIGINT -> table.columns().get(i).name().equals("next_row_id") ? 0L : id;
              case VARCHAR -> "made up for " + id;
              default -> null;
            };
      }
      List<Integer> ordinals = TableRules.of(table).ids();
      for (int i = 0; i < ids.size(); i++) {
        row[ordinals.get(i)] = ids.get(i);
      }
      return row;
    }
  }
}
