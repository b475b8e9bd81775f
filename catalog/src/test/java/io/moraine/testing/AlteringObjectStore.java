package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.Optional;

/** Shows some objects otherwise than they are, consistently in every call. */
abstract class AlteringObjectStore extends ForwardingObjectStore {
  AlteringObjectStore(ObjectStore target) {
    super(target);
  }

  /** Whether the object at {@code path} is shown altered. */
  abstract boolean alters(String path);

  /** What is shown instead of {@code content}; empty if the object is not shown at all. */
  abstract Optional<Bytes> alter(String path, Bytes content);

  @Override
  public Bytes read(String path) {
    Bytes content = super.read(path);
    return alters(path)
        ? alter(path, content).orElseThrow(() -> error(Kind.NOT_FOUND, path, "no such object"))
        : content;
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    if (!alters(path)) {
      return super.readRange(path, offset, length);
    }
    Bytes content = read(path);
    if (offset < 0 || length < 0 || offset >= content.length()) {
      throw error(Kind.BAD_REQUEST, path, "no byte " + offset + " in " + content.length());
    }
    int from = (int) offset;
    return content.slice(from, from + Math.min(length, content.length() - from));
  }

  @Override
  public Tail readTail(String path, int length) {
    if (!alters(path)) {
      return super.readTail(path, length);
    }
    Bytes content = read(path);
    int from = Math.max(0, content.length() - length);
    return new Tail(content.length(), content.slice(from, content.length()));
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    return super.head(path).flatMap(this::altered);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    Page page = super.listPage(folder, afterName);
    return new Page(
        page.objects().stream().flatMap(each -> altered(each).stream()).toList(),
        page.lastName(),
        page.truncated());
  }

  private Optional<ObjectMeta> altered(ObjectMeta meta) {
    String path = meta.path();
    return alters(path)
        ? alter(path, super.read(path))
            .map(content -> new ObjectMeta(path, content.length(), meta.modifiedMillis()))
        : Optional.of(meta);
  }

  private ObjectStoreException error(Kind kind, String path, String problem) {
    return new ObjectStoreException(kind, path, location() + "/" + path + ": " + problem, null);
  }
}
