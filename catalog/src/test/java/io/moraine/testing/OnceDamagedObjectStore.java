package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Gives the first range of each object with one wrong bit, and the sound bytes after that. */
public final class OnceDamagedObjectStore extends ForwardingObjectStore {
  private final Set<String> damaged = ConcurrentHashMap.newKeySet();

  /** Damages the first answers of {@code target}. */
  public OnceDamagedObjectStore(ObjectStore target) {
    super(target);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    Bytes content = super.readRange(path, offset, length);
    if (!damaged.add(path)) {
      return content;
    }
    byte[] bytes = content.toArray();
    bytes[bytes.length - 20] ^= 1;
    return Bytes.wrap(bytes);
  }
}
