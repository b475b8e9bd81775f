package io.moraine.model;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * What an open store of this process holds and has cost so far; shared by all catalogs on it.
 *
 * @param generations the open revisions, oldest first
 * @param leases what protects their tables from collection
 * @param leasesWritten leases written and renewed so far
 * @param leasesLost leases that ended under scopes so far
 * @param scopes the open read scopes, oldest first
 * @param scopesOpened scopes opened so far
 * @param scopesClosed scopes closed so far
 * @param requests object-store requests so far, one entry a kind of object
 * @param sequencedMetadata what is remembered of manifests and the like, one entry a folder
 * @param cache the process-wide block cache
 * @param workingMemoryUsedBytes memory now held by replayed write-ahead logs and cursor pages
 * @param workingMemoryBytes most of it
 */
public record CatalogFigures(
    List<Generation> generations,
    List<Lease> leases,
    long leasesWritten,
    long leasesLost,
    List<Scope> scopes,
    long scopesOpened,
    long scopesClosed,
    List<Requests> requests,
    List<SequencedMetadataFigures> sequencedMetadata,
    Cache cache,
    long workingMemoryUsedBytes,
    long workingMemoryBytes) {
  public CatalogFigures {
    generations = List.copyOf(generations);
    leases = List.copyOf(leases);
    scopes = List.copyOf(scopes);
    requests = List.copyOf(requests);
    sequencedMetadata = List.copyOf(sequencedMetadata);
  }

  /**
   * One revision open in this process.
   *
   * @param manifestId its manifest
   * @param lastWalId the last write-ahead log object that belongs to it
   * @param position its commit position
   * @param acquiredAt when it was acquired
   * @param openScopes scopes that share it now
   * @param tailRows rows of its replayed write-ahead log
   * @param tailBytes memory charged for them
   */
  public record Generation(
      long manifestId,
      long lastWalId,
      CommitPosition position,
      Instant acquiredAt,
      int openScopes,
      long tailRows,
      long tailBytes) {}

  /**
   * What protects one set of tables from collection while this process reads them.
   *
   * @param checkpointId the checkpoint that it is in the store; not there yet if it is borrowed
   * @param manifestId the manifest that it pins
   * @param borrowed whether a publication of this process stands in for it still
   * @param trustedUntil until when it can be relied upon if it is not renewed
   * @param openScopes scopes that it protects now
   * @param renewals how often it was renewed
   */
  public record Lease(
      UUID checkpointId,
      long manifestId,
      boolean borrowed,
      Instant trustedUntil,
      int openScopes,
      long renewals) {}

  /**
   * One open read scope.
   *
   * @param scopeId counted from 1 in this process and store
   * @param manifestId the manifest of its revision
   * @param lastWalId the last write-ahead log object of its revision
   * @param snapshotId the snapshot id it shows
   * @param openedAt when it was opened
   * @param openCursors its cursors that are not closed
   * @param recordsDecoded records decoded through it so far
   */
  public record Scope(
      long scopeId,
      long manifestId,
      long lastWalId,
      long snapshotId,
      Instant openedAt,
      int openCursors,
      long recordsDecoded) {}

  /**
   * Object-store requests for one kind of object.
   *
   * @param objects {@code manifest}, {@code wal}, {@code table} or {@code other}
   * @param reads reads of an object and looks at one, failed ones included
   * @param listings pages of listings
   * @param writes writes
   * @param deletions deletions
   * @param bytes bytes of content read or written
   * @param errors requests that failed for good, other than for want of an object
   * @param retries attempts beyond the first one
   * @param hedges second attempts beside one that took long
   * @param latencyMicros how long the requests took, summed, in microseconds
   */
  public record Requests(
      String objects,
      long reads,
      long listings,
      long writes,
      long deletions,
      long bytes,
      long errors,
      long retries,
      long hedges,
      long latencyMicros) {
    /** Requests of all sorts, each counted once whatever attempts it took. */
    public long requests() {
      return reads + listings + writes + deletions;
    }

    /** What came on top of {@code earlier}, which counts the same objects. */
    public Requests minus(Requests earlier) {
      return new Requests(
          objects,
          reads - earlier.reads,
          listings - earlier.listings,
          writes - earlier.writes,
          deletions - earlier.deletions,
          bytes - earlier.bytes,
          errors - earlier.errors,
          retries - earlier.retries,
          hedges - earlier.hedges,
          latencyMicros - earlier.latencyMicros);
    }
  }

  /**
   * The process-wide block cache.
   *
   * @param capacityBytes its budget
   * @param blockBytes bytes of table blocks in it now
   * @param metadataBytes bytes of table indexes and filters in it now
   * @param hits blocks of this store found in it so far
   * @param misses blocks of this store that had to be read so far
   */
  public record Cache(
      long capacityBytes, long blockBytes, long metadataBytes, long hits, long misses) {}
}
