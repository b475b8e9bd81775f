package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.Arrays;
import java.util.Optional;

/**
 * A range of encoded keys.
 *
 * @param fromInclusive the least key
 * @param toExclusive the bound above, or empty for none
 */
public record KeyRange(Bytes fromInclusive, Optional<Bytes> toExclusive) {
  /** All keys. */
  public static final KeyRange EVERYTHING = new KeyRange(Bytes.EMPTY, Optional.empty());

  /** The key alone. */
  public static KeyRange single(Bytes key) {
    return new KeyRange(
        key, Optional.of(Bytes.wrap(Arrays.copyOf(key.toArray(), key.length() + 1))));
  }

  /** All keys that start with {@code prefix}. */
  public static KeyRange prefix(Bytes prefix) {
    return new KeyRange(prefix, prefix.prefixEnd());
  }
}
