package io.moraine.slate.format;

import io.moraine.base.Bytes;

/**
 * A range of keys, compared as unsigned bytes.
 *
 * @param start the lower end
 * @param end the upper end
 */
public record BytesRange(BytesBound start, BytesBound end) {
  /** All keys. */
  public static final BytesRange ALL = new BytesRange(BytesBound.UNBOUNDED, BytesBound.UNBOUNDED);

  /** All keys that start with {@code prefix}. */
  public static BytesRange prefix(Bytes prefix) {
    return new BytesRange(
        BytesBound.included(prefix),
        prefix.prefixEnd().map(BytesBound::excluded).orElse(BytesBound.UNBOUNDED));
  }

  /** Whether {@code key} lies in the range. */
  public boolean contains(Bytes key) {
    return !isBelow(key) && !isAbove(key);
  }

  private boolean isBelow(Bytes key) {
    return switch (start.kind()) {
      case UNBOUNDED -> false;
      case INCLUDED -> key.compareTo(start.key()) < 0;
      case EXCLUDED -> key.compareTo(start.key()) <= 0;
    };
  }

  private boolean isAbove(Bytes key) {
    return switch (end.kind()) {
      case UNBOUNDED -> false;
      case INCLUDED -> key.compareTo(end.key()) > 0;
      case EXCLUDED -> key.compareTo(end.key()) >= 0;
    };
  }

  /** Whether the ends leave no key between them. */
  public boolean isEmpty() {
    if (end.kind() == BytesBound.Kind.UNBOUNDED) {
      return false;
    }
    if (start.kind() == BytesBound.Kind.UNBOUNDED) {
      return end.kind() == BytesBound.Kind.EXCLUDED && end.key().isEmpty();
    }
    int order = start.key().compareTo(end.key());
    boolean bothIncluded =
        start.kind() == BytesBound.Kind.INCLUDED && end.kind() == BytesBound.Kind.INCLUDED;
    return order > 0 || (order == 0 && !bothIncluded);
  }

  /** The keys of both ranges; may be empty. */
  public BytesRange intersect(BytesRange other) {
    return new BytesRange(laterStart(start, other.start), earlierEnd(end, other.end));
  }

  private static BytesBound laterStart(BytesBound a, BytesBound b) {
    if (a.kind() == BytesBound.Kind.UNBOUNDED) {
      return b;
    }
    if (b.kind() == BytesBound.Kind.UNBOUNDED) {
      return a;
    }
    int order = a.key().compareTo(b.key());
    return order > 0 || (order == 0 && a.kind() == BytesBound.Kind.EXCLUDED) ? a : b;
  }

  private static BytesBound earlierEnd(BytesBound a, BytesBound b) {
    if (a.kind() == BytesBound.Kind.UNBOUNDED) {
      return b;
    }
    if (b.kind() == BytesBound.Kind.UNBOUNDED) {
      return a;
    }
    int order = a.key().compareTo(b.key());
    return order < 0 || (order == 0 && a.kind() == BytesBound.Kind.EXCLUDED) ? a : b;
  }
}
