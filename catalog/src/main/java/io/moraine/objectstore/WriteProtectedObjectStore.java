package io.moraine.objectstore;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.Optional;

/** A store that is only to be read, though it may allow more. */
public final class WriteProtectedObjectStore implements ObjectStore {
  private final ObjectStore target;

  /** Lets everything but writes through to {@code target}, which it closes. */
  public WriteProtectedObjectStore(ObjectStore target) {
    this.target = target;
  }

  @Override
  public Bytes read(String path) {
    return target.read(path);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    return target.readRange(path, offset, length);
  }

  @Override
  public Tail readTail(String path, int length) {
    return target.readTail(path, length);
  }

  @Override
  public Optional<Tagged> readIfChanged(String path, String etag) {
    return target.readIfChanged(path, etag);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    return target.head(path);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    return target.listPage(folder, afterName);
  }

  /** Refuses. */
  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    throw refusal(path);
  }

  /** Refuses. */
  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    throw refusal(path);
  }

  /** Refuses. */
  @Override
  public void delete(String path) {
    throw refusal(path);
  }

  private ObjectStoreException refusal(String path) {
    return new ObjectStoreException(
        Kind.FORBIDDEN,
        path,
        location() + "/" + path + ": opened for reading only; access=read_write allows writes",
        null);
  }

  @Override
  public Optional<String> findPutId(String path) {
    return target.findPutId(path);
  }

  @Override
  public boolean isEmpty() {
    return target.isEmpty();
  }

  @Override
  public long clockLeadMillis() {
    return target.clockLeadMillis();
  }

  @Override
  public String location() {
    return target.location();
  }

  @Override
  public boolean isLocal() {
    return target.isLocal();
  }

  @Override
  public void close() {
    target.close();
  }
}
