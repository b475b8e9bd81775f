package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A store in which objects can be exchanged and removed, and which can be restored. */
public final class OverlayObjectStore extends AlteringObjectStore {
  private final Map<String, Optional<Bytes>> changes = new ConcurrentHashMap<>();

  /** Shows the objects of {@code target} until they are changed here. */
  public OverlayObjectStore(ObjectStore target) {
    super(target);
  }

  /** Shows {@code content} instead of what an object of the target holds. */
  public void replace(String path, Bytes content) {
    changes.put(path, Optional.of(content));
  }

  /** Hides an object. */
  public void remove(String path) {
    changes.put(path, Optional.empty());
  }

  /** Shows all objects as they are. */
  public void restore() {
    changes.clear();
  }

  @Override
  boolean alters(String path) {
    return changes.containsKey(path);
  }

  @Override
  Optional<Bytes> alter(String path, Bytes content) {
    return changes.getOrDefault(path, Optional.of(content));
  }
}
