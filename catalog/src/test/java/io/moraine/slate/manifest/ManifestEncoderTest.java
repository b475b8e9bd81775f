package io.moraine.slate.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.AllManifests.Stored;
import io.moraine.slate.manifest.WriteRefusedException.Reason;
import io.moraine.testing.Fixtures;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManifestEncoderTest {
  private static final StoreLayout LAYOUT = new StoreLayout("db");

  static Stream<String> stores() {
    return Stream.of("slatedb", "moraine", "lakes").flatMap(zip -> Fixtures.names(zip).stream());
  }

  @ParameterizedTest
  @MethodSource("stores")
  void everyManifestIsWrittenWithTheBytesThatSlateDbWrites(String fixture) {
    int complete = 0;
    for (Stored stored : AllManifests.of(fixture).toList()) {
      Manifest manifest;
      try {
        manifest = stored.decode();
      } catch (StoreBeingCreatedException e) {
        continue;
      }
      complete++;
      assertThat(ManifestCodec.encode(manifest)).as(stored.path()).isEqualTo(stored.content());
      assertThat(SequenceTracker.encode(manifest.sequenceTracker().samples()))
          .as(stored.path())
          .satisfies(
              encoded ->
                  assertThat(encoded.map(SequenceTracker::encoded))
                      .isEqualTo(
                          isVersion2(manifest.sequenceTracker())
                              ? Optional.empty()
                              : Optional.of(manifest.sequenceTracker().encoded())));
    }
    assertThat(complete).isPositive();
  }

  private static boolean isVersion2(SequenceTracker tracker) {
    return tracker.encoded().at(0) == 2;
  }

  @Test
  void theFirstManifestIsTheOneThatSlateDbWrites() {
    assertThat(ManifestCodec.encode(Manifest.initial(null)).toHex())
        .isEqualTo(
            "000230000000000000000000260028000000000007000000000000000000000008000c"
                + "001000200014000000000018001c002600000000000001440000003c00000034000000280000"
                + "00100000002400000000000000000000800d0000000100000000000000000000000000000000"
                + "00000000000000000000000000000000000000");
    Manifest segmented = roundTrip(Manifest.initial("moraine-tag-v1"));
    assertThat(segmented.segmentExtractorName()).isEqualTo("moraine-tag-v1");
  }

  @Test
  void aManifestOfVersion1BecomesOneOfVersion2() {
    Manifest old =
        ManifestImages.decode(
            1,
            ManifestImages.manifestV1()
                .u64(3, 4)
                .table(7, ManifestImages.ulid(1))
                .tables(8, ManifestImages.sstV1(2, ManifestImages.info("a", "b")))
                .string(13, ""));
    Manifest stored = roundTrip(old);
    assertThat(stored.formatVersion()).isEqualTo(2);
    assertThat(stored.writerEpoch()).isEqualTo(4);
    assertThat(stored.tree()).isEqualTo(old.tree());
    assertThat(stored.walObjectStoreUri()).isNull();
    assertThat(stored).isEqualTo(old.change().stored().build());
  }

  @Test
  void twoViewsOfOneTableCannotLeaveVersion1() {
    Manifest old =
        ManifestImages.decode(
            1,
            ManifestImages.manifestV1()
                .tables(
                    8,
                    ManifestImages.sstV1(2, ManifestImages.info("a", "b")),
                    ManifestImages.sstV1(2, ManifestImages.info("a", "b"))));
    assertRefused(old);
  }

  @Test
  void whatANewerVersionStoredIsNotLost() {
    assertRefused(ManifestImages.decode(2, ManifestImages.manifestV2().u64(18, 1)));
  }

  @Test
  void tablesOfOtherDatabasesThatNoTreeHasAreForgotten() {
    Manifest manifest =
        ManifestImages.decode(
            2,
            ManifestImages.manifestV2()
                .tables(8, ManifestImages.sst(1, ManifestImages.info("a", "b")))
                .tables(9, ManifestImages.view(7, 1)));
    ExternalDb parent =
        new ExternalDb(
            "parent", new UUID(1, 2), new UUID(3, 4), List.of(new Ulid(0, 1), new Ulid(0, 2)));
    Manifest clone =
        new Manifest(
            5,
            2,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            SequenceTracker.NONE,
            List.of(parent),
            List.of(),
            manifest.tree(),
            List.of(),
            null,
            null,
            false);
    Manifest stored = roundTrip(clone);
    assertThat(stored.externalDbs()).containsExactly(parent.keeping(Set.of(new Ulid(0, 1))));
    assertThat(stored.tree().l0().get(0).table().path()).startsWith("parent/compacted/");
  }

  @Test
  void checkpointsKeepTheirNames() {
    List<Checkpoint> checkpoints =
        List.of(
            new Checkpoint(new UUID(-1, 1), 5, 1_700_000_000, 0, "named"),
            new Checkpoint(new UUID(0, 0), 4, 1, 4_294_967_295L, null));
    Manifest changed = Manifest.initial(null).change().id(5).checkpoints(checkpoints).build();
    assertThat(roundTrip(changed).checkpoints()).isEqualTo(checkpoints);
  }

  private static Manifest roundTrip(Manifest manifest) {
    Bytes encoded = ManifestCodec.encode(manifest);
    return ManifestCodec.decode(LAYOUT, manifest.id(), encoded);
  }

  private static void assertRefused(Manifest manifest) {
    assertThatThrownBy(() -> ManifestCodec.encode(manifest))
        .isInstanceOfSatisfying(
            WriteRefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_CONTENT));
  }
}
