package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import java.util.Optional;

/** Hands every call on; what misbehaves overrides a few. */
public abstract class ForwardingObjectStore implements ObjectStore {
  private final ObjectStore target;

  /** Hands calls on to {@code target}, which it closes. */
  protected ForwardingObjectStore(ObjectStore target) {
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
  public Optional<ObjectMeta> head(String path) {
    return target.head(path);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    return target.listPage(folder, afterName);
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    return target.putIfAbsent(path, content, putId);
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    return target.replaceIfUnchanged(path, content, etag);
  }

  @Override
  public void delete(String path) {
    target.delete(path);
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
