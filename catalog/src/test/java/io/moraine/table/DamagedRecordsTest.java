package io.moraine.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.MetadataTable;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import io.moraine.testing.StoredRecords;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records damaged where no checksum tells: a scan gives rows or says which record is corrupt. */
class DamagedRecordsTest {
  private static final long SEED = Long.getLong("moraine.record.mutations.seed", 20261130);
  private static final int MUTATIONS = Integer.getInteger("moraine.record.mutations", 60);
  private static final int FRAME_BYTES = 5;

  static List<String> lakes() {
    return MetadataTablesTest.lakesWithTables();
  }

  @ParameterizedTest
  @MethodSource("lakes")
  void aScanGivesRowsOrNamesTheCorruptRecord(String fixture) {
    StoredRecords records = StoredRecords.ofFixture(fixture);
    List<Bytes> keys = List.copyOf(records.all().keySet());
    for (int number = 0; number < MUTATIONS; number++) {
      SplittableRandom random =
          new SplittableRandom(SEED + fixture.hashCode() + 0x9e3779b97f4a7c15L * number);
      NavigableMap<Bytes, Bytes> damaged = new TreeMap<>(records.all());
      for (int i = random.nextInt(3); i >= 0; i--) {
        damage(damaged, keys.get(random.nextInt(keys.size())), random);
      }
      String context = "mutation %d of seed %d in %s".formatted(number, SEED, fixture);
      for (MetadataTable table : MetadataTable.values()) {
        for (ScanOrder order : ScanOrder.values()) {
          readAll(StoredRecords.of(damaged), scan(table, order), records.head(), context);
        }
      }
    }
  }

  private static void damage(
      NavigableMap<Bytes, Bytes> records, Bytes key, SplittableRandom random) {
    Bytes value = records.get(key);
    if (value == null) {
      return;
    }
    if (random.nextInt(4) == 0) {
      records.remove(key);
      // The subspace and the kind stay, so that a table meets the key.
      records.put(damaged(key, Math.min(key.length(), 2), random), value);
    } else {
      records.put(key, damaged(value, Math.min(value.length(), FRAME_BYTES), random));
    }
  }

  /** Cut, made longer, or with other bytes, from {@code spared} on. */
  private static Bytes damaged(Bytes content, int spared, SplittableRandom random) {
    byte[] bytes = content.toArray();
    int open = bytes.length - spared;
    switch (random.nextInt(4)) {
      case 0 -> bytes = Arrays.copyOf(bytes, spared + random.nextInt(open + 1));
      case 1 -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(9));
      default -> {
        for (int i = random.nextInt(4); i >= 0 && open > 0; i--) {
          bytes[spared + random.nextInt(open)] = (byte) random.nextInt(256);
        }
      }
    }
    return Bytes.wrap(bytes);
  }

  private static TableScan scan(MetadataTable table, ScanOrder order) {
    TableScan all = TableScan.of(table);
    return new TableScan(
        table, all.projection(), all.key(), all.asOf(), all.endedAfter(), order, all.limit());
  }

  private static void readAll(StoredRecords records, TableScan scan, long head, String context) {
    try (RowIterator rows = MetadataTables.open(records, scan, head, () -> {})) {
      while (rows.next()) {
        assertThat(rows.row()).hasSize(scan.projection().size());
      }
    } catch (CatalogException e) {
      assertThat(e.kind()).as(context).isEqualTo(Kind.CORRUPTION);
    } catch (RuntimeException e) {
      fail(context + ", " + scan.table() + ": untyped error", e);
    }
  }
}
