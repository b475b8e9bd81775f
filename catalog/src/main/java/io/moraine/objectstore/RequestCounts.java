package io.moraine.objectstore;

import java.util.EnumMap;
import java.util.Map;

/**
 * How often a store was asked, and for how much.
 *
 * @param byKind what was counted for each kind of object that was asked for
 */
public record RequestCounts(Map<ObjectKind, Count> byKind) {
  /** Takes a copy of the map. */
  public RequestCounts {
    byKind = Map.copyOf(byKind);
  }

  /** What a request was for, told by the folder it asked in. */
  public enum ObjectKind {
    /** Manifests. */
    MANIFEST,
    /** The write-ahead log. */
    WAL,
    /** Tables of the tree. */
    TABLE,
    /** Boundary files and whatever else there is. */
    OTHER;

    static ObjectKind of(String path) {
      int slash = path.lastIndexOf('/');
      String folder = path.substring(path.lastIndexOf('/', slash - 1) + 1, Math.max(slash, 0));
      return switch (folder) {
        case "manifest" -> MANIFEST;
        case "wal" -> WAL;
        case "compacted" -> TABLE;
        default -> OTHER;
      };
    }
  }

  /** What a request did, as far as stores ask different prices for it. */
  public enum Operation {
    /** Read an object or looked at it. */
    READ,
    /** Listed a folder, a page at a time. */
    LIST,
    /** Wrote an object. */
    WRITE,
    /** Deleted an object. */
    DELETE
  }

  /**
   * Requests and what they carried.
   *
   * @param reads reads of an object and looks at one, failed ones included
   * @param listings pages of listings
   * @param writes writes
   * @param deletions deletions
   * @param bytes bytes of content read or written; names and metadata are not counted
   * @param errors requests that failed for good, other than for want of an object
   * @param retries attempts beyond the first one
   * @param hedges second attempts beside one that took long
   * @param nanos how long the requests took, summed, in nanoseconds
   */
  public record Count(
      long reads,
      long listings,
      long writes,
      long deletions,
      long bytes,
      long errors,
      long retries,
      long hedges,
      long nanos) {
    static final Count NONE = new Count(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Requests of all sorts, each counted once whatever attempts it took. */
    public long requests() {
      return reads + listings + writes + deletions;
    }

    /** The sum of both. */
    public Count plus(Count other) {
      return new Count(
          reads + other.reads,
          listings + other.listings,
          writes + other.writes,
          deletions + other.deletions,
          bytes + other.bytes,
          errors + other.errors,
          retries + other.retries,
          hedges + other.hedges,
          nanos + other.nanos);
    }

    /** What came on top of {@code earlier}. */
    public Count minus(Count earlier) {
      return new Count(
          reads - earlier.reads,
          listings - earlier.listings,
          writes - earlier.writes,
          deletions - earlier.deletions,
          bytes - earlier.bytes,
          errors - earlier.errors,
          retries - earlier.retries,
          hedges - earlier.hedges,
          nanos - earlier.nanos);
    }
  }

  /** The count of one kind. */
  public Count of(ObjectKind kind) {
    return byKind.getOrDefault(kind, Count.NONE);
  }

  /** The count of all kinds. */
  public Count total() {
    return byKind.values().stream().reduce(Count.NONE, Count::plus);
  }

  /** What came on top of {@code earlier}. */
  public RequestCounts minus(RequestCounts earlier) {
    Map<ObjectKind, Count> difference = new EnumMap<>(ObjectKind.class);
    for (ObjectKind kind : ObjectKind.values()) {
      difference.put(kind, of(kind).minus(earlier.of(kind)));
    }
    return new RequestCounts(difference);
  }
}
