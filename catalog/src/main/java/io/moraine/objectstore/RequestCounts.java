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

  /**
   * Requests and what they carried.
   *
   * @param requests reads, looks, listings and writes, failed ones included
   * @param bytes bytes of content read or written; names and metadata are not counted
   */
  public record Count(long requests, long bytes) {
    /** The sum of both. */
    public Count plus(Count other) {
      return new Count(requests + other.requests, bytes + other.bytes);
    }

    /** What came on top of {@code earlier}. */
    public Count minus(Count earlier) {
      return new Count(requests - earlier.requests, bytes - earlier.bytes);
    }
  }

  /** The count of one kind. */
  public Count of(ObjectKind kind) {
    return byKind.getOrDefault(kind, new Count(0, 0));
  }

  /** The count of all kinds. */
  public Count total() {
    return byKind.values().stream().reduce(new Count(0, 0), Count::plus);
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
