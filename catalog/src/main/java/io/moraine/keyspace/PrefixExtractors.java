package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.OptionalInt;

/**
 * The functions from keys to prefixes that a store is created with, under the names that it
 * records.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/store/segment.rs} and {@code index_filter.rs}
 * beside it.
 */
public final class PrefixExtractors {
  /** Name of {@link #segment}, recorded in the manifest. */
  public static final String SEGMENT_NAME = "moraine-tag-v1";

  /** Name of {@link #indexEquality}, recorded with filters. */
  public static final String INDEX_EQUALITY_NAME = "moraine-index-equality-v1";

  private static final Bytes MULTI_INDEX = Bytes.wrap(new byte[] {Subspace.INDEX, Subspace.MULTI});
  private static final int INDEX_HEADER_BYTES = 2 + Long.BYTES;

  private PrefixExtractors() {}

  /** Length of the prefix that names the segment of a key or key prefix: its subspace. */
  public static OptionalInt segment(Bytes target) {
    return target.isEmpty() ? OptionalInt.empty() : OptionalInt.of(1);
  }

  /**
   * Length of the prefix that all entries of one value of a non-unique index share: up to the end
   * of the value, included. Empty for any other key, and for a prefix that ends within the value.
   */
  public static OptionalInt indexEquality(Bytes target) {
    if (!target.startsWith(MULTI_INDEX)) {
      return OptionalInt.empty();
    }
    for (int i = INDEX_HEADER_BYTES; i < target.length(); i++) {
      int next = target.unsignedAt(i);
      if (next == ByteStrings.END) {
        return OptionalInt.of(i + 1);
      }
      if (next == ByteStrings.ESCAPE) {
        i++;
      }
    }
    return OptionalInt.empty();
  }
}
