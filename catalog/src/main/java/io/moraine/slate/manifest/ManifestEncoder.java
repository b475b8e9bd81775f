package io.moraine.slate.manifest;

import io.moraine.base.ByteWriter;
import io.moraine.base.Bytes;
import io.moraine.slate.format.FlatBufferWriter;
import io.moraine.slate.format.FlatBufferWriter.Fields;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.WriteRefusedException.Reason;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** Encodes one manifest in version 2; {@link ManifestCodec} tells the layout. One use each. */
final class ManifestEncoder {
  private static final int BYTES_PER_TABLE = 256;

  private final Manifest manifest;
  private final SortedMap<Ulid, SsTableHandle> tables = new TreeMap<>();
  private final FlatBufferWriter out;
  private final SharedTablesEncoder shared;

  private ManifestEncoder(Manifest manifest) {
    this.manifest = manifest;
    allTrees(manifest)
        .flatMap(SsTableTree::views)
        .forEach(view -> tables.put(view.table().id(), view.table()));
    this.out =
        new FlatBufferWriter(
            1024
                + BYTES_PER_TABLE * (tables.size() + manifest.checkpoints().size())
                + manifest.sequenceTracker().encoded().length());
    this.shared = new SharedTablesEncoder(out);
  }

  static Bytes encode(Manifest manifest) {
    checkWritable(manifest);
    ManifestEncoder encoder = new ManifestEncoder(manifest);
    Bytes content = encoder.out.finish(encoder.root());
    return new ByteWriter(2 + content.length())
        .writeU16Be(ManifestCodec.WRITTEN_VERSION)
        .writeBytes(content)
        .toBytes();
  }

  /**
   * Checks that nothing of it would be lost.
   *
   * @throws WriteRefusedException otherwise
   */
  static void checkWritable(Manifest manifest) {
    if (manifest.hasUnknownFields()) {
      throw new WriteRefusedException(
          Reason.UNKNOWN_CONTENT,
          "manifest "
              + Long.toUnsignedString(manifest.id())
              + " was written by a newer version and holds what is not known here;"
              + " writing would lose it");
    }
    allTrees(manifest).forEach(tree -> checkViews(manifest, tree));
  }

  /** In version 1 two views of one table have one id, which version 2 cannot tell apart. */
  private static void checkViews(Manifest manifest, SsTableTree tree) {
    Set<Ulid> ids = new HashSet<>();
    for (SsTableView view : tree.l0()) {
      if (!ids.add(view.id())) {
        throw new WriteRefusedException(
            Reason.UNKNOWN_CONTENT,
            "manifest "
                + Long.toUnsignedString(manifest.id())
                + " is of version 1 and shows table "
                + view.id()
                + " twice, which version 2 cannot hold");
      }
    }
  }

  private static Stream<SsTableTree> allTrees(Manifest manifest) {
    return Stream.concat(
        Stream.of(manifest.tree()), manifest.segments().stream().map(Segment::tree));
  }

  /** Parts lie in the order in which SlateDB writes them. */
  private int root() {
    Fields root =
        out.table()
            .bool(2, true)
            .u64(3, manifest.writerEpoch())
            .u64(4, manifest.compactorEpoch())
            .u64(5, manifest.replayAfterWalId())
            .u64(6, manifest.walIdLastSeen())
            .u64(11, manifest.lastL0ClockTick())
            .u64(13, manifest.lastL0Seq())
            .u64(14, manifest.recentSnapshotMinSeq())
            .reference(8, shared.each(List.copyOf(tables.values()), this::table))
            .reference(9, shared.each(manifest.tree().l0(), this::view));
    Ulid lastCompacted = manifest.tree().lastCompactedL0();
    if (lastCompacted != null) {
      root.reference(7, shared.ulid(lastCompacted));
    }
    root.reference(10, shared.each(manifest.tree().compacted(), this::run))
        .reference(16, shared.each(manifest.segments(), this::segment));
    if (manifest.segmentExtractorName() != null) {
      root.reference(17, out.string(manifest.segmentExtractorName()));
    }
    root.reference(12, shared.each(manifest.checkpoints(), this::checkpoint));
    if (!manifest.externalDbs().isEmpty()) {
      root.reference(1, shared.each(manifest.externalDbs(), this::externalDb));
    }
    if (!manifest.sequenceTracker().encoded().isEmpty()) {
      root.reference(15, out.bytes(manifest.sequenceTracker().encoded()));
    }
    return root.end();
  }

  private int uuid(UUID id) {
    return out.table()
        .u64(0, id.getMostSignificantBits())
        .u64(1, id.getLeastSignificantBits())
        .end();
  }

  private int externalDb(ExternalDb db) {
    List<Ulid> used = db.keeping(tables.keySet()).sstIds();
    Fields fields =
        out.table().reference(0, out.string(db.path())).reference(1, uuid(db.sourceCheckpointId()));
    if (db.finalCheckpointId() != null) {
      fields.reference(2, uuid(db.finalCheckpointId()));
    }
    return fields.reference(3, shared.each(used, shared::ulid)).end();
  }

  private int table(SsTableHandle table) {
    return shared.table(table).optionalU16(2, table.formatVersion()).end();
  }

  private int view(SsTableView view) {
    Fields fields = out.table().reference(1, shared.ulid(view.table().id()));
    if (view.visibleRange() != null) {
      fields.reference(2, shared.range(view.visibleRange()));
    }
    return fields.reference(0, shared.ulid(view.id())).end();
  }

  private int run(SortedRun run) {
    return out.table().u32(0, run.id()).reference(1, shared.each(run.views(), this::view)).end();
  }

  private int segment(Segment segment) {
    Ulid lastCompacted = segment.tree().lastCompactedL0();
    Fields fields =
        out.table()
            .reference(0, out.bytes(segment.prefix()))
            .reference(2, shared.each(segment.tree().l0(), this::view));
    if (lastCompacted != null) {
      fields.reference(1, shared.ulid(lastCompacted));
    }
    return fields.reference(3, shared.each(segment.tree().compacted(), this::run)).end();
  }

  private int checkpoint(Checkpoint checkpoint) {
    Fields fields =
        out.table()
            .reference(0, uuid(checkpoint.id()))
            .u64(1, checkpoint.manifestId())
            .u32(2, checkpoint.expireTimeSeconds())
            .u32(3, checkpoint.createTimeSeconds());
    if (checkpoint.name() != null) {
      fields.reference(6, out.string(Objects.requireNonNull(checkpoint.name())));
    }
    return fields.end();
  }
}
