package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import java.util.Optional;

/** Has lost the end of one object. */
public final class TruncatingObjectStore extends AlteringObjectStore {
  private final String truncated;
  private final int length;

  /** Shows the first {@code length} bytes of the object at {@code path}. */
  public TruncatingObjectStore(ObjectStore target, String path, int length) {
    super(target);
    this.truncated = path;
    this.length = length;
  }

  @Override
  boolean alters(String path) {
    return path.equals(truncated);
  }

  @Override
  Optional<Bytes> alter(String path, Bytes content) {
    return Optional.of(content.slice(0, Math.min(length, content.length())));
  }
}
