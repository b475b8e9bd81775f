package io.moraine.slate.manifest;

import io.moraine.slate.format.Ulid;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a manifest that differs in few members from another. Not thread-safe. */
public final class ManifestBuilder {
  private long id;
  private int formatVersion;
  private long writerEpoch;
  private long compactorEpoch;
  private long replayAfterWalId;
  private long walIdLastSeen;
  private long lastL0ClockTick;
  private long lastL0Seq;
  private long recentSnapshotMinSeq;
  private SequenceTracker sequenceTracker;
  private List<ExternalDb> externalDbs;
  private List<Checkpoint> checkpoints;
  private SsTableTree tree;
  private List<Segment> segments;
  private final @Nullable String segmentExtractorName;
  private @Nullable String walObjectStoreUri;
  private final boolean hasUnknownFields;

  ManifestBuilder(Manifest base) {
    id = base.id();
    formatVersion = base.formatVersion();
    writerEpoch = base.writerEpoch();
    compactorEpoch = base.compactorEpoch();
    replayAfterWalId = base.replayAfterWalId();
    walIdLastSeen = base.walIdLastSeen();
    lastL0ClockTick = base.lastL0ClockTick();
    lastL0Seq = base.lastL0Seq();
    recentSnapshotMinSeq = base.recentSnapshotMinSeq();
    sequenceTracker = base.sequenceTracker();
    externalDbs = base.externalDbs();
    checkpoints = base.checkpoints();
    tree = base.tree();
    segments = base.segments();
    segmentExtractorName = base.segmentExtractorName();
    walObjectStoreUri = base.walObjectStoreUri();
    hasUnknownFields = base.hasUnknownFields();
  }

  /** The number in its name. */
  public ManifestBuilder id(long value) {
    id = value;
    return this;
  }

  /** The number of the writer in charge. */
  public ManifestBuilder writerEpoch(long value) {
    writerEpoch = value;
    return this;
  }

  /** The number of the compactor in charge. */
  public ManifestBuilder compactorEpoch(long value) {
    compactorEpoch = value;
    return this;
  }

  /** The last write-ahead log object that the writer knows durable. */
  public ManifestBuilder walIdLastSeen(long value) {
    walIdLastSeen = value;
    return this;
  }

  /** Where tables of other databases lie. */
  public ManifestBuilder externalDbs(List<ExternalDb> value) {
    externalDbs = value;
    return this;
  }

  /** What pins manifests. */
  public ManifestBuilder checkpoints(List<Checkpoint> value) {
    checkpoints = value;
    return this;
  }

  /** The tables, as the one tree and as those of segments. */
  public ManifestBuilder trees(SsTableTree root, List<Segment> all) {
    tree = root;
    segments = all;
    return this;
  }

  /**
   * What a flush leaves behind.
   *
   * @param afterWalId rows of log objects up to this one are in tables
   * @param seq largest sequence number of a row in tables
   * @param tick largest creation time of a row in tables, milliseconds since 1970-01-01 UTC
   */
  public ManifestBuilder flushed(long afterWalId, long seq, long tick, SequenceTracker tracker) {
    replayAfterWalId = afterWalId;
    lastL0Seq = seq;
    recentSnapshotMinSeq = seq;
    lastL0ClockTick = tick;
    sequenceTracker = tracker;
    return this;
  }

  /** As {@link #flushed}, and everything else that a writer owns, as {@code own} has it. */
  public ManifestBuilder ownedByWriter(Manifest own) {
    replayAfterWalId = own.replayAfterWalId();
    walIdLastSeen = own.walIdLastSeen();
    lastL0ClockTick = own.lastL0ClockTick();
    lastL0Seq = own.lastL0Seq();
    recentSnapshotMinSeq = own.recentSnapshotMinSeq();
    sequenceTracker = own.sequenceTracker();
    return this;
  }

  /** As it is read once it was written: what the written version does not hold is gone. */
  ManifestBuilder stored() {
    formatVersion = ManifestCodec.WRITTEN_VERSION;
    walObjectStoreUri = null;
    Set<Ulid> used = new HashSet<>();
    Stream.concat(Stream.of(tree), segments.stream().map(Segment::tree))
        .flatMap(SsTableTree::views)
        .forEach(view -> used.add(view.table().id()));
    externalDbs = externalDbs.stream().map(each -> each.keeping(used)).toList();
    return this;
  }

  /** The manifest. */
  public Manifest build() {
    return new Manifest(
        id,
        formatVersion,
        writerEpoch,
        compactorEpoch,
        replayAfterWalId,
        walIdLastSeen,
        lastL0ClockTick,
        lastL0Seq,
        recentSnapshotMinSeq,
        sequenceTracker,
        externalDbs,
        checkpoints,
        tree,
        segments,
        segmentExtractorName,
        walObjectStoreUri,
        hasUnknownFields);
  }
}
