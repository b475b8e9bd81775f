package io.moraine.model;

import io.moraine.base.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What lies at a location: the newest manifest, what it names, and the objects around it.
 *
 * @param location the location
 * @param formatVersion format of the lake, from its format record
 * @param writerVersion release that wrote the format record
 * @param manifestId id of the newest manifest
 * @param manifestVersion version of its encoding
 * @param writerEpoch epoch of the writer in charge
 * @param compactorEpoch epoch of the compactor in charge
 * @param replayAfterWalId write-ahead log objects up to this id are in tables
 * @param walIdLastSeen last write-ahead log object the writer knew durable
 * @param lastSequence highest sequence number in tables
 * @param segmentExtractor name of the function that splits keys into segments
 * @param checkpoints the manifest's checkpoints, as stored
 * @param publication which of them the writer in charge published last; empty if it publishes
 *     nothing, or none that is unexpired
 * @param segments the trees, in key order
 * @param wal the write-ahead log objects that exist, ascending by id
 * @param objects count and size of the objects in each folder
 * @param position commit position of the newest revision
 * @param latestSnapshotAt time of the newest snapshot, if its record is there
 */
public record StoreInspection(
    String location,
    long formatVersion,
    String writerVersion,
    long manifestId,
    int manifestVersion,
    long writerEpoch,
    long compactorEpoch,
    long replayAfterWalId,
    long walIdLastSeen,
    long lastSequence,
    Optional<String> segmentExtractor,
    List<Checkpoint> checkpoints,
    Optional<UUID> publication,
    List<Segment> segments,
    List<WalObject> wal,
    List<Folder> objects,
    CommitPosition position,
    Optional<Instant> latestSnapshotAt) {
  public StoreInspection {
    checkpoints = List.copyOf(checkpoints);
    segments = List.copyOf(segments);
    wal = List.copyOf(wal);
    objects = List.copyOf(objects);
  }

  /**
   * A checkpoint.
   *
   * @param id its id
   * @param name its name, if any
   * @param manifestId the manifest it pins
   * @param createdAt when it was made
   * @param expiresAt when it expires, or empty for never
   */
  public record Checkpoint(
      UUID id,
      Optional<String> name,
      long manifestId,
      Instant createdAt,
      Optional<Instant> expiresAt) {}

  /**
   * One tree of tables.
   *
   * @param prefix the keys it owns
   * @param l0 tables flushed from the write-ahead log and not yet compacted, newest first
   * @param runs sorted runs, newest first
   */
  public record Segment(Bytes prefix, List<SsTable> l0, List<SortedRun> runs) {
    public Segment {
      l0 = List.copyOf(l0);
      runs = List.copyOf(runs);
    }
  }

  /**
   * A sorted run.
   *
   * @param id its id
   * @param tables its tables, ascending by key
   */
  public record SortedRun(long id, List<SsTable> tables) {
    public SortedRun {
      tables = List.copyOf(tables);
    }
  }

  /**
   * A table object.
   *
   * @param id its ULID
   * @param sizeBytes size of the object; 0 if it lies in another store's folder
   * @param firstKey its first key
   */
  public record SsTable(String id, long sizeBytes, Bytes firstKey) {}

  /**
   * A write-ahead log object.
   *
   * @param id its id
   * @param sizeBytes its size
   */
  public record WalObject(long id, long sizeBytes) {}

  /**
   * The objects of one folder.
   *
   * @param name {@code manifest}, {@code wal}, {@code compacted}, {@code compactions} or {@code gc}
   * @param objects how many
   * @param bytes their size
   */
  public record Folder(String name, long objects, long bytes) {}
}
