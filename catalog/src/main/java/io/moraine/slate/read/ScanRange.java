package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A range of keys in the one form that readers compute with.
 *
 * @param from the least key; empty for no bound
 * @param to the first key behind the range; null for no bound
 */
record ScanRange(Bytes from, @Nullable Bytes to) {
  static ScanRange of(BytesRange range) {
    Bytes from =
        range.start().kind() == BytesBound.Kind.EXCLUDED
            ? successor(range.start().key())
            : range.start().key();
    Bytes to =
        switch (range.end().kind()) {
          case UNBOUNDED -> null;
          case INCLUDED -> successor(range.end().key());
          case EXCLUDED -> range.end().key();
        };
    return new ScanRange(from, to);
  }

  /** The least key greater than {@code key}. */
  static Bytes successor(Bytes key) {
    return Bytes.wrap(Arrays.copyOf(key.toArray(), key.length() + 1));
  }

  boolean contains(Bytes key) {
    return key.compareTo(from) >= 0 && (to == null || key.compareTo(to) < 0);
  }

  boolean isEmpty() {
    return to != null && from.compareTo(to) >= 0;
  }

  /** Whether there is just one key in the range. */
  boolean isPoint() {
    return to != null
        && to.length() == from.length() + 1
        && to.at(from.length()) == 0
        && to.startsWith(from);
  }

  ScanRange intersect(ScanRange other) {
    Bytes later = from.compareTo(other.from) >= 0 ? from : other.from;
    Bytes earlier = to == null || (other.to != null && other.to.compareTo(to) < 0) ? other.to : to;
    return new ScanRange(later, earlier);
  }
}
