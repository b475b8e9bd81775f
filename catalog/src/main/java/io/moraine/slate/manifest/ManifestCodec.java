package io.moraine.slate.manifest;

import io.moraine.base.Bytes;
import io.moraine.slate.format.FlatBufferReader;
import io.moraine.slate.format.FlatBufferReader.Table;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.SlateFormatException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes manifests, of both versions, and encodes them, in the newer one.
 *
 * <p>Layout: {@code u16} big-endian version, 1 or 2, then a FlatBuffer whose root is ManifestV1 or
 * ManifestV2. No checksum, no compression. Slots of both: 0 manifest_id u64 (never set; the name
 * tells), 1 external_dbs [ExternalDb], 2 initialized bool, 3 writer_epoch u64, 4 compactor_epoch
 * u64, 5 replay_after_wal_id u64, 6 wal_id_last_seen u64.
 *
 * <p>Then of ManifestV1: 7 l0_last_compacted Ulid, 8 l0 [CompactedSsTable], 9 compacted
 * [SortedRun], 10 last_l0_clock_tick i64, 11 checkpoints [Checkpoint], 12 last_l0_seq u64, 13
 * wal_object_store_uri string, 14 recent_snapshot_min_seq u64, 15 sequence_tracker [ubyte].
 *
 * <p>And of ManifestV2: 7 last_compacted_l0_sst_view_id Ulid, 8 ssts [CompactedSsTableV2], 9 l0
 * [CompactedSsTableView], 10 compacted [SortedRunV2], 11 last_l0_clock_tick i64, 12 checkpoints
 * [Checkpoint], 13 last_l0_seq u64, 14 recent_snapshot_min_seq u64, 15 sequence_tracker [ubyte], 16
 * segments [Segment], 17 segment_extractor_name string.
 *
 * <p>Source: SlateDB {@code schemas/manifest.fbs} and {@code slatedb/src/flatbuffer_types.rs} at
 * e0161973, the same in 0.18.0.
 */
final class ManifestCodec {
  /** The version that is written, whatever was read: older peers than 0.16 are not supported. */
  static final int WRITTEN_VERSION = 2;

  private static final int SLOTS_V1 = 16;
  private static final int SLOTS_V2 = 18;

  private ManifestCodec() {}

  /**
   * Decodes the manifest numbered {@code id}, and checks that it can be true.
   *
   * @param layout where the database's own tables lie
   * @throws SlateFormatException if the bytes are damaged or of an unknown version
   * @throws StoreBeingCreatedException if it says that its database is not complete
   */
  static Manifest decode(StoreLayout layout, long id, Bytes bytes) {
    Region region = Region.whole(layout.manifest(id), bytes);
    int version = region.reader().readU16Be();
    if (version != 1 && version != 2) {
      throw region.at(0, "manifest version " + version + ", known are 1 and 2");
    }
    Table root = FlatBufferReader.root(region.slice(2, bytes.length()));
    if (!root.bool(2)) {
      throw new StoreBeingCreatedException(region.object());
    }
    return version == 1 ? decodeV1(layout, id, root, region) : decodeV2(layout, id, root, region);
  }

  private static Manifest decodeV1(StoreLayout layout, long id, Table root, Region region) {
    KnownFields known = new KnownFields();
    SharedTables shared = new SharedTables(known);
    known.of(root, SLOTS_V1);
    List<ExternalDb> externalDbs = SharedTables.each(root.tables(1), shared::externalDb);
    SsTableTree tree =
        new TreeDecoder(known, layout, externalDbs)
            .treeV1(
                shared.ulidIfAny(root.table(7)),
                root.requiredTables(8, "ManifestV1.l0"),
                root.requiredTables(9, "ManifestV1.compacted"));
    List<Checkpoint> checkpoints =
        SharedTables.each(root.requiredTables(11, "ManifestV1.checkpoints"), shared::checkpoint);
    return new Manifest(
        id,
        1,
        root.u64(3),
        root.u64(4),
        root.u64(5),
        root.u64(6),
        root.i64(10),
        root.u64(12),
        root.u64(14),
        tracker(region, root.bytes(15)),
        externalDbs,
        checkpoints,
        tree,
        List.of(),
        null,
        root.string(13),
        known.exceeded());
  }

  private static Manifest decodeV2(StoreLayout layout, long id, Table root, Region region) {
    KnownFields known = new KnownFields();
    SharedTables shared = new SharedTables(known);
    known.of(root, SLOTS_V2);
    List<ExternalDb> externalDbs = SharedTables.each(root.tables(1), shared::externalDb);
    TreeDecoder trees = new TreeDecoder(known, layout, externalDbs);
    trees.tablesV2(root.requiredTables(8, "ManifestV2.ssts"));
    SsTableTree tree =
        trees.treeV2(
            root,
            shared.ulidIfAny(root.table(7)),
            root.requiredTables(9, "ManifestV2.l0"),
            root.requiredTables(10, "ManifestV2.compacted"));
    List<Checkpoint> checkpoints =
        SharedTables.each(root.requiredTables(12, "ManifestV2.checkpoints"), shared::checkpoint);
    List<Segment> segments = trees.segments(root.tables(16));
    return new Manifest(
        id,
        2,
        root.u64(3),
        root.u64(4),
        root.u64(5),
        root.u64(6),
        root.i64(11),
        root.u64(13),
        root.u64(14),
        tracker(region, root.bytes(15)),
        externalDbs,
        checkpoints,
        tree,
        segments,
        root.string(17),
        null,
        known.exceeded());
  }

  /**
   * Encodes {@code manifest} in version 2. References to tables of other databases that no tree has
   * any more are left out.
   *
   * @throws WriteRefusedException if that would lose something
   */
  static Bytes encode(Manifest manifest) {
    return ManifestEncoder.encode(manifest);
  }

  private static SequenceTracker tracker(Region manifest, @Nullable Bytes encoded) {
    if (encoded == null) {
      return SequenceTracker.NONE;
    }
    int offset = encoded.arrayOffset() - manifest.bytes().arrayOffset();
    return SequenceTracker.decode(new Region(manifest.object(), offset, encoded));
  }
}
