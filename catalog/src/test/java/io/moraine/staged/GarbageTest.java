package io.moraine.staged;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import io.moraine.model.RowUpdate;
import io.moraine.model.TableScan;
import io.moraine.testing.StoredRecords;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows that make no sense, or only half of it, are refused as such or make records that can be
 * read; they never end in another error. What is refused leaves what is staged as it was.
 */
class GarbageTest {
  private static final int TRANSACTIONS = 300;
  private static final List<String> LAKES = List.of("files", "types", "macros", "expired");

  static IntStream seeds() {
    return IntStream.range(0, 8);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void garbageIsRefusedOrReadable(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StoredRecords lake = StoredRecords.ofFixture("moraine/" + LAKES.get(seed % LAKES.size()));
    Map<MetadataTable, List<@Nullable Object[]>> rows = new EnumMap<>(MetadataTable.class);
    for (MetadataTable table : MetadataTable.values()) {
      rows.put(table, Lakes.arrays(lake, table));
    }
    int committed = 0;
    for (int i = 0; i < TRANSACTIONS; i++) {
      Tx tx = new Tx(lake);
      String where = "seed " + seed + ", transaction " + i;
      for (int statement = random.nextInt(4); statement >= 0; statement--) {
        stage(tx.staged, rows, random, where);
      }
      if (random.nextBoolean()) {
        tx.nextCatalogId += random.nextInt(3);
        tx.nextFileId += random.nextInt(3);
        refusal(where, () -> tx.snapshot("altered_table:1"));
      }
      StoredRecords[] after = new StoredRecords[1];
      refusal(where, () -> after[0] = tx.commit());
      if (after[0] != null) {
        committed++;
        for (MetadataTable table : MetadataTable.values()) {
          assertThat(Lakes.rows(after[0], TableScan.of(table))).as(where).isNotNull();
        }
      }
    }
    assertThat(committed).isPositive();
  }

  private static void stage(
      StagedRows staged,
      Map<MetadataTable, List<@Nullable Object[]>> rows,
      SplittableRandom random,
      String where) {
    MetadataTable table = List.of(MetadataTable.values()).get(random.nextInt(rows.size()));
    List<@Nullable Object[]> known = rows.getOrDefault(table, List.of());
    int size = staged.size();
    List<@Nullable Object[]> some =
        Stream.generate(() -> row(table, known, random)).limit(1 + random.nextInt(2)).toList();
    boolean refused =
        refusal(
            where,
            () -> {
              switch (random.nextInt(3)) {
                case 0 -> staged.insert(table, some);
                case 1 -> staged.delete(table, some);
                default ->
                    staged.update(
                        table, some.stream().map(before -> update(table, before, random)).toList());
              }
            });
    assertThat(staged.size()).as(where).isEqualTo(refused ? size : size + some.size());
  }

  private static RowUpdate update(
      MetadataTable table, @Nullable Object[] before, SplittableRandom random) {
    int column =
        table.endSnapshotOrdinal() >= 0 && random.nextBoolean()
            ? table.endSnapshotOrdinal()
            : random.nextInt(before.length);
    @Nullable Object[] after = before.clone();
    after[column] =
        value(table.columns().get(Math.min(column, table.columns().size() - 1)), random);
    return new RowUpdate(Arrays.asList(before), Arrays.asList(after), List.of(column));
  }

  /** A row of the lake, whole or with some other values, or none at all. */
  private static @Nullable Object[] row(
      MetadataTable table, List<@Nullable Object[]> known, SplittableRandom random) {
    int columns = table.columns().size();
    @Nullable Object[] row =
        known.isEmpty() || random.nextInt(4) == 0
            ? new @Nullable Object[random.nextInt(30) == 0 ? columns + 1 : columns]
            : known.get(random.nextInt(known.size())).clone();
    boolean empty = row[0] == null;
    for (int i = 0; i < columns; i++) {
      if (empty || random.nextInt(8) == 0) {
        row[i] = value(table.columns().get(i), random);
      }
    }
    return row;
  }

  private static @Nullable Object value(MetadataColumn column, SplittableRandom random) {
    if (random.nextInt(12) == 0) {
      return random.nextBoolean() ? null : new Object();
    }
    return switch (column.type()) {
      case BIGINT ->
          switch (random.nextInt(10)) {
            case 0 -> random.nextLong();
            case 1 -> Long.MAX_VALUE;
            default -> random.nextLong(24);
          };
      case TIMESTAMPTZ -> random.nextLong();
      case BOOLEAN -> random.nextBoolean();
      case UUID -> new UUID(random.nextLong(), random.nextLong());
      case VARCHAR ->
          List.of("table", "schema", "comment", "int64", "variant", "\ud83d", "", "unique")
              .get(random.nextInt(8));
    };
  }

  /** Whether it was refused. */
  private static boolean refusal(String where, Runnable call) {
    try {
      call.run();
      return false;
    } catch (CatalogException e) {
      assertThat(e.kind()).as("%s: %s", where, e).isIn(Kind.CONSTRAINT, Kind.UNSUPPORTED);
      assertThat(String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT))
          .as(where)
          .doesNotContain("conflict", "concurrent", "unique", "primary key");
      return true;
    }
  }
}
