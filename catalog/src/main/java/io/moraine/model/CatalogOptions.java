package io.moraine.model;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * How a catalog is opened.
 *
 * @param location {@code memory:<name>}, {@code file:<path>}, a plain path or {@code
 *     s3://<bucket>/<prefix>}
 * @param access whether anything may be written there
 * @param readerLease whether readers protect what they read
 * @param checkpoint the checkpoint to read through, if not the newest state; nothing is written
 *     then
 * @param freshness how old the newest known revision may be for a new scope to use it without
 *     asking the store
 * @param acquisitionTimeout most time to open a revision
 * @param workingMemoryBytes most memory for replayed write-ahead logs and cursor pages; the first
 *     catalog on a location fixes it
 * @param blockCacheBytes budget of the process-wide block cache; the first catalog of a process
 *     fixes it
 * @param s3 how S3 is reached, for locations there
 * @param writer how the writer role is taken and given up
 */
public record CatalogOptions(
    String location,
    Access access,
    ReaderLease readerLease,
    Optional<UUID> checkpoint,
    Duration freshness,
    Duration acquisitionTimeout,
    long workingMemoryBytes,
    long blockCacheBytes,
    S3Options s3,
    WriterSettings writer) {
  private static final Duration LONGEST = Duration.ofDays(36_500);

  /**
   * Checks the values.
   *
   * @throws CatalogException of kind INVALID_REQUEST if a time or size cannot be meant
   */
  public CatalogOptions {
    checkTime("freshness", freshness);
    check(
        isTime(acquisitionTimeout) && !acquisitionTimeout.isZero(),
        "acquisitionTimeout",
        acquisitionTimeout);
    check(workingMemoryBytes > 0, "workingMemoryBytes", workingMemoryBytes);
    check(blockCacheBytes >= 0, "blockCacheBytes", blockCacheBytes);
  }

  /** Refuses a time that cannot be meant. */
  static void checkTime(String option, Duration time) {
    check(isTime(time), option, time);
  }

  private static boolean isTime(Duration duration) {
    return !duration.isNegative() && duration.compareTo(LONGEST) <= 0;
  }

  private static void check(boolean meant, String option, Object value) {
    if (!meant) {
      throw new CatalogException(
          CatalogException.Kind.INVALID_REQUEST, "Option " + option + " cannot be " + value);
    }
  }

  /** Defaults for everything but the location, on which some of them depend. */
  public static CatalogOptions of(String location) {
    boolean remote = isS3(location);
    return new CatalogOptions(
        location,
        remote ? Access.READ_ONLY : Access.READ_WRITE,
        ReaderLease.AUTO,
        Optional.empty(),
        remote ? Duration.ofSeconds(1) : Duration.ZERO,
        Duration.ofSeconds(15),
        256L << 20,
        256L << 20,
        S3Options.DEFAULT,
        WriterSettings.DEFAULT);
  }

  /** Whether a location is one in S3, though it may be malformed. */
  public static boolean isS3(String location) {
    return location.regionMatches(true, 0, "s3:", 0, 3);
  }

  /** The same, writing or not. */
  public CatalogOptions withAccess(Access other) {
    return new CatalogOptions(
        location,
        other,
        readerLease,
        checkpoint,
        freshness,
        acquisitionTimeout,
        workingMemoryBytes,
        blockCacheBytes,
        s3,
        writer);
  }

  /** The same with another way of reading. */
  public CatalogOptions withReaderLease(ReaderLease lease) {
    return new CatalogOptions(
        location,
        access,
        lease,
        checkpoint,
        freshness,
        acquisitionTimeout,
        workingMemoryBytes,
        blockCacheBytes,
        s3,
        writer);
  }

  /** The same, read through a checkpoint or not. */
  public CatalogOptions withCheckpoint(Optional<UUID> id) {
    return new CatalogOptions(
        location,
        access,
        readerLease,
        id,
        freshness,
        acquisitionTimeout,
        workingMemoryBytes,
        blockCacheBytes,
        s3,
        writer);
  }

  /** The same with another freshness. */
  public CatalogOptions withFreshness(Duration age) {
    return new CatalogOptions(
        location,
        access,
        readerLease,
        checkpoint,
        age,
        acquisitionTimeout,
        workingMemoryBytes,
        blockCacheBytes,
        s3,
        writer);
  }

  /** The same with another limit to opening a revision. */
  public CatalogOptions withAcquisitionTimeout(Duration limit) {
    return new CatalogOptions(
        location,
        access,
        readerLease,
        checkpoint,
        freshness,
        limit,
        workingMemoryBytes,
        blockCacheBytes,
        s3,
        writer);
  }

  /** The same with another way to S3. */
  public CatalogOptions withS3(S3Options options) {
    return new CatalogOptions(
        location,
        access,
        readerLease,
        checkpoint,
        freshness,
        acquisitionTimeout,
        workingMemoryBytes,
        blockCacheBytes,
        options,
        writer);
  }

  /** The same with another way of becoming the writer. */
  public CatalogOptions withWriter(WriterSettings settings) {
    return new CatalogOptions(
        location,
        access,
        readerLease,
        checkpoint,
        freshness,
        acquisitionTimeout,
        workingMemoryBytes,
        blockCacheBytes,
        s3,
        settings);
  }

  /** Whether anything may be written. */
  public enum Access {
    /** Nothing, whatever the store would allow. */
    READ_ONLY,
    /** What the store allows. */
    READ_WRITE
  }

  /** Whether readers write a lease. */
  public enum ReaderLease {
    /** If the store allows it. */
    AUTO,
    /** Or fail. */
    TRUE,
    /** Never; nothing is written. */
    FALSE
  }
}
