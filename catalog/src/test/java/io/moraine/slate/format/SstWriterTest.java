package io.moraine.slate.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.ByteReader;
import io.moraine.base.Bytes;
import io.moraine.keyspace.PrefixExtractors;
import io.moraine.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SstWriterTest {
  /** What the writers of the reference stores were told to use, in the log since 0.17 the last. */
  private static final List<Integer> BLOCK_BYTES = List.of(4096, 1024, 65_535);

  private static final List<Integer> BITS_PER_KEY = List.of(10, 12, 16);

  /** Its blocks are padded, which is never done here. */
  private static final String PADDED = "slatedb/block-aligned";

  private static final PrefixExtractor INDEX_EQUALITY =
      new PrefixExtractor() {
        @Override
        public String name() {
          return PrefixExtractors.INDEX_EQUALITY_NAME;
        }

        @Override
        public int prefixLength(Bytes key) {
          return PrefixExtractors.indexEquality(key).orElse(NONE);
        }

        @Override
        public int commonPrefixLength(Bytes beginning) {
          return prefixLength(beginning);
        }
      };

  private static final PrefixExtractor FIRST_COLON =
      new PrefixExtractor() {
        @Override
        public String name() {
          return "first-colon";
        }

        @Override
        public int prefixLength(Bytes key) {
          int colon = key.toUtf8().indexOf(':');
          return colon < 0 ? NONE : colon + 1;
        }

        @Override
        public int commonPrefixLength(Bytes beginning) {
          return prefixLength(beginning);
        }
      };

  static Stream<String> stores() {
    return Stream.of("slatedb", "moraine", "lakes")
        .flatMap(zip -> Fixtures.names(zip).stream())
        .filter(name -> !name.equals(PADDED));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void everyFileIsWrittenWithTheBytesThatSlateDbWrites(String fixture) throws IOException {
    Path folder = Fixtures.store(fixture);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : (Iterable<Path>) files.filter(SstWriterTest::isTable)::iterator) {
        Bytes stored = Bytes.wrap(Files.readAllBytes(each));
        SstFile file =
            stored.length() > SstFooter.EMPTY_FILE_BYTES ? SstFile.decode(region(stored)) : null;
        if (file != null && file.footer().info().compression() == CompressionFormat.NONE) {
          assertThat(rewritten(file)).as("%s", each).contains(stored);
        }
      }
    }
  }

  private static boolean isTable(Path path) {
    return path.toString().endsWith(".sst");
  }

  /** The file with each setting that its writer may have had. */
  private static List<Bytes> rewritten(SstFile file) {
    SstType type = file.footer().info().type();
    List<FilterPolicy> policies = policies(file);
    List<Bytes> written = new ArrayList<>();
    for (int blockBytes : BLOCK_BYTES) {
      for (int bits : policies.isEmpty() ? List.of(10) : BITS_PER_KEY) {
        List<BloomBuilder> filters =
            policies.stream()
                .map(policy -> new BloomBuilder(policy, policy.hashesWholeKeys() ? 10 : bits))
                .toList();
        SstWriter writer = new SstWriter(type, filters, blockBytes, 0);
        rows(file).forEach(writer::add);
        written.add(writer.finish().content());
      }
    }
    return written;
  }

  /** The policies that a file's filters name. */
  private static List<FilterPolicy> policies(SstFile file) {
    SsTableInfo info = file.footer().info();
    if (info.filter().isEmpty()) {
      return List.of();
    }
    ByteReader filters = file.filterRegion().reader();
    List<FilterPolicy> policies = new ArrayList<>();
    int count = filters.readU16Be();
    for (int i = 0; i < count; i++) {
      String name = filters.readBytes(filters.readU16Be()).toUtf8();
      filters.readBytes(filters.readU64Be());
      policies.add(
          Stream.of(
                  FilterPolicy.WHOLE_KEYS,
                  FilterPolicy.prefixes(INDEX_EQUALITY),
                  FilterPolicy.prefixes(FIRST_COLON),
                  FilterPolicy.prefixesAndWholeKeys(FIRST_COLON))
              .filter(policy -> policy.name().equals(name))
              .findFirst()
              .orElseThrow());
    }
    return policies;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void whateverIsWrittenIsRead(long seed) {
    Random random = new Random(seed);
    List<Row> rows = randomRows(random, 1 + random.nextInt(2000));
    rows.sort(
        Comparator.comparing(Row::key)
            .thenComparing((a, b) -> Long.compareUnsigned(b.seq(), a.seq())));
    int blockBytes = 1 + random.nextInt(random.nextBoolean() ? 300 : 65_535);
    List<FilterPolicy> policies =
        List.of(FilterPolicy.WHOLE_KEYS, FilterPolicy.prefixes(FIRST_COLON));
    SstWriter writer = SstWriter.table(policies, blockBytes, random.nextInt(1000));
    rows.forEach(writer::add);
    SstWriter.Table table = writer.finish();
    SstFile file = SstFile.decode(region(table.content()));
    assertThat(file.footer().info()).isEqualTo(table.info());
    assertThat(rows(file)).isEqualTo(rows);
    assertThat(table.info().firstEntry()).isEqualTo(rows.get(0).key());
    assertThat(table.info().lastEntry()).isEqualTo(rows.get(rows.size() - 1).key());
    assertStatsCount(file, rows);
    assertSeparatorsSeparate(file);
    SstFilter filter = file.filter(policies).orElseThrow();
    for (Row row : rows) {
      assertThat(filter.mayContain(row.key(), SipHash13.hash(row.key()))).isTrue();
    }
  }

  private static void assertStatsCount(SstFile file, List<Row> rows) {
    SstStats stats = file.stats().orElseThrow();
    assertThat(stats.puts() + stats.deletes() + stats.merges()).isEqualTo(rows.size());
    assertThat(stats.deletes())
        .isEqualTo(rows.stream().filter(row -> row.kind() == RowKind.TOMBSTONE).count());
    assertThat(stats.blocks()).hasSize(file.index().blockCount());
    assertThat(stats.blocks().stream().mapToInt(SstStats.BlockStats::rows).sum())
        .isEqualTo(rows.size());
    assertThat(stats.keyBytes() + stats.valueBytes())
        .isEqualTo(rows.stream().mapToLong(Row::payloadBytes).sum());
  }

  private static void assertSeparatorsSeparate(SstFile file) {
    SsTableIndex index = file.index();
    Bytes last = Bytes.EMPTY;
    for (int i = 0; i < index.blockCount(); i++) {
      BlockCursor cursor = new BlockCursor(file.block(index, i));
      assertThat(cursor.next()).isTrue();
      Bytes first = cursor.copyKey();
      assertThat(index.firstKey(i)).isLessThanOrEqualTo(first);
      assertThat(index.firstKey(i).compareTo(last))
          .isGreaterThanOrEqualTo(i == 0 || first.equals(last) ? 0 : 1);
      do {
        last = cursor.copyKey();
      } while (cursor.next());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24, 25, 26, 27, 28, 29, 30})
  void aLogObjectKeepsTheOrderOfItsRows(long seed) {
    Random random = new Random(seed);
    List<Row> rows = randomRows(random, 1 + random.nextInt(3000));
    assertThat(WalObject.decode(region(WalObject.encode(rows))).rows()).isEqualTo(rows);
  }

  @Test
  void aRowLargerThanABlockHasOneOfItsOwn() {
    List<Row> rows =
        IntStream.range(0, 5)
            .mapToObj(i -> row("key" + i, i + 1, RowKind.VALUE, "x".repeat(i == 2 ? 200_000 : 10)))
            .toList();
    SstWriter writer = SstWriter.table(List.of(), 4096, 0);
    rows.forEach(writer::add);
    SstFile file = SstFile.decode(region(writer.finish().content()));
    assertThat(file.index().blockCount()).isEqualTo(3);
    assertThat(rows(file)).isEqualTo(rows);
    assertThat(WalObject.decode(region(WalObject.encode(rows))).rows()).isEqualTo(rows);
  }

  @Test
  void bloomFiltersHaveTheBitsOfSlateDb() {
    assertThat(bloom("test_key")).isEqualTo("0006e108");
    assertThat(bloom("key1", "key2", "key3", "key4", "mkey")).isEqualTo("0006df08c08685a61c");
    BloomBuilder numbers = new BloomBuilder(FilterPolicy.WHOLE_KEYS, 10);
    for (int i = 0; i < 8; i++) {
      numbers.add(Bytes.fromHex("0000000" + i));
    }
    assertThat(numbers.encode().toHex()).isEqualTo("0006718cec12ac92d580fb12");
    assertThat(bloom()).isEqualTo("0006");
  }

  private static String bloom(String... keys) {
    BloomBuilder builder = new BloomBuilder(FilterPolicy.WHOLE_KEYS, 10);
    Stream.of(keys).map(Bytes::utf8).forEach(builder::add);
    return builder.encode().toHex();
  }

  @Test
  void aFileWithoutRowsWouldBeAFence() {
    assertThatThrownBy(() -> SstWriter.table(List.of(), 4096, 0).finish())
        .isInstanceOf(IllegalStateException.class);
    assertThat(WalObject.decode(region(WalObject.FENCE)).rows()).isEmpty();
  }

  private static List<Row> randomRows(Random random, int count) {
    List<Row> rows = new ArrayList<>();
    String[] stems = {"", "a:", "a:b", "user:", "a-long-common-stem:with-more-of-it:"};
    for (int i = 0; i < count; i++) {
      String key = stems[random.nextInt(stems.length)] + "k" + random.nextInt(count);
      RowKind kind = List.of(RowKind.values()).get(random.nextInt(3));
      int length = random.nextInt(20) == 0 ? random.nextInt(5000) : random.nextInt(40);
      Row plain = row(key, i + 1L, kind, kind == RowKind.TOMBSTONE ? "" : "v".repeat(length));
      OptionalLong expire =
          kind != RowKind.TOMBSTONE && random.nextInt(4) == 0
              ? OptionalLong.of(random.nextLong())
              : OptionalLong.empty();
      rows.add(
          new Row(plain.key(), plain.seq(), kind, plain.value(), plain.createMillis(), expire));
    }
    return rows;
  }

  private static Row row(String key, long seq, RowKind kind, String value) {
    return new Row(
        Bytes.utf8(key),
        seq,
        kind,
        Bytes.utf8(value),
        seq % 7 == 0 ? OptionalLong.empty() : OptionalLong.of(1_700_000_000_000L + seq),
        OptionalLong.empty());
  }

  private static List<Row> rows(SstFile file) {
    List<Row> rows = new ArrayList<>();
    SsTableIndex index = file.index();
    for (int i = 0; i < index.blockCount(); i++) {
      BlockCursor cursor = new BlockCursor(file.block(index, i));
      while (cursor.next()) {
        rows.add(cursor.copy());
      }
    }
    return rows;
  }

  private static Region region(Bytes content) {
    return Region.whole("test", content);
  }
}
