package io.moraine.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.TableColumnStatsValue;
import io.moraine.model.ColumnStatistics;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewDataFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is known of the columns of a whole table. */
class TableStatisticsTest {
  private static final String MIN = "min_value";
  private static final String MAX = "max_value";
  private static final String NULLS = "contains_null";
  private static final String NAN = "contains_nan";

  private final MemoryLake lake = MemoryLake.create(false);

  private static NewDataFile file(long records, Map<Long, ColumnStatistics> columns) {
    return NewDataFile.of("f" + columns.hashCode() + "x" + records, true, records, 10, 1)
        .withColumns(columns);
  }

  private static ColumnStatistics statistics(
      long values, long nulls, @Nullable String min, @Nullable String max, @Nullable Boolean nan) {
    return new ColumnStatistics(
        8,
        values,
        nulls,
        Optional.ofNullable(min),
        Optional.ofNullable(max),
        Optional.ofNullable(nan),
        Optional.empty());
  }

  private void add(long table, NewDataFile... files) {
    lake.commit(changes -> changes.addDataFiles(table, List.of(files)));
  }

  private Map<String, @Nullable Object> known(long table, long column) {
    return lake.rows(MetadataTable.TABLE_COLUMN_STATS, table, column).get(0);
  }

  @Test
  void aFileWithoutABoundMakesItUnknownForGood() {
    long table = lake.createTable("t", "int32");
    add(table, file(1, Map.of(1L, statistics(1, 0, "5", "6", null))));
    add(table, file(1, Map.of(1L, statistics(1, 0, "7", null, null))));
    assertThat(known(table, 1)).containsEntry(MIN, "5").containsEntry(MAX, null);
    add(table, file(1, Map.of(1L, statistics(1, 0, "1", "9", null))));
    assertThat(known(table, 1)).containsEntry(MIN, "1").containsEntry(MAX, null);
  }

  @Test
  void aFileWithoutStatisticsOfAColumnMakesAllUnknown() {
    long table = lake.createTable("t", "float64");
    add(table, file(1, Map.of(1L, statistics(1, 0, "5.0", "6.0", false))));
    assertThat(known(table, 1)).containsEntry(NULLS, false).containsEntry(NAN, false);
    add(table, file(2, Map.of()));
    assertThat(known(table, 1))
        .containsEntry(NULLS, null)
        .containsEntry(NAN, null)
        .containsEntry(MIN, null)
        .containsEntry(MAX, null);
  }

  @Test
  void aFileWithoutRowsTellsNothingAndSpoilsNothing() {
    long table = lake.createTable("t", "int32");
    add(table, file(0, Map.of()), file(1, Map.of(1L, statistics(1, 0, "5", "6", null))));
    add(table, file(0, Map.of()));
    assertThat(known(table, 1)).containsEntry(MIN, "5").containsEntry(NULLS, false);
  }

  @Test
  void aColumnThatIsAllNullInAFileKeepsItsBounds() {
    long table = lake.createTable("t", "float32");
    add(
        table,
        file(2, Map.of(1L, statistics(0, 2, null, null, null))),
        file(3, Map.of(1L, statistics(3, 0, "1.5", "2.5", true))));
    assertThat(known(table, 1))
        .containsEntry(MIN, "1.5")
        .containsEntry(MAX, "2.5")
        .containsEntry(NULLS, true)
        .containsEntry(NAN, true);
    add(table, file(2, Map.of(1L, statistics(0, 2, null, null, null))));
    assertThat(known(table, 1)).containsEntry(MIN, "1.5").containsEntry(NAN, true);
  }

  @Test
  void nothingIsKnownOfAColumnThatEarlierFilesDidNotTellOf() {
    long table = lake.createTable("t", "int32");
    add(table, file(2, Map.of()));
    assertThat(lake.rows(MetadataTable.TABLE_COLUMN_STATS)).isEmpty();
    add(table, file(1, Map.of(1L, statistics(1, 0, "5", "6", null))));
    assertThat(known(table, 1)).containsEntry(MIN, null).containsEntry(NULLS, null);
  }

  @Test
  void nothingIsKnownOfTheBoundsOfAColumnThatWasAllNullBeforeThisCommit() {
    long table = lake.createTable("t", "int32");
    add(table, file(2, Map.of(1L, statistics(0, 2, null, null, null))));
    add(table, file(1, Map.of(1L, statistics(1, 0, "5", "6", null))));
    assertThat(known(table, 1)).containsEntry(MIN, null).containsEntry(NULLS, true);
  }

  @Test
  void countsOfZeroInAFileWithRowsTellNothing() {
    long table = lake.createTable("t", "timetz");
    add(table, file(2, Map.of(1L, statistics(0, 0, null, null, null))));
    assertThat(known(table, 1)).containsEntry(NULLS, null).containsEntry(MIN, null);
  }

  @Test
  void storedBoundsThatCannotBeReadBecomeUnknown() {
    long table = lake.createTable("t", "varchar", "int32");
    add(table, file(1, Map.of(1L, statistics(1, 0, "x", "y", null))));
    lake.put(
        Key.Current.of(EntityKind.TABLE_COLUMN_STATS, table, 2L),
        TableColumnStatsValue.TYPE.encode(
            new TableColumnStatsValue(table, 2, false, null, "what", "3", null, Bytes.EMPTY)));
    add(table, file(1, Map.of(2L, statistics(1, 0, "2", "4", null))));
    assertThat(known(table, 2)).containsEntry(MIN, null).containsEntry(MAX, "4");
  }

  @Test
  void boundsOfTheTableHoldForAllItsFilesInWhateverOrderTheyCome() {
    SplittableRandom random = new SplittableRandom(7);
    long table = lake.createTable("t", "int32", "varchar", "decimal(9,2)");
    List<long[]> all = new ArrayList<>();
    for (int commit = 0; commit < 20; commit++) {
      List<NewDataFile> files = new ArrayList<>();
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        long least = random.nextInt(-1000, 1000);
        long greatest = least + random.nextInt(1000);
        all.add(new long[] {least, greatest});
        Map<Long, ColumnStatistics> columns = new HashMap<>();
        columns.put(1L, ColumnStatistics.of(8, 9, 1, "" + least, "" + greatest));
        columns.put(2L, ColumnStatistics.of(8, 9, 1, text(least), text(greatest)));
        columns.put(3L, ColumnStatistics.of(8, 9, 1, least + ".50", greatest + ".75"));
        files.add(file(10 + all.size(), columns));
      }
      add(table, files.toArray(NewDataFile[]::new));
      long least = all.stream().mapToLong(each -> each[0]).min().orElseThrow();
      long greatest = all.stream().mapToLong(each -> each[1]).max().orElseThrow();
      assertThat(known(table, 1)).containsEntry(MIN, "" + least).containsEntry(MAX, "" + greatest);
      assertThat(known(table, 2))
          .containsEntry(MIN, text(least))
          .containsEntry(MAX, text(greatest));
      assertThat(known(table, 3)).containsEntry(MAX, greatest + ".75");
    }
  }

  /** Texts in the order of their numbers. */
  private static String text(long number) {
    return Long.toString(number + 500_000);
  }
}
