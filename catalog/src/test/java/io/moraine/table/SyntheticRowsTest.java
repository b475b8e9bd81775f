package io.moraine.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.keyspace.ColumnValue;
import io.moraine.keyspace.DataFileValue;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.InlineKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.OptionScopeValue;
import io.moraine.keyspace.SchemaValue;
import io.moraine.keyspace.SchemaVersionValue;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.CatalogException;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import io.moraine.testing.StoredRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows that are no record, in cases that the reference lakes do not hold. */
class SyntheticRowsTest {
  private static final long HEAD = 100;

  private final Map<Bytes, Bytes> records = new HashMap<>();

  @Test
  void aSnapshotTellsOfSchemaVersionsThatHaveNoRecord() {
    putSnapshot(3, 30, 1L, 2L);
    putSnapshot(5, 50, 1L);
    putSchemaVersion(1, 3, 31);
    putSchemaVersion(2, 9, 90);
    assertThat(schemaVersions()).containsExactly("3 31 1", "5 50 1", "3 30 2", "9 90 2");
    assertThat(schemaVersions(KeyCondition.equalTo(2L))).containsExactly("3 30 2", "9 90 2");
    assertThat(schemaVersions(KeyCondition.equalTo(1L, 5L))).containsExactly("5 50 1");
  }

  @Test
  void aFileOlderThanAllRowsOfItsTableGetsOneOfTheOldestVersion() {
    putSnapshot(20, 70);
    putSchemaVersion(1, 8, 4);
    putSchemaVersion(1, 9, 5);
    putFile(1, 10, 7, null);
    putFile(1, 11, 6, 12L);
    putFile(1, 12, 8, null);
    assertThat(schemaVersions()).containsExactly("6 4 1", "8 4 1", "9 5 1");
    assertThat(schemaVersions(new KeyCondition(List.of(1L), new KeyCondition.Between(0, 7))))
        .containsExactly("6 4 1");
  }

  @Test
  void aFileNoOlderThanARowOfItsTableAddsNone() {
    putSchemaVersion(1, 6, 4);
    putFile(1, 10, 6, null);
    assertThat(schemaVersions()).containsExactly("6 4 1");
  }

  @Test
  void aFileOfATableWithoutRowsGetsTheNewestVersion() {
    putFile(4, 10, 7, null);
    putFile(2, 11, 6, null);
    putSchemaVersion(3, 1, 1);
    assertThat(schemaVersions()).containsExactly("6 0 2", "1 1 3", "7 0 4");
    putSnapshot(19, 60);
    putSnapshot(20, 70);
    assertThat(schemaVersions()).containsExactly("6 70 2", "1 1 3", "7 70 4");
  }

  @Test
  void aColumnShowsTheTagsOfTheVersionThatEndedLast() {
    putColumn(1, 1, 5L, "old");
    putColumn(1, 1, 9L, "newer");
    putColumn(1, 2, 9L, "ended");
    putColumn(1, 2, null, "live");
    TableScan scan = TableScan.of(MetadataTable.COLUMN_TAG).select("column_id", "value");
    assertThat(rows(scan, ScanOrder.STORED)).containsExactly("1 newer", "2 live");
    assertThat(rows(scan, ScanOrder.KEY_DESCENDING)).containsExactly("2 live", "1 newer");
  }

  @Test
  void optionsOfALakeWithoutAnyAreTheFixedOnes() {
    assertThat(rows(TableScan.of(MetadataTable.METADATA), ScanOrder.STORED))
        .containsExactly(
            "version 1.0 null null", "created_by moraine null null", "encrypted false null null");
  }

  @Test
  void theDataPathEndsInOneSlash() {
    for (String path : List.of("s3://b/l", "s3://b/l/", "s3://b/l///")) {
      putOptions(0, 0, "data_path", path);
      assertThat(rows(TableScan.of(MetadataTable.METADATA), ScanOrder.STORED))
          .contains("data_path s3://b/l/ null null")
          .hasSize(4);
    }
  }

  @Test
  void optionsOfAnUnknownScopeAreRefused() {
    putOptions(3, 7, "x", "y");
    assertThatThrownBy(() -> rows(TableScan.of(MetadataTable.METADATA), ScanOrder.STORED))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> assertThat(e.kind()).isEqualTo(CatalogException.Kind.CORRUPTION))
        .hasMessageContaining("current/option(scope_kind=3, scope_id=7)");
  }

  @Test
  void aDroppedInlineSchemaLeavesTheRegistry() {
    for (long version = 1; version <= 4; version++) {
      records.put(Key.Inline.of(InlineKind.SCHEMA, 7L, version).encode(), Bytes.EMPTY);
    }
    records.put(Key.Inline.of(InlineKind.SCHEMA_DROPPED, 7L, 1L).encode(), Bytes.EMPTY);
    records.put(Key.Inline.of(InlineKind.SCHEMA_DROPPED, 7L, 3L).encode(), Bytes.EMPTY);
    records.put(Key.Inline.of(InlineKind.SCHEMA_DROPPED, 8L, 2L).encode(), Bytes.EMPTY);
    TableScan scan = TableScan.of(MetadataTable.INLINED_DATA_TABLES);
    assertThat(rows(scan, ScanOrder.STORED))
        .containsExactly("7 ducklake_inlined_data_7_2 2", "7 ducklake_inlined_data_7_4 4");
    assertThat(rows(scan.where(KeyCondition.equalTo(7L, 3L)), ScanOrder.STORED)).isEmpty();
    assertThat(rows(scan.where(KeyCondition.equalTo(7L, 4L)), ScanOrder.KEY_DESCENDING)).hasSize(1);
  }

  @Test
  void textThatIsNoUuidIsRefused() {
    records.put(
        Key.Current.of(EntityKind.SCHEMA, 3L).encode(),
        SchemaValue.TYPE.encode(
            new SchemaValue(3, "1-1-1-1-1", 0, null, "s", "s/", true, Bytes.EMPTY)));
    assertThatThrownBy(() -> rows(TableScan.of(MetadataTable.SCHEMA), ScanOrder.STORED))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("current/schema(schema_id=3)")
        .hasMessageContaining("schema_uuid holds \"1-1-1-1-1\"");
  }

  /** The rows as text, after the same was found in both directions. */
  private List<String> schemaVersions(KeyCondition... condition) {
    TableScan scan = TableScan.of(MetadataTable.SCHEMA_VERSIONS);
    if (condition.length > 0) {
      scan = scan.where(condition[0]);
    }
    List<String> stored = rows(scan, ScanOrder.STORED);
    List<String> reversed = new ArrayList<>(stored);
    Collections.reverse(reversed);
    assertThat(rows(scan, ScanOrder.KEY_DESCENDING)).isEqualTo(reversed);
    return stored;
  }

  private List<String> rows(TableScan scan, ScanOrder order) {
    TableScan ordered =
        new TableScan(
            scan.table(),
            scan.projection(),
            scan.key(),
            scan.asOf(),
            scan.endedAfter(),
            order,
            scan.limit());
    List<String> rows = new ArrayList<>();
    try (RowIterator iterator =
        MetadataTables.open(StoredRecords.of(records), ordered, HEAD, () -> {})) {
      while (iterator.next()) {
        rows.add(String.join(" ", Arrays.stream(iterator.row()).map(String::valueOf).toList()));
      }
    }
    return rows;
  }

  private void putSnapshot(long id, long schemaVersion, Long... changedTables) {
    records.put(
        new Key.Snapshot(id).encode(),
        SnapshotValue.TYPE.encode(
            new SnapshotValue(
                id,
                0,
                schemaVersion,
                1,
                1,
                "",
                null,
                null,
                null,
                List.of(changedTables),
                List.of(),
                Bytes.EMPTY)));
  }

  private void putSchemaVersion(long tableId, long begin, long version) {
    records.put(
        new Key.SchemaVersion(tableId, begin).encode(),
        SchemaVersionValue.TYPE.encode(new SchemaVersionValue(version, Bytes.EMPTY)));
  }

  private void putFile(long tableId, long id, long begin, @Nullable Long end) {
    DataFileValue file =
        new DataFileValue(
            id,
            tableId,
            begin,
            end,
            null,
            "f",
            true,
            "parquet",
            1,
            1,
            1,
            null,
            null,
            null,
            null,
            null,
            List.of(),
            Bytes.EMPTY);
    records.put(key(EntityKind.FILE, tableId, id, end), DataFileValue.TYPE.encode(file));
  }

  private void putColumn(long tableId, long id, @Nullable Long end, String tag) {
    ColumnValue column =
        new ColumnValue(
            id,
            1,
            end,
            tableId,
            id,
            "c",
            "int64",
            null,
            null,
            true,
            null,
            null,
            null,
            List.of(new ColumnValue.Tag(1, null, "comment", tag, Bytes.EMPTY)),
            Bytes.EMPTY);
    records.put(key(EntityKind.COLUMN, tableId, id, end), ColumnValue.TYPE.encode(column));
  }

  private void putOptions(long kind, long id, String name, String value) {
    records.put(
        Key.Current.of(EntityKind.OPTION, kind, id).encode(),
        OptionScopeValue.TYPE.encode(
            new OptionScopeValue(
                List.of(new OptionScopeValue.Option(name, value, Bytes.EMPTY)), Bytes.EMPTY)));
  }

  private static Bytes key(EntityKind kind, long tableId, long id, @Nullable Long end) {
    return end == null
        ? Key.Current.of(kind, tableId, id).encode()
        : new Key.History(kind, List.of(tableId, id), end).encode();
  }
}
