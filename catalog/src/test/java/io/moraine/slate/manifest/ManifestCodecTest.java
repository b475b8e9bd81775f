package io.moraine.slate.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.CompressionFormat;
import io.moraine.slate.format.FilterFormat;
import io.moraine.slate.format.SsTableInfo;
import io.moraine.slate.format.SsTableInfo.Extent;
import io.moraine.slate.format.SstType;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.SequenceTracker.Sample;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Whole manifests by released builds of SlateDB, or by an encoder of the format's description. */
class ManifestCodecTest {
  private static final String INITIAL_V1 =
      "000128000000240020000000000007000000000000000000000008000c00180010000000"
          + "0000000014002400000000000001340000002c000000240000000c000000000000000000"
          + "00800d00000001000000000000000000000000000000000000000000000000000000";
  private static final String SECOND_V1 =
      "000128000000240028000000000007001800000000000000000008000c00200010000000"
          + "00000000140024000000000000013c000000340000002c00000014000000010000000000"
          + "000000000000000000800d00000001000000000000000000000000000000000000000000"
          + "000000000000";
  private static final String FIRST_L0_V1 =
      "00012800000024004c000000000007001800000020002800000008000c00300010003800"
          + "000040001400240000000000000170000000680000006000000038000000010000000000"
          + "000003000000000000000300000000000000ecc1ce28a201000005000000000000000500"
          + "000000000000000000001d00000001010000000000000100000000000000010000000100"
          + "0000006b0c7ea8000000000000000000000001000000100000000c00100008000c000000"
          + "06000c00000000000200780000001c0000001800400004000c0014001c00240000000000"
          + "08002c003400180000004400000038000000970000000000000034000000000000008a00"
          + "0000000000000d00000000000000cb000000000000006c00000000000000000000000400"
          + "00006d6b6579040000006b6579310800140004000c0008000000cd21edc1ce28a201c619"
          + "b1adbfedb156";
  private static final String INITIAL_V2 =
      "000230000000000000000000260028000000000007000000000000000000000008000c00"
          + "1000200014000000000018001c002600000000000001440000003c000000340000002800"
          + "0000100000002400000000000000000000800d0000000100000000000000000000000000"
          + "00000000000000000000000000000000000000000000";
  private static final String SECOND_V2 =
      "000230000000000000000000260030000000000007002000000000000000000008000c00"
          + "1000280014000000000018001c0026000000000000014c000000440000003c0000003000"
          + "0000180000002c000000010000000000000000000000000000800d000000010000000000"
          + "000000000000000000000000000000000000000000000000000000000000";
  private static final String SEGMENTED_V2 =
      "0002300000002800510000000000500020000000280030000000040008000c0038001000"
          + "40004800140018001c00000000002c000000500000000c0100000c0100000c0100000c01"
          + "00002c010000b80100000100000000000000020000000000000002000000000000000068"
          + "e5cf8b0100000a000000000000000a000000000000000100000001000000100000000a00"
          + "0e00040008000c0000000c00000014000000480000000200080018000800100000000a00"
          + "00000000000002017b68e5cf8b010a090807060504031a00410004001000180020002800"
          + "000000000800300038004000000000000000200000004000000048000000000000003a00"
          + "000000000000380000000000000023000000000000001700000000000000720000000000"
          + "00006e000000000000000100000006000000736567313a61000006000000736567313a61"
          + "00000000000000000000000000001d000000010100000000000001000000000000000a00"
          + "000001000000006553f10000000001000000100000000c0010000400000008000c000c00"
          + "00000c000000100000006c0000000400000073656731010000000c00000008000c000400"
          + "08000800000014000000300000000800180008001000000000000c000000000000000201"
          + "7b68e5cf8b010a090807060504030800180008001000080000000000000002017b68e5cf"
          + "8b010a09080706050403000000000b00000066697273742d636f6c6f6e00";

  @Test
  void theFirstManifestOfAnEmptyStoreSaysNothing() {
    for (String hex : List.of(INITIAL_V1, INITIAL_V2)) {
      Manifest manifest = decode(1, hex);
      assertThat(manifest.id()).isEqualTo(1);
      assertThat(manifest.writerEpoch()).isZero();
      assertThat(manifest.compactorEpoch()).isZero();
      assertThat(manifest.replayAfterWalId()).isZero();
      assertThat(manifest.walIdLastSeen()).isZero();
      assertThat(manifest.lastL0ClockTick()).isEqualTo(Long.MIN_VALUE);
      assertThat(manifest.lastL0Seq()).isZero();
      assertThat(manifest.recentSnapshotMinSeq()).isZero();
      assertThat(manifest.sequenceTracker().encoded().length()).isEqualTo(13);
      assertThat(manifest.sequenceTracker().samples()).isEmpty();
      assertThat(manifest.checkpoints()).isEmpty();
      assertThat(manifest.externalDbs()).isEmpty();
      assertThat(manifest.tree()).isEqualTo(new SsTableTree(null, List.of(), List.of()));
      assertThat(manifest.segments()).isEmpty();
      assertThat(manifest.segmentExtractorName()).isNull();
      assertThat(manifest.walObjectStoreUri()).isNull();
      assertThat(manifest.hasUnknownFields()).isFalse();
    }
    assertThat(decode(1, INITIAL_V1).formatVersion()).isEqualTo(1);
    assertThat(decode(1, INITIAL_V2).formatVersion()).isEqualTo(2);
  }

  @Test
  void theFirstWriterTakesTheFirstEpoch() {
    assertThat(decode(2, SECOND_V1).writerEpoch()).isEqualTo(1);
    assertThat(decode(2, SECOND_V2).writerEpoch()).isEqualTo(1);
  }

  @Test
  void aManifestOfVersion1HoldsItsTables() {
    Manifest manifest = decode(3, FIRST_L0_V1);
    assertThat(manifest.writerEpoch()).isEqualTo(1);
    assertThat(manifest.replayAfterWalId()).isEqualTo(3);
    assertThat(manifest.walIdLastSeen()).isEqualTo(3);
    assertThat(manifest.lastL0Seq()).isEqualTo(5);
    assertThat(manifest.recentSnapshotMinSeq()).isEqualTo(5);
    assertThat(manifest.lastL0ClockTick()).isEqualTo(1795980968428L);
    assertThat(manifest.sequenceTracker().samples()).containsExactly(new Sample(1, 0x6b0c7ea8L));
    assertThat(manifest.tree().compacted()).isEmpty();
    assertThat(manifest.tree().l0())
        .containsExactly(
            view(
                "01M8MCXGFD476NDCFDQYPV26E6",
                new SsTableInfo(
                    Bytes.utf8("key1"),
                    Bytes.utf8("mkey"),
                    new Extent(0x97, 0x34),
                    new Extent(0x8a, 0xd),
                    new Extent(0xcb, 0x6c),
                    CompressionFormat.NONE,
                    SstType.COMPACTED,
                    FilterFormat.LEGACY,
                    false)));
    assertThat(manifest.tree().l0().get(0).effectiveRange())
        .isEqualTo(
            new BytesRange(
                BytesBound.included(Bytes.utf8("key1")), BytesBound.included(Bytes.utf8("mkey"))));
  }

  @Test
  void aSegmentedManifestHoldsATreeForEachPrefix() {
    Manifest manifest = decode(9, SEGMENTED_V2);
    assertThat(manifest.writerEpoch()).isEqualTo(1);
    assertThat(manifest.replayAfterWalId()).isEqualTo(2);
    assertThat(manifest.walIdLastSeen()).isEqualTo(2);
    assertThat(manifest.lastL0Seq()).isEqualTo(10);
    assertThat(manifest.recentSnapshotMinSeq()).isEqualTo(10);
    assertThat(manifest.lastL0ClockTick()).isEqualTo(1700000000000L);
    assertThat(manifest.sequenceTracker().samples()).containsExactly(new Sample(10, 1700000000));
    assertThat(manifest.segmentExtractorName()).isEqualTo("first-colon");
    assertThat(manifest.tree()).isEqualTo(new SsTableTree(null, List.of(), List.of()));
    SsTableView view =
        view(
            "01HF7YAT3V041061050R3GG28A",
            new SsTableInfo(
                Bytes.utf8("seg1:a"),
                Bytes.utf8("seg1:a"),
                new Extent(58, 56),
                new Extent(35, 23),
                new Extent(114, 110),
                CompressionFormat.NONE,
                SstType.COMPACTED,
                FilterFormat.COMPOSITE,
                false));
    assertThat(manifest.segments())
        .containsExactly(
            new Segment(Bytes.utf8("seg1"), new SsTableTree(null, List.of(view), List.of())));
    assertThat(manifest.views()).containsExactly(view);
  }

  private static SsTableView view(String id, SsTableInfo info) {
    Ulid ulid = Ulid.parse(id).orElseThrow();
    Bytes first = Objects.requireNonNull(info.firstEntry());
    return new SsTableView(
        ulid, new SsTableHandle(ulid, "db/compacted/" + id + ".sst", 2, first, info), null);
  }

  private static Manifest decode(long id, String hex) {
    return ManifestCodec.decode(new StoreLayout("db"), id, Bytes.fromHex(hex));
  }
}
