package io.moraine.objectstore.memory;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ContentTag;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectPaths;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Objects in the memory of this process, gone when it ends. A named store is shared by all who name
 * it. Closing does nothing.
 */
public final class MemoryObjectStore implements ObjectStore {
  private static final ConcurrentMap<String, MemoryObjectStore> NAMED = new ConcurrentHashMap<>();

  private final String name;
  private final Clock clock;
  private final ConcurrentNavigableMap<String, StoredObject> objects =
      new ConcurrentSkipListMap<>();

  private record StoredObject(Bytes content, String putId, long modifiedMillis) {}

  /** A store of its own, which cannot be reached by {@code name}. */
  public MemoryObjectStore(String name, Clock clock) {
    this.name = name;
    this.clock = clock;
  }

  /**
   * The one store of this process called {@code name}.
   *
   * @param clock what its objects are dated by, if it is new
   */
  public static MemoryObjectStore named(String name, Clock clock) {
    return NAMED.computeIfAbsent(name, newName -> new MemoryObjectStore(newName, clock));
  }

  @Override
  public Bytes read(String path) {
    return find(path).content();
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    Bytes content = find(path).content();
    if (offset < 0 || length < 0 || offset >= content.length()) {
      throw new ObjectStoreException(
          Kind.BAD_REQUEST,
          path,
          String.format(
              Locale.ROOT,
              "%s/%s: no range [%d, +%d) in %d bytes",
              location(),
              path,
              offset,
              length,
              content.length()),
          null);
    }
    int from = (int) offset;
    return content.slice(from, from + Math.min(length, content.length() - from));
  }

  @Override
  public Tail readTail(String path, int length) {
    Bytes content = find(path).content();
    int from = Math.max(0, content.length() - length);
    return new Tail(content.length(), content.slice(from, content.length()));
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    checkInterrupt(path);
    ObjectPaths.check(path);
    return Optional.ofNullable(objects.get(path)).map(object -> meta(path, object));
  }

  @Override
  public Page listPage(String folder, String afterName) {
    checkInterrupt(folder);
    ObjectPaths.checkFolder(folder);
    String prefix = folder.isEmpty() ? "" : folder + "/";
    return Page.whole(
        objects.tailMap(prefix + afterName, false).entrySet().stream()
            .takeWhile(each -> each.getKey().startsWith(prefix))
            .filter(each -> each.getKey().indexOf('/', prefix.length()) < 0)
            .map(each -> meta(each.getKey(), each.getValue()))
            .toList());
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    checkInterrupt(path);
    ObjectPaths.check(path);
    StoredObject mine = new StoredObject(content.copy(), putId, clock.wallMillis());
    StoredObject present = objects.putIfAbsent(path, mine);
    if (present == null) {
      return PutOutcome.CREATED;
    }
    return present.putId().equals(putId) ? PutOutcome.OWN : PutOutcome.EXISTS;
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    checkInterrupt(path);
    ObjectPaths.check(path);
    StoredObject present = objects.get(path);
    if (present == null || !ContentTag.of(present.content()).equals(etag)) {
      return false;
    }
    StoredObject next = new StoredObject(content.copy(), present.putId(), clock.wallMillis());
    return objects.replace(path, present, next);
  }

  @Override
  public void delete(String path) {
    checkInterrupt(path);
    ObjectPaths.check(path);
    objects.remove(path);
  }

  @Override
  public Optional<String> findPutId(String path) {
    checkInterrupt(path);
    ObjectPaths.check(path);
    return Optional.ofNullable(objects.get(path)).map(StoredObject::putId);
  }

  @Override
  public boolean isEmpty() {
    checkInterrupt("");
    return objects.isEmpty();
  }

  @Override
  public String location() {
    return "memory:" + name;
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public void close() {}

  private StoredObject find(String path) {
    checkInterrupt(path);
    ObjectPaths.check(path);
    StoredObject object = objects.get(path);
    if (object == null) {
      throw new ObjectStoreException(
          Kind.NOT_FOUND, path, location() + "/" + path + ": no such object", null);
    }
    return object;
  }

  /** Answers an interrupt as the stores do that wait. */
  private void checkInterrupt(String path) {
    if (Thread.currentThread().isInterrupted()) {
      throw new ObjectStoreException(
          Kind.INTERRUPTED, path, location() + "/" + path + ": interrupted", null);
    }
  }

  private static ObjectMeta meta(String path, StoredObject object) {
    return new ObjectMeta(path, object.content().length(), object.modifiedMillis());
  }
}
