package io.moraine.keyspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.base.Bytes;
import io.moraine.keyspace.Key.Changelog;
import io.moraine.keyspace.Key.Current;
import io.moraine.keyspace.Key.GcFile;
import io.moraine.keyspace.Key.History;
import io.moraine.keyspace.Key.Inline;
import io.moraine.keyspace.Key.MultiIndex;
import io.moraine.keyspace.Key.SchemaVersion;
import io.moraine.keyspace.Key.Snapshot;
import io.moraine.keyspace.Key.Sys;
import io.moraine.keyspace.Key.UniqueIndex;
import io.moraine.model.CatalogException;
import io.moraine.testing.StoredRecords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTest {
  private static final long SEED = 20_261_130;

  static Stream<Arguments> goldenKeys() {
    return Stream.of(
        Arguments.of(Sys.FORMAT, "0202"),
        Arguments.of(Sys.HEAD, "0203"),
        Arguments.of(Sys.MIGRATION, "0204"),
        Arguments.of(new Sys(SystemKind.MAINTENANCE_STATUS), "0205"),
        Arguments.of(new Snapshot(42), "03000000000000002a"),
        Arguments.of(Current.of(EntityKind.SCHEMA, 0L), "0402020000000000000000"),
        Arguments.of(Current.of(EntityKind.TABLE, 1L), "0402030000000000000001"),
        Arguments.of(Current.of(EntityKind.VIEW, 5L), "0402040000000000000005"),
        Arguments.of(
            Current.of(EntityKind.COLUMN, 1L, 2L), "04020500000000000000010000000000000002"),
        Arguments.of(
            Current.of(EntityKind.PARTITION, 1L, 3L), "04020600000000000000010000000000000003"),
        Arguments.of(Current.of(EntityKind.FILE, 1L, 2L), "04020700000000000000010000000000000002"),
        Arguments.of(
            Current.of(EntityKind.DELETE_FILE, 1L, 4L), "04020800000000000000010000000000000004"),
        Arguments.of(
            Current.of(EntityKind.FILE_COLUMN_STATS, 1L, 2L, 3L),
            "040209000000000000000100000000000000020000000000000003"),
        Arguments.of(Current.of(EntityKind.TABLE_STATS, 1L), "04020a0000000000000001"),
        Arguments.of(
            Current.of(EntityKind.TABLE_COLUMN_STATS, 1L, 2L),
            "04020b00000000000000010000000000000002"),
        Arguments.of(Current.of(EntityKind.TAG, 9L), "04020c0000000000000009"),
        Arguments.of(
            Current.of(EntityKind.OPTION, 0L, 0L), "04020d00000000000000000000000000000000"),
        Arguments.of(
            Current.of(EntityKind.OPTION, 2L, 7L), "04020d00000000000000020000000000000007"),
        Arguments.of(Current.of(EntityKind.SORT, 7L, 9L), "04020e00000000000000070000000000000009"),
        Arguments.of(Current.of(EntityKind.MACRO, 3L), "04020f0000000000000003"),
        Arguments.of(
            Current.of(EntityKind.MAPPING, 4L, 21L), "04021000000000000000040000000000000015"),
        Arguments.of(
            Current.of(EntityKind.INDEX, 4L, 7L), "04021100000000000000040000000000000007"),
        Arguments.of(new GcFile(5), "04030000000000000005"),
        Arguments.of(
            new History(EntityKind.SCHEMA, List.of(1L), 6), "050200000000000000010000000000000006"),
        Arguments.of(
            new History(EntityKind.FILE, List.of(1L, 2L), 9),
            "0507000000000000000100000000000000020000000000000009"),
        Arguments.of(
            new History(EntityKind.MACRO, List.of(3L), 9), "050f00000000000000030000000000000009"),
        Arguments.of(
            new History(EntityKind.INDEX, List.of(4L, 7L), 12),
            "051100000000000000040000000000000007000000000000000c"),
        Arguments.of(Inline.of(InlineKind.SCHEMA, 7L, 3L), "060200000000000000070000000000000003"),
        Arguments.of(
            Inline.of(InlineKind.INSERT, 7L, 3L, 11L, 0L),
            "06030200000000000000070000000000000003000000000000000b0000000000000000"),
        Arguments.of(
            Inline.of(InlineKind.INLINE_DELETE, 7L, 29L), "0603030000000000000007000000000000001d"),
        Arguments.of(
            Inline.of(InlineKind.FILE_DELETE, 7L, 4L, 29L),
            "06030400000000000000070000000000000004000000000000001d"),
        Arguments.of(
            Inline.of(InlineKind.ARCH_INSERT, 7L, 3L, 11L, 0L),
            "06040200000000000000070000000000000003000000000000000b0000000000000000"),
        Arguments.of(Inline.of(InlineKind.FILE_DELETE_TABLE, 7L), "06050000000000000007"),
        Arguments.of(
            Inline.of(InlineKind.CHUNK_RANGE, 7L, 29L), "06060000000000000007000000000000001d"),
        Arguments.of(
            Inline.of(InlineKind.SCHEMA_DROPPED, 7L, 3L), "060700000000000000070000000000000003"),
        Arguments.of(
            Inline.of(InlineKind.CHUNK_LOCATOR, 7L, 29L, 3L, 11L, 2L),
            "06080000000000000007000000000000001d0000000000000003000000000000000b"
                + "0000000000000002"),
        Arguments.of(
            Inline.of(InlineKind.ROW_TOMBSTONE, 7L, 29L, 12L),
            "06090000000000000007000000000000001d000000000000000c"),
        Arguments.of(new SchemaVersion(1, 6), "0800000000000000010000000000000006"),
        Arguments.of(new Changelog(42), "09000000000000002a"),
        Arguments.of(
            new MultiIndex(1, Bytes.fromHex("00010001014100"), 1L << 56),
            "0703000000000000000101000101010001010101410100000100000000000000"),
        Arguments.of(
            new UniqueIndex(9, Bytes.fromHex("00800100010001000100010001002a00")),
            "070200000000000000090100800101010001010100010101000101010001010100010101002a010000"),
        Arguments.of(
            new MultiIndex(9, Bytes.fromHex("00616200"), 5),
            "07030000000000000009010061620100000000000000000005"),
        Arguments.of(
            new UniqueIndex(9, Bytes.fromHex("009e9dff")), "0702000000000000000901009e9dff00"),
        Arguments.of(
            new MultiIndex(9, Bytes.fromHex("01"), 5),
            "070300000000000000090101000000000000000005"),
        Arguments.of(
            new UniqueIndex(9, Bytes.fromHex("008001000100010100007800")),
            "070200000000000000090100800101010001010100010101010100010078010000"));
  }

  @ParameterizedTest
  @MethodSource("goldenKeys")
  void aKeyHasTheBytesThatMoraineWrites(Key key, String hex) {
    assertThat(key.encode().toHex()).isEqualTo(hex);
    assertThat(Key.decode(Bytes.fromHex(hex))).isEqualTo(key);
  }

  @ParameterizedTest
  @MethodSource("goldenKeys")
  void aKeyOneByteShorterOrLongerIsRefused(Key key, String hex) {
    assertCorrupt(hex + "00");
    assertCorrupt(hex.substring(0, hex.length() - 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0002",
        "7f02",
        "0200",
        "027f",
        "067f",
        "06037f",
        "04047f",
        "04027f",
        "0512000000000000000100000000000000020000000000000009",
        "077f",
        "0702000000000000000901026100",
        "07020000000000000009ff"
      })
  void anUnknownOrDamagedKeyIsRefused(String hex) {
    assertCorrupt(hex);
  }

  @Test
  void anUnversionedKindHasNoHistory() {
    assertCorrupt("050a00000000000000010000000000000006");
    assertThatThrownBy(() -> new History(EntityKind.TAG, List.of(1L), 2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @MethodSource("io.moraine.testing.StoredRecords#fixtures")
  void everyKeyOfALakeDecodesToItsKindAndBack(String fixture) {
    for (JsonNode line : StoredRecords.lines(fixture)) {
      Bytes encoded = Bytes.fromHex(line.get("key").textValue());
      Key key = Key.decode(encoded);
      assertThat(key.tag()).as(key.describe()).isEqualTo(tag(line));
      assertThat(key.encode()).as(key.describe()).isEqualTo(encoded);
    }
  }

  private static String tag(JsonNode line) {
    return line.get("tag").textValue().replace("(legacy)", "");
  }

  @Test
  void encodedKeysSortAsTheirComponentsDo() {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      keys.add(randomKey(random));
    }
    List<Key> byBytes = keys.stream().sorted(Comparator.comparing(Key::encode)).toList();
    List<Key> byComponents = keys.stream().sorted(KeyTest::compare).toList();
    assertThat(byBytes).as("seed %s", SEED).isEqualTo(byComponents);
    assertThat(keys).allSatisfy(key -> assertThat(Key.decode(key.encode())).isEqualTo(key));
  }

  private static int compare(Key one, Key other) {
    return Comparator.comparingInt(KeyTest::rank)
        .thenComparing(key -> List.copyOf(key.fields().values()), KeyTest::compareComponents)
        .compare(one, other);
  }

  private static int rank(Key key) {
    return switch (key.tag()) {
      case "snapshot" -> 0;
      case "current/column" -> 1;
      case "current/file_column_stats" -> 2;
      case "gc_file" -> 3;
      case "history/file" -> 4;
      case "inline/chunk_locator" -> 5;
      case "index/unique" -> 6;
      case "index/multi" -> 7;
      default -> 8;
    };
  }

  private static int compareComponents(List<Object> one, List<Object> other) {
    for (int i = 0; i < one.size(); i++) {
      int order =
          one.get(i) instanceof Bytes bytes
              ? bytes.compareTo((Bytes) other.get(i))
              : Long.compareUnsigned((Long) one.get(i), (Long) other.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static Key randomKey(SplittableRandom random) {
    long a = randomId(random);
    long b = randomId(random);
    long c = randomId(random);
    return switch (random.nextInt(9)) {
      case 0 -> new Snapshot(a);
      case 1 -> Current.of(EntityKind.COLUMN, a, b);
      case 2 -> Current.of(EntityKind.FILE_COLUMN_STATS, a, b, c);
      case 3 -> new GcFile(a);
      case 4 -> new History(EntityKind.FILE, List.of(a, b), c);
      case 5 -> Inline.of(InlineKind.CHUNK_LOCATOR, a, b, c, a, b);
      case 6 -> new UniqueIndex(a, randomBytes(random));
      case 7 -> new MultiIndex(a, randomBytes(random), b);
      default -> new SchemaVersion(a, b);
    };
  }

  private static long randomId(SplittableRandom random) {
    return random.nextInt(3) == 0 ? random.nextLong() : random.nextLong(3);
  }

  private static Bytes randomBytes(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(4)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(4) - 1);
    }
    return Bytes.wrap(bytes);
  }

  private static void assertCorrupt(String hex) {
    assertThatThrownBy(() -> Key.decode(Bytes.fromHex(hex)))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> assertThat(e.kind()).isEqualTo(CatalogException.Kind.CORRUPTION))
        .hasMessageContaining(hex.length() <= 128 ? hex : "");
  }
}
