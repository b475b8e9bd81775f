package io.moraine.slate.manifest;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One description of a store's live objects. Never changed; the next one replaces it. Ids, epochs
 * and sequence numbers are unsigned 64 bits.
 *
 * @param id the number in its name, from 1
 * @param formatVersion 1 or 2
 * @param writerEpoch the number of the writer in charge; a higher one fences it
 * @param compactorEpoch the same for compactors
 * @param replayAfterWalId rows of write-ahead log objects up to this one are in tables
 * @param walIdLastSeen the last write-ahead log object the writer knew durable
 * @param lastL0ClockTick largest creation time of a row in tables, milliseconds since 1970-01-01
 *     UTC; {@code Long.MIN_VALUE} if there is none
 * @param lastL0Seq largest sequence number of a row in tables
 * @param recentSnapshotMinSeq oldest sequence number that readers of the writer needed
 * @param sequenceTracker which sequence number was current when
 * @param externalDbs where tables of other databases lie
 * @param checkpoints what pins manifests
 * @param tree the tables, unless there are segments: those own all tables then
 * @param segments ascending by prefix
 * @param segmentExtractorName the function that tells a key's segment; null for a store without
 *     segments
 * @param walObjectStoreUri null unless the write-ahead log lies in another object store; version 2
 *     does not tell
 * @param hasUnknownFields whether a newer version stored more than is known here; such a manifest
 *     can be read but must not be rewritten
 */
public record Manifest(
    long id,
    int formatVersion,
    long writerEpoch,
    long compactorEpoch,
    long replayAfterWalId,
    long walIdLastSeen,
    long lastL0ClockTick,
    long lastL0Seq,
    long recentSnapshotMinSeq,
    SequenceTracker sequenceTracker,
    List<ExternalDb> externalDbs,
    List<Checkpoint> checkpoints,
    SsTableTree tree,
    List<Segment> segments,
    @Nullable String segmentExtractorName,
    @Nullable String walObjectStoreUri,
    boolean hasUnknownFields) {
  /** Takes copies of the lists. */
  public Manifest {
    externalDbs = List.copyOf(externalDbs);
    checkpoints = List.copyOf(checkpoints);
    segments = List.copyOf(segments);
  }

  /** The first manifest of a new database, whose keys {@code segmentExtractorName} cuts. */
  static Manifest initial(@Nullable String segmentExtractorName) {
    return new Manifest(
        1,
        ManifestCodec.WRITTEN_VERSION,
        0,
        0,
        0,
        0,
        Long.MIN_VALUE,
        0,
        0,
        SequenceTracker.EMPTY,
        List.of(),
        List.of(),
        SsTableTree.EMPTY,
        List.of(),
        segmentExtractorName,
        null,
        false);
  }

  /** Begins a changed copy. */
  public ManifestBuilder change() {
    return new ManifestBuilder(this);
  }

  /** The checkpoint with this id. */
  public Optional<Checkpoint> findCheckpoint(UUID checkpointId) {
    return checkpoints.stream().filter(each -> each.id().equals(checkpointId)).findFirst();
  }

  /** The trees to read: the segments' if there are any, else the one tree. */
  public List<SsTableTree> trees() {
    return segments.isEmpty() ? List.of(tree) : segments.stream().map(Segment::tree).toList();
  }

  /** All views of the trees to read. */
  public Stream<SsTableView> views() {
    return trees().stream().flatMap(SsTableTree::views);
  }
}
