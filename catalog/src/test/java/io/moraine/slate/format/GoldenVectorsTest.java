package io.moraine.slate.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/**
 * Bytes with their meaning. Whole files were written by SlateDB 0.12 and 0.17, or by an independent
 * encoder; the smaller pieces are cases of SlateDB's own tests.
 */
class GoldenVectorsTest {
  private static final long T = 1795980968000L;

  private static final String TABLE =
      "0004006b657931000000000000000305000001a228cec1e20301063276616c75653200000000"
          + "0000000206000003bb2cc3d800000001a228cec1e10301023376330000000000000003040000"
          + "01a228cec1e203010034000000000000000504000001a228cec1ec0004036d6b65796f703100"
          + "000000000000040c000001a228cec1e3000000018b04d6900006df08c08685a61cbb3b739f0c"
          + "00000000000600080004000600000004000000010000000c0000000800080000000400080000"
          + "0004000000000000007091379d18000000000000001000300008001000180020002800040010"
          + "0000002c00000003000000000000000100000000000000010000000000000014000000000000"
          + "000b00000000000000010000001000000000000a000c00060008000a000a0000000000030001"
          + "000100fab648331c00000018003c0004000c0014001c0024000000000008002c003400180000"
          + "004000000034000000970000000000000034000000000000008a000000000000000d00000000"
          + "000000cb000000000000006c00000000000000040000006d6b6579040000006b657931e0d572"
          + "3800000000000001370002";

  private static final String LOG_OBJECT =
      "0004066b65793176616c756531000000000000000104000001a228cec1dd0301063276616c75"
          + "6532000000000000000206000003bb2cc3d800000001a228cec1e10301003100000000000000"
          + "0305000001a228cec1e2030102337633000000000000000304000001a228cec1e20004036d6b"
          + "65796f703100000000000000040c000001a228cec1e300000001eaf210e80c00000000000600"
          + "080004000600000004000000010000000c000000080008000000040008000000040000000800"
          + "00000000000000000001e28086d41c0000000000000000001200280008000c0014001c000000"
          + "0000070012000000000000012000000090000000000000003c00000000000000900000000000"
          + "000000000000080000000000000000000001c710b47300000000000000cc0002";

  private static final String LOG_OBJECT_OF_0_17 =
      "0008006b65793030303035000000000000003505000001a229a59e4b00000001cb7fbca20c00"
          + "000000000600080004000600000004000000010000000c000000080008000000040008000000"
          + "04000000080000000000000000000035c3347261240000000000000000001a00280008000c00"
          + "14001c0000000000060000000000000007001a00000000000101200000002400000000000000"
          + "3c000000000000002400000000000000000000000800000000000000000000357cd38e5b0000"
          + "0000000000600002";

  private static final String OLD_FENCE =
      "0c0000000000060008000400060000000400000000000000177e6f0a08000000040004000400"
          + "0000ed606b2a1c00000018001c00000000000400000000000000000000000c00140018000000"
          + "1c000000000000001c00000000000000100000000000000064413efa000000000000002c0002";

  private static final String TABLE_WITH_COMPOSITE_FILTER =
      "000601736567313a6131000000000000000a040000018bcfe56800000000015691c3e3000100"
          + "035f6266000000000000000400060315b2dbcf8e100000000600080004000000000000000c00"
          + "000004000000010000000c0000000800080000000400080000000400000000000000195fa8b1"
          + "180000001000300008001000180020002800040000000000140000002c000000010000000000"
          + "0000000000000000000000000000000000000600000000000000010000000000000001000000"
          + "140000000a000a0004000600080000000000000010000000010000000000b5ad58d720000000"
          + "1a0041000400100018002000280000000000080030003800400000001c000000400000004800"
          + "0000000000003a00000000000000380000000000000023000000000000001700000000000000"
          + "72000000000000006e000000000000000100000006000000736567313a610000060000007365"
          + "67313a61f6a585b400000000000000e00002";

  @Test
  void checksumsAndHashes() {
    CRC32 crc = new CRC32();
    crc.update(Bytes.utf8("123456789").toArray());
    assertThat(crc.getValue()).isEqualTo(0xcbf43926L);
    assertThat(hash("")).isEqualTo("d1fba762150c532c");
    assertThat(hash("a")).isEqualTo("407448d2b89b1813");
    assertThat(hash("key1")).isEqualTo("1d69258c06d49bf7");
    assertThat(hash("key2")).isEqualTo("6c4ae3088eed8fd8");
    assertThat(hash("key3")).isEqualTo("635f23e6d25c89b5");
    assertThat(hash("key4")).isEqualTo("1a1c8ecc59066e92");
    assertThat(hash("mkey")).isEqualTo("60987453c9677773");
    assertThat(hash("test_key")).isEqualTo("5f7cf6dbb346dce0");
    assertThat(hash("abcdefgh")).isEqualTo("3f7b849c0b8e35ea");
    assertThat(hash("abcdefghi")).isEqualTo("f89b34a3d11eb6e5");
    assertThat(Long.toHexString(SipHash13.hash(Bytes.fromHex("00000007"))))
        .isEqualTo("b9d6bee7a3603f3a");
    assertThat(SipHash13.hash(Bytes.EMPTY, 0x0706050403020100L, 0x0f0e0d0c0b0a0908L))
        .isEqualTo(0xabac0158050fc4dcL);
  }

  @Test
  void aBloomFilterIsProbedWhereItsWriterSetBits() {
    byte[] bits = new byte[125_000];
    for (int probe : new int[] {928559, 107781, 287004, 466229, 645457, 824689, 3926}) {
      bits[probe / 8] |= (byte) (1 << probe % 8);
    }
    assertThat(bloom("0007" + Bytes.wrap(bits).toHex()).mayContain(0xdf77ef56deadbeefL)).isTrue();
    for (int i = 0; i < bits.length; i++) {
      if (bits[i] != 0) {
        byte[] fewer = bits.clone();
        fewer[i] = 0;
        assertThat(bloom("0007" + Bytes.wrap(fewer).toHex()).mayContain(0xdf77ef56deadbeefL))
            .isFalse();
      }
    }
  }

  @Test
  void bloomFiltersKnowTheirKeys() {
    assertThat(mayContain("0006e108", Bytes.utf8("test_key"))).isTrue();
    for (String key : List.of("key1", "key2", "key3", "key4", "mkey")) {
      assertThat(mayContain("0006df08c08685a61c", Bytes.utf8(key))).isTrue();
    }
    assertThat(mayContain("0006df08c08685a61c", Bytes.utf8("key5"))).isFalse();
    for (int i = 0; i < 8; i++) {
      assertThat(mayContain("0006718cec12ac92d580fb12", Bytes.fromHex("0000000" + i))).isTrue();
    }
    assertThat(mayContain("0006", Bytes.utf8("anything"))).isFalse();
  }

  @Test
  void compositeFiltersAreConsultedByName() {
    Bytes two =
        Bytes.fromHex(
            "000200035f626600000000000000310006135d6629d4c1c0a7800b181b6ba4f110d58c074b00"
                + "f8f59141ed10a07177256943ab140430580f55a035b51dbe569b00165f62663a703d66697273"
                + "742d636f6c6f6e3a77683d30000000000000001a000bd077ec5de42f713842894679e9d9ea13"
                + "9788a3ecd5af0a91");
    PrefixExtractor firstColon = new FirstColon();
    SstFilter whole = filter(two, List.of(FilterPolicy.WHOLE_KEYS));
    SstFilter prefixes = filter(two, List.of(FilterPolicy.prefixes(firstColon)));
    SstFilter unknown = filter(two, List.of(FilterPolicy.prefixesAndWholeKeys(firstColon)));
    Bytes absent = Bytes.utf8("absent:key");
    assertThat(whole.mayContain(absent, SipHash13.hash(absent))).isFalse();
    assertThat(whole.mayContainPrefix(Bytes.utf8("absent:"))).isTrue();
    assertThat(prefixes.mayContain(absent, SipHash13.hash(absent))).isFalse();
    assertThat(prefixes.mayContainPrefix(Bytes.utf8("absent:"))).isFalse();
    assertThat(prefixes.mayContainPrefix(Bytes.utf8("absent"))).isTrue();
    assertThat(unknown.mayContain(absent, SipHash13.hash(absent))).isTrue();
    SstFilter one =
        filter(
            Bytes.fromHex("000100035f6266000000000000000c0006718cec12ac92d580fb12"),
            List.of(FilterPolicy.WHOLE_KEYS));
    Bytes seven = Bytes.fromHex("00000007");
    assertThat(one.mayContain(seven, SipHash13.hash(seven))).isTrue();
    assertThat(one.mayContain(absent, SipHash13.hash(absent))).isFalse();
  }

  @Test
  void rowsOfTheFirstBlockFormat() {
    String first = "00000009666972737431323334" + "0000000000000001" + "00" + "00000000";
    assertThat(rowV1(first, "000300036b6579000000000000000102000000000000000a0000000576616c7565"))
        .isEqualTo("firkey VALUE value seq 1 created - expires 10");
    assertThat(rowV1(first, "000000036b65790000000000000001000000000576616c7565"))
        .isEqualTo("key VALUE value seq 1 created - expires -");
    assertThat(
            rowV1(
                first,
                "00050004626f7468000000000000006406000000024cb016ea00000000499602d2"
                    + "0000000576616c7565"))
        .isEqualTo("firstboth VALUE value seq 100 created 1234567890 expires 9876543210");
    assertThat(
            rowV1(
                first,
                "0004000663726561746500000000000000320400000000499602d20000000a746573745f76616c7565"))
        .isEqualTo("firscreate VALUE test_value seq 50 created 1234567890 expires -");
    assertThat(rowV1(first, "00040004746f6d6200000000000000010700000000000000010000000000000002"))
        .isEqualTo("firstomb TOMBSTONE  seq 1 created 2 expires -");
    assertThat(rowV1(first, "000400000000000000000001000000000576616c7565"))
        .isEqualTo("firs VALUE value seq 1 created - expires -");
    assertThat(rowV1(first, "00030003736571ffffffffffffffff000000000576616c7565"))
        .isEqualTo("firseq VALUE value seq 18446744073709551615 created - expires -");
    assertThat(
            rowV1(
                first,
                "000500056d6572676500000000000000010e00000000000000010000000000000002"
                    + "0000000576616c7565"))
        .isEqualTo("firstmerge MERGE value seq 1 created 2 expires 1");
  }

  @Test
  void rowsOfTheSecondBlockFormat() {
    String first = "000900666972737431323334" + "0000000000000001" + "00";
    assertThat(rowV2(first, "03030361626378797a000000000000000100"))
        .isEqualTo("firabc VALUE xyz seq 1 created - expires -");
    assertThat(rowV2(first, "0003036b657976616c00000000000000010600000000000007d000000000000003e8"))
        .isEqualTo("key VALUE val seq 1 created 1000 expires 2000");
    assertThat(rowV2(first, "050400746f6d62000000000000002a0500000000000001f4"))
        .isEqualTo("firsttomb TOMBSTONE  seq 42 created 500 expires -");
    assertThat(
            rowV2(
                first,
                "00090b6d657267655f6b65796d657267655f76616c7565000000000000002a0a"
                    + "00000000000003e8"))
        .isEqualTo("merge_key MERGE merge_value seq 42 created - expires 1000");
  }

  @Test
  void rowFlagsThatContradictEachOtherOrAreUnknownAreRefused() {
    String first = "000900666972737431323334" + "0000000000000001" + "00";
    for (String flags : List.of("09", "10", "80")) {
      assertThatThrownBy(() -> rowV2(first, "00010061" + "0000000000000001" + flags))
          .isInstanceOf(SlateFormatException.class)
          .hasMessageContaining("object at byte")
          .hasMessageContaining("row flags " + Integer.toHexString(Integer.parseInt(flags, 16)));
    }
  }

  @Test
  void blocksOfTheFirstFormat() {
    assertThat(
            rows(
                BlockFormat.V1,
                stored(
                    "000000046b657931000000000000000006000000000000000000000000000000000000000676"
                        + "616c756531000400000000000000000000060000000000000000000000000000000000000006"
                        + "76616c7565310003000132000000000000000006000000000000000000000000000000000000"
                        + "000676616c7565320000002b00520003",
                    "217968b0")))
        .containsExactly(
            "key1 VALUE value1 seq 0 created 0 expires 0",
            "key1 VALUE value1 seq 0 created 0 expires 0",
            "key2 VALUE value2 seq 0 created 0 expires 0");
    assertThat(
            rows(
                BlockFormat.V1,
                stored(
                    "000000046b657931000000000000000006000000000000000000000000000000000000000676"
                        + "616c756531000300013200000000000000000500000000000000000003000133000000000000"
                        + "000006000000000000000000000000000000000000000676616c7565330000002b00410003",
                    "d8a5cdd0")))
        .containsExactly(
            "key1 VALUE value1 seq 0 created 0 expires 0",
            "key2 TOMBSTONE  seq 0 created 0 expires -",
            "key3 VALUE value3 seq 0 created 0 expires 0");
  }

  @Test
  void blocksOfTheSecondFormat() {
    assertThat(
            rows(
                BlockFormat.V2,
                stored("0004066b65793176616c75653100000000000000010000000001", "c48d87f6")))
        .containsExactly("key1 VALUE value1 seq 1 created - expires -");
    assertThat(
            rows(
                BlockFormat.V2,
                stored(
                    "0005026b65793030763000000000000000010004010231763100000000000000020004010232"
                        + "7632000000000000000300040102337633000000000000000400040102347634000000000000"
                        + "0005000401023576350000000000000006000401023676360000000000000007000401023776"
                        + "3700000000000000080004010238763800000000000000090004010239763900000000000000"
                        + "0a000302033130763130000000000000000b0004010331763131000000000000000c00040103"
                        + "32763132000000000000000d0004010333763133000000000000000e00040103347631340000"
                        + "00000000000f00040103357631350000000000000010000005036b6579313676313600000000"
                        + "000000110004010337763137000000000000001200000000fb0002",
                    "a9099f96")))
        .isEqualTo(
            IntStream.range(0, 18)
                .mapToObj(
                    i -> String.format("key%02d VALUE v%d seq %d created - expires -", i, i, i + 1))
                .toList());
  }

  @Test
  void everyCodecGivesTheSameRows() {
    checkCodec(
        CompressionFormat.SNAPPY,
        "fa011c00043c6b65793061ea010000000901340104000001a228d1606f03013c31ea50001151"
            + "00021151107203013c32ee51000d51340304000001a228d160730000000171e00e91",
        "061400068d2a978536a75d31");
    checkCodec(
        CompressionFormat.ZLIB,
        "789ca5ceb11100100c856124c328516718295426b080416c64239c9cd3e7bf7bed77cf20d5d2"
            + "022b32378b7bc3cfdcc152644502ba1f4cac484078e0b9bb0001374e6a88afcbb4",
        "789c6360ebd59ade0a00048901dae26c7a26");
    checkCodec(
        CompressionFormat.LZ4,
        "fa0000008f00043c6b6579306101002812000100ef0104000001a228d1608e03013c31500028"
            + "1261500028000251001f325100301303510060608e00000001d72d7c63",
        "060000006000068d2a97850eff0448");
    checkCodec(
        CompressionFormat.ZSTD,
        "28b52ffd20fac50100440200043c6b65793061000104000001a228d1609303013c3161000294"
            + "03013c3203000000010700a0100048a9f018c0040059c12020012e4afd8186",
        "28b52ffd200631000000068d2a9785c6065dfc");
  }

  @Test
  void aTableOfTheTree() {
    SstFile file = SstFile.decode(Region.whole("object", Bytes.fromHex(TABLE)));
    SsTableInfo info = file.footer().info();
    assertThat(info.filter()).isEqualTo(new SsTableInfo.Extent(138, 13));
    assertThat(info.index()).isEqualTo(new SsTableInfo.Extent(151, 52));
    assertThat(info.stats()).isEqualTo(new SsTableInfo.Extent(203, 108));
    assertThat(info.firstEntry()).isEqualTo(Bytes.utf8("key1"));
    assertThat(info.lastEntry()).isEqualTo(Bytes.utf8("mkey"));
    assertThat(info.filterFormat()).isEqualTo(FilterFormat.LEGACY);
    assertThat(file.footer().infoOffset()).isEqualTo(311);
    SstStats stats = file.stats().orElseThrow();
    assertThat(stats)
        .isEqualTo(new SstStats(3, 1, 1, 20, 11, List.of(new SstStats.BlockStats(3, 1, 1))));
    assertThat(rows(file))
        .containsExactly(
            "key1 TOMBSTONE  seq 3 created " + (T + 418) + " expires -",
            "key2 VALUE value2 seq 2 created " + (T + 417) + " expires 4102444800000",
            "key3 VALUE v3 seq 3 created " + (T + 418) + " expires -",
            "key4 VALUE  seq 5 created " + (T + 428) + " expires -",
            "mkey MERGE op1 seq 4 created " + (T + 419) + " expires -");
    SstFilter filter = file.filter(List.of(FilterPolicy.WHOLE_KEYS)).orElseThrow();
    Bytes absent = Bytes.utf8("key5");
    assertThat(filter.mayContain(absent, SipHash13.hash(absent))).isFalse();
  }

  @Test
  void logObjects() {
    Region object = Region.whole("object", Bytes.fromHex(LOG_OBJECT));
    assertThat(WalObject.decode(object).rows().stream().map(GoldenVectorsTest::show).toList())
        .containsExactly(
            "key1 VALUE value1 seq 1 created " + (T + 413) + " expires -",
            "key2 VALUE value2 seq 2 created " + (T + 417) + " expires 4102444800000",
            "key1 TOMBSTONE  seq 3 created " + (T + 418) + " expires -",
            "key3 VALUE v3 seq 3 created " + (T + 418) + " expires -",
            "mkey MERGE op1 seq 4 created " + (T + 419) + " expires -");
    SsTableInfo info = SstFile.decode(object).footer().info();
    assertThat(info.type()).isEqualTo(SstType.WAL);
    assertThat(info.firstEntry()).isEqualTo(Bytes.fromHex("0000000000000001"));
    Region newer = Region.whole("object", Bytes.fromHex(LOG_OBJECT_OF_0_17));
    assertThat(WalObject.decode(newer).rows().stream().map(GoldenVectorsTest::show).toList())
        .containsExactly("key00005 TOMBSTONE  seq 53 created 1795995049547 expires -");
  }

  @Test
  void fencesHaveNoRows() {
    assertThat(WalObject.decode(Region.whole("object", Bytes.fromHex(OLD_FENCE))).rows()).isEmpty();
    assertThat(WalObject.decode(Region.whole("object", Bytes.EMPTY)).rows()).isEmpty();
    assertThat(WalObject.decode(Region.whole("object", Bytes.wrap(new byte[10]))).rows()).isEmpty();
    assertThatThrownBy(() -> WalObject.decode(Region.whole("object", Bytes.wrap(new byte[11]))))
        .isInstanceOf(SlateFormatException.class);
  }

  @Test
  void aTableWithACompositeFilter() {
    SstFile file =
        SstFile.decode(Region.whole("object", Bytes.fromHex(TABLE_WITH_COMPOSITE_FILTER)));
    SsTableInfo info = file.footer().info();
    assertThat(info.filter()).isEqualTo(new SsTableInfo.Extent(35, 23));
    assertThat(info.index()).isEqualTo(new SsTableInfo.Extent(58, 56));
    assertThat(info.stats()).isEqualTo(new SsTableInfo.Extent(114, 110));
    assertThat(info.filterFormat()).isEqualTo(FilterFormat.COMPOSITE);
    assertThat(rows(file)).containsExactly("seg1:a VALUE 1 seq 10 created 1700000000000 expires -");
    SstFilter filter = file.filter(List.of(FilterPolicy.WHOLE_KEYS)).orElseThrow();
    Bytes key = Bytes.utf8("seg1:a");
    assertThat(filter.mayContain(key, SipHash13.hash(key))).isTrue();
  }

  @Test
  void everyDamagedByteOfATableIsNoticedOrWithoutEffect() {
    Bytes sound = Bytes.fromHex(TABLE);
    List<String> expected = rows(SstFile.decode(Region.whole("object", sound)));
    for (int i = 0; i < sound.length(); i++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] damaged = sound.toArray();
        damaged[i] ^= (byte) (1 << bit);
        try {
          SstFile file = SstFile.decode(Region.whole("object", Bytes.wrap(damaged)));
          assertThat(rows(file)).isEqualTo(expected);
        } catch (SlateFormatException e) {
          assertThat(e.object()).isEqualTo("object");
          assertThat(e.offset()).isBetween(0L, (long) sound.length());
        }
      }
    }
  }

  private static void checkCodec(CompressionFormat codec, String block, String filter) {
    Region payload = StoredRegion.decode(Region.whole("object", Bytes.fromHex(block)), codec);
    assertThat(payload.length()).isEqualTo(250);
    List<String> rows = rows(BlockFormat.V2, payload);
    assertThat(rows).hasSize(3);
    for (int i = 0; i < 3; i++) {
      assertThat(rows.get(i))
          .startsWith("key" + i + " VALUE " + "a".repeat(60) + " seq " + (i + 1));
    }
    assertThat(StoredRegion.decode(Region.whole("object", Bytes.fromHex(filter)), codec).bytes())
        .isEqualTo(Bytes.fromHex("00068d2a9785"));
  }

  private static Region stored(String payload, String checksum) {
    return StoredRegion.decode(
        Region.whole("object", Bytes.fromHex(payload + checksum)), CompressionFormat.NONE);
  }

  /** The second row of a block of two. */
  private static String rowV1(String first, String row) {
    String offsets = String.format("0000%04x0002", first.length() / 2);
    return rows(BlockFormat.V1, Region.whole("object", Bytes.fromHex(first + row + offsets)))
        .get(1);
  }

  private static String rowV2(String first, String row) {
    Bytes block = Bytes.fromHex(first + row + "0000" + "0001");
    return rows(BlockFormat.V2, Region.whole("object", block)).get(1);
  }

  private static List<String> rows(SstFile file) {
    SsTableIndex index = file.index();
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < index.blockCount(); i++) {
      rows.addAll(rows(file.block(index, i)));
    }
    return rows;
  }

  private static List<String> rows(BlockFormat format, Region payload) {
    return rows(Block.decode(payload, format));
  }

  private static List<String> rows(Block block) {
    List<String> rows = new ArrayList<>();
    BlockCursor cursor = new BlockCursor(block);
    while (cursor.next()) {
      rows.add(show(cursor.copy()));
    }
    return rows;
  }

  private static String show(Row row) {
    return row.key().toUtf8()
        + " "
        + row.kind()
        + " "
        + row.value().toUtf8()
        + " seq "
        + Long.toUnsignedString(row.seq())
        + " created "
        + (row.createMillis().isPresent() ? row.createMillis().getAsLong() : "-")
        + " expires "
        + (row.expireMillis().isPresent() ? row.expireMillis().getAsLong() : "-");
  }

  private static String hash(String key) {
    return Long.toHexString(SipHash13.hash(Bytes.utf8(key)));
  }

  private static BloomFilter bloom(String data) {
    return BloomFilter.decode(Region.whole("object", Bytes.fromHex(data)));
  }

  private static boolean mayContain(String data, Bytes key) {
    return bloom(data).mayContain(SipHash13.hash(key));
  }

  private static SstFilter filter(Bytes payload, List<FilterPolicy> policies) {
    return SstFilter.decode(Region.whole("object", payload), FilterFormat.COMPOSITE, policies);
  }

  private static final class FirstColon implements PrefixExtractor {
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
  }
}
