package io.moraine.testing;

import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import java.util.Optional;

/** Tells of all objects that they are very old, so that a collector waits for nothing. */
public final class AgedObjectStore extends ForwardingObjectStore {
  /** The objects of {@code target}, which it closes. */
  public AgedObjectStore(ObjectStore target) {
    super(target);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    return super.head(path).map(AgedObjectStore::aged);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    Page page = super.listPage(folder, afterName);
    return new Page(
        page.objects().stream().map(AgedObjectStore::aged).toList(),
        page.lastName(),
        page.truncated());
  }

  private static ObjectMeta aged(ObjectMeta meta) {
    return new ObjectMeta(meta.path(), meta.size(), 0);
  }
}
