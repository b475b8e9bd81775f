package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import java.util.Optional;

/** Has one wrong bit in one object. */
public final class BitFlippingObjectStore extends AlteringObjectStore {
  private final String flipped;
  private final long bit;

  /**
   * Flips a bit of the object at {@code path}.
   *
   * @param bit counts from the lowest bit of the first byte
   */
  public BitFlippingObjectStore(ObjectStore target, String path, long bit) {
    super(target);
    this.flipped = path;
    this.bit = bit;
  }

  @Override
  boolean alters(String path) {
    return path.equals(flipped);
  }

  @Override
  Optional<Bytes> alter(String path, Bytes content) {
    byte[] bytes = content.toArray();
    bytes[(int) (bit / 8)] ^= (byte) (1 << bit % 8);
    return Optional.of(Bytes.wrap(bytes));
  }
}
