package io.moraine.slate.format;

import io.moraine.base.Bytes;

/**
 * One end of a {@link BytesRange}.
 *
 * @param kind whether there is a bound, and whether its key belongs to the range
 * @param key the bounding key; empty if there is no bound
 */
public record BytesBound(Kind kind, Bytes key) {
  /** No bound. */
  public static final BytesBound UNBOUNDED = new BytesBound(Kind.UNBOUNDED, Bytes.EMPTY);

  /** What a bound says of its key. */
  public enum Kind {
    /** There is no bound. */
    UNBOUNDED,
    /** The key belongs to the range. */
    INCLUDED,
    /** The key is the first outside of the range. */
    EXCLUDED
  }

  /** A bound that belongs to the range. */
  public static BytesBound included(Bytes key) {
    return new BytesBound(Kind.INCLUDED, key);
  }

  /** A bound that does not belong to the range. */
  public static BytesBound excluded(Bytes key) {
    return new BytesBound(Kind.EXCLUDED, key);
  }

  @Override
  public String toString() {
    return kind == Kind.UNBOUNDED ? "unbounded" : kind + " " + key;
  }
}
