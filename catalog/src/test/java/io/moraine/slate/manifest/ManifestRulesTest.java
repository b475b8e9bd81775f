package io.moraine.slate.manifest;

import static io.moraine.slate.manifest.ManifestImages.decode;
import static io.moraine.slate.manifest.ManifestImages.excluded;
import static io.moraine.slate.manifest.ManifestImages.included;
import static io.moraine.slate.manifest.ManifestImages.info;
import static io.moraine.slate.manifest.ManifestImages.manifestV1;
import static io.moraine.slate.manifest.ManifestImages.manifestV2;
import static io.moraine.slate.manifest.ManifestImages.range;
import static io.moraine.slate.manifest.ManifestImages.run;
import static io.moraine.slate.manifest.ManifestImages.segment;
import static io.moraine.slate.manifest.ManifestImages.sst;
import static io.moraine.slate.manifest.ManifestImages.sstV1;
import static io.moraine.slate.manifest.ManifestImages.ulid;
import static io.moraine.slate.manifest.ManifestImages.unbounded;
import static io.moraine.slate.manifest.ManifestImages.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.FlatBufferImage;
import io.moraine.slate.format.FlatBufferImage.TableImage;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.format.Ulid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold in a manifest; every breach is refused with path and byte. */
class ManifestRulesTest {
  @Test
  void tablesAreViewedThroughTheirIdsAndRanges() {
    TableImage narrowed = view(12, 1).table(2, range(included("c"), excluded("f")));
    Manifest manifest =
        decode(
            2,
            manifestV2()
                .tables(8, sst(1, info("b", "m")), sst(2, info("n", "z")))
                .tables(9, narrowed)
                .tables(10, run(4, view(1, 1), view(2, 2))));
    SsTableView view = manifest.tree().l0().get(0);
    assertThat(view.id()).isEqualTo(new Ulid(0, 12));
    assertThat(view.table().id()).isEqualTo(new Ulid(0, 1));
    assertThat(view.table().path()).isEqualTo("db/compacted/00000000000000000000000001.sst");
    assertThat(view.effectiveRange())
        .isEqualTo(
            new BytesRange(
                BytesBound.included(Bytes.utf8("c")), BytesBound.excluded(Bytes.utf8("f"))));
    assertThat(manifest.tree().compacted().get(0).views()).hasSize(2);
    assertThat(manifest.views()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 0xffff})
  void anUnknownVersionIsRefused(int version) {
    assertRefused(version, manifestV2(), "manifest version " + version + ", known are 1 and 2");
  }

  @Test
  void aStoreThatIsNotCompleteIsBeingCreated() {
    assertThatThrownBy(() -> decode(2, manifestV2().u8(2, 0)))
        .isInstanceOf(StoreBeingCreatedException.class)
        .hasMessageStartingWith("db/manifest/00000000000000000005.manifest: ");
  }

  @Test
  void requiredVectorsMustBeThere() {
    for (int slot : new int[] {8, 9, 10, 12}) {
      assertRefused(2, manifestV2().without(slot), "required field ManifestV2.");
    }
    for (int slot : new int[] {8, 9, 11}) {
      assertRefused(1, manifestV1().without(slot), "required field ManifestV1.");
    }
  }

  @Test
  void everyTableHasItsFirstKey() {
    assertRefused(2, oneTable(info("a", "b").without(0)), "without first_entry");
    assertRefused(
        1, manifestV1().tables(8, sstV1(1, info("a", "b").without(0))), "without first_entry");
  }

  @Test
  void blocksOfUnknownVersionsAreRefused() {
    assertRefused(
        2,
        manifestV2().tables(8, sst(1, info("a", "b")).u16(2, 3)),
        "of format_version 3, known are 1 and 2");
    Manifest old = decode(1, manifestV1().tables(8, sstV1(1, info("a", "b")).without(3)));
    assertThat(old.tree().l0().get(0).table().formatVersion()).isEqualTo(1);
  }

  @Test
  void unknownCodesAreRefused() {
    assertRefused(2, oneTable(info("a", "b").u8(5, 5)), "unknown compression_format 5");
    assertRefused(2, oneTable(info("a", "b").u8(6, 2)), "unknown sst_type 2");
    assertRefused(2, oneTable(info("a", "b").u8(10, 0xff)), "unknown filter_format -1");
    assertRefused(2, oneTable(info("a", "b").u64(1, -1)), "is beyond any file");
  }

  @Test
  void aBoundHasAKeyExactlyIfItIsOne() {
    assertRefused(2, visible(unbounded().string(0, ""), unbounded()), "bound_type 1 with a key");
    assertRefused(2, visible(included("b").without(0), unbounded()), "bound_type 2 without a key");
    assertRefused(2, visible(included("b"), excluded("c").u8(1, 4)), "unknown bound_type 4");
    assertRefused(2, visible(included("b").u8(1, 0), unbounded()), "unknown bound_type 0");
    assertThat(decode(2, visible(unbounded(), unbounded())).views()).hasSize(1);
    assertThat(decode(2, visible(included(""), unbounded())).views()).hasSize(1);
  }

  @Test
  void aVisibleRangeStartsWithItsKeyAndShowsSomething() {
    assertRefused(2, visible(excluded("b"), unbounded()), "starts with an excluded key");
    assertRefused(2, visible(included("c"), excluded("c")), "visible_range is empty");
    assertRefused(2, visible(included("y"), included("z")), "shows no key of its table");
    assertRefused(2, visible(unbounded(), excluded("b")), "shows no key of its table");
  }

  @Test
  void everyViewIsOfAListedTable() {
    assertRefused(
        2,
        manifestV2().tables(9, view(1, 7)),
        "view of table 00000000000000000000000007, which is not listed");
    assertRefused(
        2,
        manifestV2().tables(8, sst(1, info("a", "b")), sst(1, info("a", "b"))),
        "table 00000000000000000000000001 is listed twice");
  }

  @Test
  void sortedRunsDescendAndHaveIdsOfTheirOwn() {
    TableImage ssts = manifestV2().tables(8, sst(1, info("a", "b")));
    assertRefused(
        2,
        ssts.tables(10, run(3, view(1, 1)), run(4, view(1, 1))),
        "sorted run 4 follows 3, expected descending");
    assertRefused(
        2,
        ssts.tables(10, run(3, view(1, 1)), run(3, view(1, 1))),
        "sorted run 3 follows 3, expected descending");
    assertRefused(
        2,
        ssts.tables(10).tables(16, segment("a", run(3, view(1, 1))), segment("b", run(3))),
        "sorted run 3 is in two trees");
  }

  @Test
  void tablesOfARunDoNotOverlapButMayShareAKey() {
    TableImage ssts =
        manifestV2()
            .tables(
                8,
                sst(1, info("a", "c")),
                sst(2, info("c", "e")),
                sst(3, info("b", "d").without(7)));
    assertThat(decode(2, ssts.tables(10, run(1, view(1, 1), view(2, 2)))).views()).hasSize(2);
    assertThat(decode(2, ssts.tables(10, run(1, view(3, 3), view(2, 2)))).views()).hasSize(2);
    assertRefused(
        2, ssts.tables(10, run(1, view(2, 2), view(1, 1))), "tables of a sorted run overlap");
    assertRefused(
        2, ssts.tables(10, run(1, view(1, 1), view(3, 3))), "tables of a sorted run overlap");
  }

  @Test
  void segmentsAscendWithoutNesting() {
    assertRefused(2, manifestV2().tables(16, segment("b"), segment("a")), "expected ascending");
    assertRefused(2, manifestV2().tables(16, segment("a"), segment("a")), "expected ascending");
    assertRefused(
        2, manifestV2().tables(16, segment("a"), segment("ab")), "segment 6162 lies within");
    assertRefused(2, manifestV2().tables(16, segment("")), "segment with an empty prefix");
  }

  @Test
  void viewsOfAnL0AreUniqueAndNotYetCompacted() {
    TableImage ssts = manifestV2().tables(8, sst(1, info("a", "b")));
    assertRefused(2, ssts.tables(9, view(4, 1), view(4, 1)), "l0 has two views");
    assertRefused(
        2, ssts.tables(9, view(4, 1), view(5, 1)).table(7, ulid(5)), "that was last compacted");
    assertThat(decode(2, ssts.table(7, ulid(6))).tree().lastCompactedL0())
        .isEqualTo(new Ulid(0, 6));
  }

  @Test
  void twoViewsOfOneTableHaveOneIdInVersion1() {
    Manifest manifest =
        decode(
            1,
            manifestV1()
                .table(7, ulid(9))
                .tables(
                    8,
                    sstV1(1, info("a", "z")).table(2, range(unbounded(), excluded("m"))),
                    sstV1(1, info("a", "z")).table(2, range(included("m"), unbounded())))
                .string(13, ""));
    assertThat(manifest.tree().l0()).extracting(SsTableView::id).containsOnly(new Ulid(0, 1));
    assertThat(manifest.tree().lastCompactedL0()).isEqualTo(new Ulid(0, 9));
    assertThat(manifest.walObjectStoreUri()).isEmpty();
  }

  @Test
  void tablesOfAnExternalDatabaseLieThere() {
    TableImage external =
        FlatBufferImage.table().string(0, "/lakes/parent/").table(1, ulid(1)).tables(3, ulid(1));
    Manifest manifest =
        decode(
            2,
            manifestV2()
                .tables(1, external)
                .tables(8, sst(1, info("a", "b")), sst(2, info("a", "b")))
                .tables(9, view(1, 1), view(2, 2)));
    assertThat(manifest.views().map(view -> view.table().path()))
        .containsExactly(
            "lakes/parent/compacted/00000000000000000000000001.sst",
            "db/compacted/00000000000000000000000002.sst");
    assertThat(manifest.externalDbs().get(0).finalCheckpointId()).isNull();
    assertRefused(
        2,
        manifestV2().tables(1, external.string(0, "../secret")),
        "external database at '../secret', which is no path");
  }

  @Test
  void aBrokenTrackerIsRefusedWhereItStands() {
    TableImage manifest = manifestV2().bytes(15, Bytes.fromHex("07"));
    assertRefused(2, manifest, "sequence tracker version 7, known are 1 and 2");
    Bytes stored = ManifestImages.encode(2, manifest);
    assertThatThrownBy(() -> decode(2, manifest))
        .isInstanceOfSatisfying(
            SlateFormatException.class,
            e -> assertThat(stored.at((int) e.offset())).isEqualTo((byte) 7));
    assertThat(decode(2, manifestV2()).sequenceTracker().samples()).isEmpty();
  }

  @Test
  void unknownFieldsAreReadOverAndReported() {
    assertThat(decode(2, manifestV2()).hasUnknownFields()).isFalse();
    assertThat(decode(2, manifestV2().u64(18, 1)).hasUnknownFields()).isTrue();
    assertThat(decode(1, manifestV1().u64(16, 1)).hasUnknownFields()).isTrue();
    assertThat(decode(2, oneTable(info("a", "b").u8(11, 1))).hasUnknownFields()).isTrue();
    assertThat(decode(2, visible(included("a").u8(2, 1), unbounded())).hasUnknownFields()).isTrue();
    TableImage checkpoint = FlatBufferImage.table().table(0, ulid(1)).u64(1, 3).u8(4, 2);
    assertThat(decode(2, manifestV2().tables(12, checkpoint)).hasUnknownFields()).isTrue();
  }

  private static TableImage oneTable(TableImage info) {
    return manifestV2().tables(8, sst(1, info)).tables(9, view(1, 1));
  }

  /** One table with keys from b to x, cut to a range. */
  private static TableImage visible(TableImage start, TableImage end) {
    return manifestV2()
        .tables(8, sst(1, info("b", "x")))
        .tables(9, view(1, 1).table(2, range(start, end)));
  }

  private static void assertRefused(int version, TableImage root, String problem) {
    assertThatThrownBy(() -> decode(version, root))
        .isInstanceOf(SlateFormatException.class)
        .hasMessageStartingWith("db/manifest/00000000000000000005.manifest at byte ")
        .hasMessageContaining(problem);
  }
}
