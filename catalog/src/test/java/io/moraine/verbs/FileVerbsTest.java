package io.moraine.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.IndexValue;
import io.moraine.keyspace.InlineChunkValue;
import io.moraine.keyspace.InlineKind;
import io.moraine.keyspace.Key;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.ColumnStatistics;
import io.moraine.model.MetadataTable;
import io.moraine.model.NameMap;
import io.moraine.model.NewColumn;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewDeleteFile;
import io.moraine.model.NewTable;
import io.moraine.model.OptionScope;
import io.moraine.model.PartitionField;
import io.moraine.model.TableScan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Data files and delete files, as verbs add and end them. */
class FileVerbsTest {
  private static final long MANY = 10_000;

  private final MemoryLake lake = MemoryLake.create(false);

  private static NewDataFile file(String path, long records) {
    return NewDataFile.of(path, true, records, 1000 + records, 321);
  }

  private static NewDeleteFile deletes(long dataFile, String path, long count) {
    return new NewDeleteFile(dataFile, path, true, "parquet", count, 700, 120, Optional.empty());
  }

  private static Kind kindOf(Runnable verb) {
    try {
      verb.run();
    } catch (CatalogException e) {
      return e.kind();
    }
    throw new AssertionError("not refused");
  }

  private Map<String, @Nullable Object> only(MetadataTable table, Long... key) {
    List<Map<String, @Nullable Object>> rows = lake.rows(table, key);
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  private static Map<String, @Nullable Object> row(@Nullable Object... columnsAndValues) {
    Map<String, @Nullable Object> row = new HashMap<>();
    for (int i = 0; i < columnsAndValues.length; i += 2) {
      row.put(String.valueOf(columnsAndValues[i]), columnsAndValues[i + 1]);
    }
    return row;
  }

  @Test
  void addedFilesAreRowsOfTheirTablesAndCountIntoItsStatistics() {
    long table = lake.createTable("t", "int64", "varchar");
    List<Long> ids =
        lake.commitFor(
            changes ->
                changes.addDataFiles(
                    table,
                    List.of(
                        file("a.parquet", 10)
                            .withColumns(
                                Map.of(
                                    1L,
                                    ColumnStatistics.of(80, 10, 0, "3", "12"),
                                    2L,
                                    ColumnStatistics.of(70, 9, 1, "a", "z"))),
                        file("b.parquet", 5)
                            .withColumns(Map.of(1L, ColumnStatistics.of(40, 5, 0, "-7", "4"))))));
    assertThat(ids).containsExactly(0L, 1L);
    assertThat(lake.rows(MetadataTable.DATA_FILE))
        .containsExactly(
            row(
                "data_file_id",
                0L,
                "table_id",
                table,
                "begin_snapshot",
                2L,
                "end_snapshot",
                null,
                "file_order",
                null,
                "path",
                "a.parquet",
                "path_is_relative",
                true,
                "file_format",
                "parquet",
                "record_count",
                10L,
                "file_size_bytes",
                1010L,
                "footer_size",
                321L,
                "row_id_start",
                0L,
                "partition_id",
                null,
                "encryption_key",
                null,
                "mapping_id",
                null,
                "partial_max",
                null),
            row(
                "data_file_id",
                1L,
                "table_id",
                table,
                "begin_snapshot",
                2L,
                "end_snapshot",
                null,
                "file_order",
                null,
                "path",
                "b.parquet",
                "path_is_relative",
                true,
                "file_format",
                "parquet",
                "record_count",
                5L,
                "file_size_bytes",
                1005L,
                "footer_size",
                321L,
                "row_id_start",
                10L,
                "partition_id",
                null,
                "encryption_key",
                null,
                "mapping_id",
                null,
                "partial_max",
                null));
    assertThat(lake.rows(MetadataTable.FILE_COLUMN_STATS))
        .containsExactly(
            row(
                "data_file_id",
                0L,
                "table_id",
                table,
                "column_id",
                1L,
                "column_size_bytes",
                80L,
                "value_count",
                10L,
                "null_count",
                0L,
                "min_value",
                "3",
                "max_value",
                "12",
                "contains_nan",
                null,
                "extra_stats",
                null),
            row(
                "data_file_id",
                0L,
                "table_id",
                table,
                "column_id",
                2L,
                "column_size_bytes",
                70L,
                "value_count",
                9L,
                "null_count",
                1L,
                "min_value",
                "a",
                "max_value",
                "z",
                "contains_nan",
                null,
                "extra_stats",
                null),
            row(
                "data_file_id",
                1L,
                "table_id",
                table,
                "column_id",
                1L,
                "column_size_bytes",
                40L,
                "value_count",
                5L,
                "null_count",
                0L,
                "min_value",
                "-7",
                "max_value",
                "4",
                "contains_nan",
                null,
                "extra_stats",
                null));
    assertThat(only(MetadataTable.TABLE_STATS))
        .isEqualTo(
            row(
                "table_id",
                table,
                "record_count",
                15L,
                "next_row_id",
                15L,
                "file_size_bytes",
                2015L));
    assertThat(lake.rows(MetadataTable.TABLE_COLUMN_STATS))
        .containsExactly(
            row(
                "table_id",
                table,
                "column_id",
                1L,
                "contains_null",
                false,
                "contains_nan",
                null,
                "min_value",
                "-7",
                "max_value",
                "12",
                "extra_stats",
                null),
            row(
                "table_id",
                table,
                "column_id",
                2L,
                "contains_null",
                null,
                "contains_nan",
                null,
                "min_value",
                null,
                "max_value",
                null,
                "extra_stats",
                null));
    assertThat(lake.newest().changesMade()).isEqualTo("inserted_into_table:" + table);
    assertThat(lake.newest().nextFileId()).isEqualTo(2);
    assertThat(lake.newest().schemaVersion()).isEqualTo(1);
    assertThat(lake.rows(TableScan.of(MetadataTable.DATA_FILE).asOf(1))).isEmpty();
  }

  @Test
  void laterFilesContinueRowIdsAndIdsAndSeeWhatTheSameCommitAdded() {
    long table = lake.createTable("t", "int32");
    lake.commit(changes -> changes.addDataFiles(table, List.of(file("a", 10))));
    List<Long> ids = new ArrayList<>();
    lake.commit(
        changes -> {
          ids.addAll(changes.addDataFiles(table, List.of(file("b", 3))));
          ids.addAll(changes.addDataFiles(table, List.of(file("c", 4), file("d", 0))));
        });
    assertThat(ids).containsExactly(1L, 2L, 3L);
    assertThat(lake.values(MetadataTable.DATA_FILE, "row_id_start"))
        .containsExactly(0L, 10L, 13L, 17L);
    assertThat(only(MetadataTable.TABLE_STATS))
        .containsEntry("record_count", 17L)
        .containsEntry("next_row_id", 17L)
        .containsEntry("file_size_bytes", 4017L);
  }

  @Test
  void whatItCostsToAddAFileDoesNotDependOnHowManyTheTableHas() {
    CountingRecords few = costOf(10);
    CountingRecords many = costOf(1000);
    assertThat(many.finds()).isEqualTo(few.finds()).isLessThan(15);
    assertThat(many.scans()).isEqualTo(few.scans()).isLessThan(10);
    assertThat(many.scanned()).isEqualTo(few.scanned()).isLessThan(10);
  }

  @Test
  void noRecordIsAskedForTwice() {
    CountingRecords counted = costOf(10);
    assertThat(counted.finds()).isEqualTo(counted.found());
  }

  /** Of one file beside others with three deletes. */
  private CountingRecords costOf(long files) {
    MemoryLake big = MemoryLake.create(false);
    long table = big.createTable("t", "int64", "int64", "varchar");
    big.commit(
        changes ->
            changes.addDataFiles(
                table, LongStream.range(0, files).mapToObj(i -> measured("f" + i)).toList()));
    CountingRecords counted = new CountingRecords(big.source());
    StagedChanges run = big.run(counted);
    var unused = VerbLake.changes(run).addDataFiles(table, List.of(measured("one")));
    assertThat(run.finish(7)).isPresent();
    return counted;
  }

  private static NewDataFile measured(String path) {
    return file(path, 100)
        .withColumns(
            Map.of(
                1L,
                ColumnStatistics.of(800, 100, 0, "1", "100"),
                2L,
                ColumnStatistics.of(800, 100, 0, "1", "100"),
                3L,
                ColumnStatistics.of(900, 100, 0, "a", "b")));
  }

  @Test
  void tenThousandFilesWithStatisticsOfManyColumnsFitIntoOneCommit() {
    String[] types = new String[10];
    Arrays.fill(types, "int64");
    long table = lake.createTable("wide", types);
    Map<Long, ColumnStatistics> statistics = new HashMap<>();
    for (long column = 1; column <= types.length; column++) {
      statistics.put(column, ColumnStatistics.of(8, 1, 0, "1", "2"));
    }
    List<NewDataFile> files =
        LongStream.range(0, MANY).mapToObj(i -> file("f" + i, 1).withColumns(statistics)).toList();
    lake.commit(changes -> changes.addDataFiles(table, files));
    assertThat(only(MetadataTable.TABLE_STATS)).containsEntry("record_count", MANY);
    assertThat(lake.rows(MetadataTable.FILE_COLUMN_STATS, table, MANY - 1)).hasSize(types.length);
  }

  @Test
  void filesOfAPartitionedTableCarryItsPresentPartitioning() {
    long table = lake.createTable("t", "int32", "varchar");
    long spec = lake.partition(table, "identity", "bucket(8)");
    long id =
        lake.commitFor(
                changes ->
                    changes.addDataFiles(
                        table, List.of(file("a", 1).withPartitionValues(List.of("7", "3")))))
            .get(0);
    assertThat(only(MetadataTable.DATA_FILE)).containsEntry("partition_id", spec);
    assertThat(lake.rows(MetadataTable.FILE_PARTITION_VALUE))
        .containsExactly(
            row(
                "data_file_id",
                id,
                "table_id",
                table,
                "partition_key_index",
                0L,
                "partition_value",
                "7"),
            row(
                "data_file_id",
                id,
                "table_id",
                table,
                "partition_key_index",
                1L,
                "partition_value",
                "3"));
  }

  @Test
  void aTableAndItsFilesCanComeAndGoInOneCommit() {
    long head = lake.head();
    List<Long> ids = new ArrayList<>();
    lake.commit(
        changes -> {
          long table = changes.createTable(0, NewTable.of("new", NewColumn.of("a", "int32")));
          ids.add(table);
          changes.setPartitioning(table, List.of(new PartitionField(1, "identity")));
          changes.setOption(new OptionScope.OfTable(table), "target_file_size", "1MB");
          long map = changes.addNameMap(table, new NameMap(List.of(NameMap.Entry.of("A", 1))));
          long file =
              changes
                  .addDataFiles(
                      table,
                      List.of(
                          withStatistics(1, ColumnStatistics.of(8, 10, 0, "1", "1"))
                              .withPartitionValues(List.of("1"))
                              .withNameMap(map)))
                  .get(0);
          changes.addDeleteFile(table, deletes(file, "d", 1));
          long brief = changes.createTable(0, NewTable.of("gone", NewColumn.of("a", "int32")));
          changes.addDataFiles(
              brief, List.of(withStatistics(1, ColumnStatistics.of(8, 10, 0, "1", "1"))));
          changes.dropTable(brief);
        });
    assertThat(lake.head()).isEqualTo(head + 1);
    assertThat(lake.values(MetadataTable.TABLE, "table_id")).isEqualTo(ids);
    assertThat(only(MetadataTable.DATA_FILE)).containsEntry("table_id", ids.get(0));
    assertThat(lake.rows(MetadataTable.FILE_COLUMN_STATS)).hasSize(1);
    assertThat(lake.rows(MetadataTable.DELETE_FILE)).hasSize(1);
    assertThat(only(MetadataTable.TABLE_STATS)).containsEntry("next_row_id", 10L);
    lake.commit(changes -> changes.dropTable(ids.get(0)));
    assertThat(lake.rows(TableScan.of(MetadataTable.DATA_FILE).asOf(lake.head()))).isEmpty();
    assertThat(lake.rows(TableScan.of(MetadataTable.DELETE_FILE).asOf(lake.head()))).isEmpty();
    assertThat(lake.rows(TableScan.of(MetadataTable.DELETE_FILE).asOf(head + 1))).hasSize(1);
    assertThat(lake.rows(MetadataTable.TABLE_STATS)).isEmpty();
  }

  @Test
  void partitionValuesMustBeAsManyAsTheKeys() {
    long plain = lake.createTable("plain", "int32");
    long parted = lake.createTable("parted", "int32");
    lake.partition(parted, "identity");
    lake.commit(
        changes -> {
          assertThatThrownBy(() -> changes.addDataFiles(parted, List.of(file("a", 1))))
              .hasMessage(
                  "Data file 0 has 0 partition values; the table's present partitioning has 1"
                      + " keys");
          NewDataFile withValue = file("a", 1).withPartitionValues(List.of("1"));
          assertThat(kindOf(() -> changes.addDataFiles(plain, List.of(withValue))))
              .isEqualTo(Kind.CONSTRAINT);
        });
    assertThat(lake.rows(MetadataTable.DATA_FILE)).isEmpty();
  }

  @Test
  void aPartitioningWithoutKeysCountsAsNone() {
    long table = lake.createTable("t", "int32");
    lake.partition(table);
    lake.commit(changes -> changes.addDataFiles(table, List.of(file("a", 1))));
    assertThat(only(MetadataTable.DATA_FILE)).containsEntry("partition_id", null);
  }

  @Test
  void noPartitionValueIsNull() {
    List<String> values = new ArrayList<>();
    values.add(null);
    assertThatThrownBy(() -> file("a", 1).withPartitionValues(values))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("records of partition values hold texts only");
  }

  @Test
  void filesThatNoLakeCanHoldAreRefused() {
    long table = lake.createTable("t", "int64", "float64", "list", "3/int32");
    List<NewDataFile> bad =
        List.of(
            file("", 1),
            file("/a", 1),
            file("s3://b/a", 1),
            file("../a", 1),
            file("x//a", 1),
            file("x/./a", 1),
            file("a", -1),
            NewDataFile.of("a", true, 1, -1, 0),
            NewDataFile.of("a", true, 1, 10, -1),
            NewDataFile.of("a", true, 1, 10, 11),
            withStatistics(1, ColumnStatistics.of(-1, 1, 0, "1", "1")),
            withStatistics(1, ColumnStatistics.of(8, -1, 0, "1", "1")),
            withStatistics(1, ColumnStatistics.of(8, 1, -1, "1", "1")),
            withStatistics(1, ColumnStatistics.of(8, 10, 1, "1", "1")),
            withStatistics(1, ColumnStatistics.of(8, 1, Long.MAX_VALUE, "1", "1")),
            withStatistics(1, ColumnStatistics.of(8, 1, 0, "1.5", "2")),
            withStatistics(1, ColumnStatistics.of(8, 1, 0, "10", "9")),
            withStatistics(2, ColumnStatistics.of(8, 1, 0, "1f", "2")),
            withStatistics(3, ColumnStatistics.of(8, 1, 0, "[1]", "[2]")),
            new NewDataFile(
                "a",
                true,
                1,
                1,
                0,
                Map.of(),
                List.of(),
                java.util.OptionalLong.empty(),
                Optional.of("a2V5")));
    boolean changed =
        lake.commit(
            changes -> {
              for (NewDataFile file : bad) {
                assertThat(kindOf(() -> changes.addDataFiles(table, List.of(file))))
                    .as("%s", file)
                    .isEqualTo(Kind.CONSTRAINT);
              }
              assertThat(
                      kindOf(
                          () -> changes.addDataFiles(table, List.of(file("a", 1), file("a", 2)))))
                  .isEqualTo(Kind.CONSTRAINT);
              NewDataFile unknownColumn = withStatistics(9, ColumnStatistics.of(8, 1, 0, "1", "1"));
              assertThat(kindOf(() -> changes.addDataFiles(table, List.of(unknownColumn))))
                  .isEqualTo(Kind.NOT_FOUND);
              assertThat(kindOf(() -> changes.addDataFiles(99, List.of(file("a", 1)))))
                  .isEqualTo(Kind.NOT_FOUND);
              assertThat(
                      kindOf(
                          () -> changes.addDataFiles(table, List.of(file("a", 1).withNameMap(5)))))
                  .isEqualTo(Kind.NOT_FOUND);
            });
    assertThat(changed).isFalse();
  }

  private static NewDataFile withStatistics(long column, ColumnStatistics statistics) {
    return file("a", 10).withColumns(Map.of(column, statistics));
  }

  @Test
  void columnsInsideOfListsMayHaveMoreValuesThanRows() {
    long table = lake.createTable("t", "list", "1/int32");
    lake.commit(
        changes ->
            changes.addDataFiles(
                table, List.of(withStatistics(2, ColumnStatistics.of(8, 500, 3, "1", "9")))));
    assertThat(only(MetadataTable.TABLE_COLUMN_STATS))
        .containsEntry("column_id", 2L)
        .containsEntry("min_value", "1")
        .containsEntry("contains_null", true);
  }

  @Test
  void absolutePathsAreStoredAsTheyAre() {
    long table = lake.createTable("t", "int32");
    List<String> paths = List.of("s3://other/x y%20/ü+#.parquet", "C:\\data\\a.parquet");
    lake.commit(
        changes ->
            changes.addDataFiles(
                table, paths.stream().map(path -> NewDataFile.of(path, false, 1, 10, 5)).toList()));
    assertThat(lake.values(MetadataTable.DATA_FILE, "path")).isEqualTo(paths);
    assertThat(lake.values(MetadataTable.DATA_FILE, "path_is_relative"))
        .containsExactly(false, false);
  }

  @Test
  void filesOfAnEncryptedLakeNeedKeys() {
    MemoryLake encrypted = MemoryLake.create(true);
    long table = encrypted.createTable("t", "int32");
    NewDataFile keyed =
        new NewDataFile(
            "a",
            true,
            5,
            10,
            1,
            Map.of(),
            List.of(),
            java.util.OptionalLong.empty(),
            Optional.of("a2V5"));
    encrypted.commit(
        changes -> {
          assertThat(kindOf(() -> changes.addDataFiles(table, List.of(file("b", 1)))))
              .isEqualTo(Kind.CONSTRAINT);
          long id = changes.addDataFiles(table, List.of(keyed)).get(0);
          assertThat(kindOf(() -> changes.addDeleteFile(table, deletes(id, "d", 1))))
              .isEqualTo(Kind.CONSTRAINT);
          changes.addDeleteFile(
              table, new NewDeleteFile(id, "d", true, "puffin", 1, 9, 0, Optional.of("a2V5Mg")));
        });
    assertThat(encrypted.values(MetadataTable.DATA_FILE, "encryption_key")).containsExactly("a2V5");
    assertThat(encrypted.values(MetadataTable.DELETE_FILE, "encryption_key"))
        .containsExactly("a2V5Mg");
  }

  @Test
  void aVerbThatFailsLeavesNothingBehind() {
    long table = lake.createTable("t", "int32");
    lake.commit(
        changes -> {
          assertThat(
                  kindOf(
                      () -> changes.addDataFiles(table, List.of(file("a", 1), file("\ud800", 1)))))
              .isEqualTo(Kind.CONSTRAINT);
          changes.addDataFiles(table, List.of(file("b", 2)));
        });
    assertThat(lake.values(MetadataTable.DATA_FILE, "path")).containsExactly("b");
    assertThat(only(MetadataTable.TABLE_STATS)).containsEntry("next_row_id", 2L);
  }

  @Test
  void removedFilesEndWithTheirDeleteFilesAndLeaveTheCounts() {
    long table = lake.createTable("t", "int32");
    List<Long> ids =
        lake.commitFor(
            changes -> changes.addDataFiles(table, List.of(file("a", 10), file("b", 5))));
    lake.commit(changes -> changes.addDeleteFile(table, deletes(ids.get(0), "d", 2)));
    lake.commit(changes -> changes.removeDataFiles(table, Set.of(ids.get(0))));
    long head = lake.head();
    assertThat(lake.rows(TableScan.of(MetadataTable.DATA_FILE).asOf(head)))
        .extracting(row -> row.get("path"))
        .containsExactly("b");
    assertThat(lake.rows(TableScan.of(MetadataTable.DELETE_FILE).asOf(head))).isEmpty();
    assertThat(lake.rows(TableScan.of(MetadataTable.DATA_FILE).asOf(head - 1))).hasSize(2);
    assertThat(lake.rows(TableScan.of(MetadataTable.DELETE_FILE).asOf(head - 1))).hasSize(1);
    assertThat(lake.values(MetadataTable.DELETE_FILE, "end_snapshot")).containsExactly(head);
    assertThat(only(MetadataTable.TABLE_STATS))
        .isEqualTo(
            row(
                "table_id",
                table,
                "record_count",
                5L,
                "next_row_id",
                15L,
                "file_size_bytes",
                1005L));
    assertThat(lake.newest().changesMade()).isEqualTo("merge_adjacent:" + table);
    assertThat(
            kindOf(
                () -> lake.commit(changes -> changes.removeDataFiles(table, Set.of(ids.get(0))))))
        .isEqualTo(Kind.NOT_FOUND);
  }

  @Test
  void aFileThatComesAndGoesInOneCommitLeavesOnlyItsRowIds() {
    long table = lake.createTable("t", "int32");
    lake.partition(table, "identity");
    lake.commit(
        changes -> {
          NewDataFile file =
              withStatistics(1, ColumnStatistics.of(8, 10, 0, "1", "9"))
                  .withPartitionValues(List.of("1"));
          long id = changes.addDataFiles(table, List.of(file)).get(0);
          changes.addDeleteFile(table, deletes(id, "d", 2));
          changes.removeDataFiles(table, Set.of(id));
        });
    for (MetadataTable each :
        List.of(
            MetadataTable.DATA_FILE,
            MetadataTable.DELETE_FILE,
            MetadataTable.FILE_COLUMN_STATS,
            MetadataTable.FILE_PARTITION_VALUE)) {
      assertThat(lake.rows(each)).as("%s", each).isEmpty();
    }
    assertThat(only(MetadataTable.TABLE_STATS))
        .containsEntry("record_count", 0L)
        .containsEntry("next_row_id", 10L);
  }

  @Test
  void aDeleteFileIsARowAndCountsNowhere() {
    long table = lake.createTable("t", "int32");
    long file =
        lake.commitFor(changes -> changes.addDataFiles(table, List.of(file("a", 10)))).get(0);
    long id = lake.commitFor(changes -> changes.addDeleteFile(table, deletes(file, "d", 10)));
    assertThat(only(MetadataTable.DELETE_FILE))
        .isEqualTo(
            row(
                "delete_file_id",
                id,
                "table_id",
                table,
                "begin_snapshot",
                lake.head(),
                "end_snapshot",
                null,
                "data_file_id",
                file,
                "path",
                "d",
                "path_is_relative",
                true,
                "format",
                "parquet",
                "delete_count",
                10L,
                "file_size_bytes",
                700L,
                "footer_size",
                120L,
                "encryption_key",
                null,
                "partial_max",
                null));
    assertThat(only(MetadataTable.TABLE_STATS)).containsEntry("record_count", 10L);
    assertThat(lake.newest().changesMade()).isEqualTo("deleted_from_table:" + table);
    assertThat(lake.newest().deletedDataFileIds()).containsExactly(file);
  }

  @Test
  void aSecondDeleteFileReplacesTheFirst() {
    long table = lake.createTable("t", "int32");
    long file =
        lake.commitFor(changes -> changes.addDataFiles(table, List.of(file("a", 10)))).get(0);
    long first = lake.commitFor(changes -> changes.addDeleteFile(table, deletes(file, "d1", 2)));
    long before = lake.head();
    lake.commit(
        changes -> {
          changes.addDeleteFile(table, deletes(file, "d2", 3));
          assertThatThrownBy(() -> changes.addDeleteFile(table, deletes(file, "d0", 2)))
              .hasMessageContaining("fewer than the 3");
          changes.addDeleteFile(table, deletes(file, "d3", 4));
        });
    assertThat(lake.rows(TableScan.of(MetadataTable.DELETE_FILE).asOf(before)))
        .extracting(row -> row.get("delete_file_id"))
        .containsExactly(first);
    assertThat(lake.rows(TableScan.of(MetadataTable.DELETE_FILE).asOf(lake.head())))
        .extracting(row -> row.get("path"))
        .containsExactly("d3");
    assertThat(lake.rows(MetadataTable.DELETE_FILE)).hasSize(2);
    assertThat(lake.newest().deletedDataFileIds()).containsExactly(file);
  }

  @Test
  void deleteFilesThatNoLakeCanHoldAreRefused() {
    long table = lake.createTable("t", "int32");
    long file =
        lake.commitFor(changes -> changes.addDataFiles(table, List.of(file("a", 10)))).get(0);
    List<NewDeleteFile> bad =
        List.of(
            deletes(file, "", 1),
            deletes(file, "/d", 1),
            deletes(file, "d", -1),
            deletes(file, "d", 11),
            new NewDeleteFile(file, "d", true, "orc", 1, 9, 0, Optional.empty()),
            new NewDeleteFile(file, "d", true, "parquet", 1, 9, 10, Optional.empty()),
            new NewDeleteFile(file, "d", true, "parquet", 1, 9, 0, Optional.of("a2V5")));
    lake.commit(
        changes -> {
          for (NewDeleteFile each : bad) {
            assertThat(kindOf(() -> changes.addDeleteFile(table, each)))
                .as("%s", each)
                .isEqualTo(Kind.CONSTRAINT);
          }
          assertThat(kindOf(() -> changes.addDeleteFile(table, deletes(77, "d", 1))))
              .isEqualTo(Kind.NOT_FOUND);
          assertThat(kindOf(() -> changes.removeDeleteFile(table, 77))).isEqualTo(Kind.NOT_FOUND);
        });
    assertThat(lake.rows(MetadataTable.DELETE_FILE)).isEmpty();
  }

  @Test
  void withoutItsDeleteFileADataFileHasAllRowsAgain() {
    long table = lake.createTable("t", "int32");
    long file =
        lake.commitFor(changes -> changes.addDataFiles(table, List.of(file("a", 10)))).get(0);
    long id = lake.commitFor(changes -> changes.addDeleteFile(table, deletes(file, "d", 5)));
    lake.commit(changes -> changes.removeDeleteFile(table, id));
    assertThat(only(MetadataTable.DELETE_FILE)).containsEntry("end_snapshot", lake.head());
    assertThat(lake.newest().changesMade()).isEqualTo("rewrite_delete:" + table);
    lake.commit(changes -> changes.addDeleteFile(table, deletes(file, "d2", 1)));
    assertThat(lake.rows(TableScan.of(MetadataTable.DELETE_FILE).asOf(lake.head()))).hasSize(1);
  }

  @Test
  void countsThatAreLostAreCountedInTheFiles() {
    long table = lake.createTable("t", "int32");
    List<Long> ids =
        lake.commitFor(
            changes -> changes.addDataFiles(table, List.of(file("a", 10), file("b", 5))));
    lake.commit(changes -> changes.removeDataFiles(table, Set.of(ids.get(1))));
    lake.put(Key.Current.of(EntityKind.TABLE_STATS, table), null);
    lake.commit(
        changes ->
            changes.addDataFiles(
                table, List.of(withStatistics(1, ColumnStatistics.of(8, 10, 0, "1", "2")))));
    assertThat(only(MetadataTable.TABLE_STATS))
        .isEqualTo(
            row(
                "table_id",
                table,
                "record_count",
                20L,
                "next_row_id",
                25L,
                "file_size_bytes",
                2020L));
    assertThat(only(MetadataTable.TABLE_COLUMN_STATS))
        .as("nobody knows the column's bounds in the first file")
        .containsEntry("min_value", null);
  }

  @Test
  void countsThatAreLostBesideInlinedRowsAreNotGuessed() {
    long table = lake.createTable("t", "int32");
    Bytes chunk = InlineChunkValue.TYPE.encode(InlineChunkValue.TYPE.empty());
    Key key = new Key.Inline(InlineKind.INSERT, List.of(table, 1L, 2L, 0L));
    lake.put(key, chunk);
    assertThat(
            kindOf(
                () -> lake.commit(changes -> changes.addDataFiles(table, List.of(file("a", 1))))))
        .isEqualTo(Kind.UNSUPPORTED);
  }

  @Test
  void filesOfATableWithAnEqualityIndexStay() {
    long table = lake.createTable("t", "int32");
    long file =
        lake.commitFor(changes -> changes.addDataFiles(table, List.of(file("a", 10)))).get(0);
    long id = lake.commitFor(changes -> changes.addDeleteFile(table, deletes(file, "d", 5)));
    lake.put(
        Key.Current.of(EntityKind.INDEX, table, 5L),
        IndexValue.TYPE.encode(IndexValue.TYPE.empty()));
    assertThat(
            kindOf(
                () -> lake.commit(changes -> changes.addDataFiles(table, List.of(file("b", 1))))))
        .isEqualTo(Kind.UNSUPPORTED);
    assertThat(
            kindOf(
                () -> lake.commit(changes -> changes.addDeleteFile(table, deletes(file, "e", 6)))))
        .isEqualTo(Kind.UNSUPPORTED);
    assertThat(kindOf(() -> lake.commit(changes -> changes.removeDataFiles(table, Set.of(file)))))
        .isEqualTo(Kind.UNSUPPORTED);
    assertThat(kindOf(() -> lake.commit(changes -> changes.removeDeleteFile(table, id))))
        .isEqualTo(Kind.UNSUPPORTED);
  }

  @Test
  void aNameMapIsNumberedDepthFirst() {
    long table = lake.createTable("t", "int32", "struct", "2/int32", "2/varchar", "varchar");
    NameMap map =
        new NameMap(
            List.of(
                new NameMap.Entry(
                    "outer", 2, false, List.of(NameMap.Entry.of("x", 3), NameMap.Entry.of("y", 4))),
                NameMap.Entry.of("id", 1),
                new NameMap.Entry("region", 5, true, List.of())));
    List<Long> ids = new ArrayList<>();
    lake.commit(
        changes -> {
          ids.add(changes.addNameMap(table, map));
          ids.addAll(changes.addDataFiles(table, List.of(file("a", 1).withNameMap(ids.get(0)))));
        });
    long id = Objects.requireNonNull(ids.get(0));
    assertThat(ids).containsExactly(0L, 1L);
    assertThat(only(MetadataTable.COLUMN_MAPPING))
        .isEqualTo(row("mapping_id", id, "table_id", table, "type", "map_by_name"));
    assertThat(lake.rows(MetadataTable.NAME_MAPPING))
        .containsExactly(
            mapped(id, 0, "outer", 2, null, false),
            mapped(id, 1, "x", 3, 0L, false),
            mapped(id, 2, "y", 4, 0L, false),
            mapped(id, 3, "id", 1, null, false),
            mapped(id, 4, "region", 5, null, true));
    assertThat(only(MetadataTable.DATA_FILE)).containsEntry("mapping_id", id);
  }

  private static Map<String, @Nullable Object> mapped(
      long id, long number, String name, long column, @Nullable Long parent, boolean partition) {
    return row(
        "mapping_id",
        id,
        "column_id",
        number,
        "source_name",
        name,
        "target_field_id",
        column,
        "parent_column",
        parent,
        "is_partition",
        partition);
  }

  @Test
  void aNameMapAloneIsACommitThatMovesTheFileCounter() {
    long table = lake.createTable("t", "int32");
    long head = lake.head();
    lake.commit(
        changes -> changes.addNameMap(table, new NameMap(List.of(NameMap.Entry.of("a", 1)))));
    assertThat(lake.head()).isEqualTo(head + 1);
    assertThat(lake.newest().nextFileId()).isEqualTo(1);
    assertThat(lake.newest().changesMade()).isEmpty();
  }

  @Test
  void nameMapsThatDoNotFitTheColumnsAreRefused() {
    long table = lake.createTable("t", "int32", "struct", "2/int32");
    List<List<NameMap.Entry>> bad =
        List.of(
            List.of(),
            List.of(NameMap.Entry.of("a", 3)),
            List.of(new NameMap.Entry("a", 2, false, List.of(NameMap.Entry.of("b", 1)))),
            List.of(NameMap.Entry.of("a", 1), NameMap.Entry.of("b", 1)),
            List.of(NameMap.Entry.of("a", 1), NameMap.Entry.of("a", 2)),
            List.of(NameMap.Entry.of("", 1)),
            List.of(
                new NameMap.Entry(
                    "a", 2, false, List.of(new NameMap.Entry("b", 3, true, List.of())))));
    lake.commit(
        changes -> {
          for (List<NameMap.Entry> entries : bad) {
            assertThat(kindOf(() -> changes.addNameMap(table, new NameMap(entries))))
                .as("%s", entries)
                .isEqualTo(Kind.CONSTRAINT);
          }
          assertThat(
                  kindOf(
                      () ->
                          changes.addNameMap(
                              table, new NameMap(List.of(NameMap.Entry.of("a", 9))))))
              .isEqualTo(Kind.NOT_FOUND);
        });
    assertThat(lake.rows(MetadataTable.COLUMN_MAPPING)).isEmpty();
  }
}
