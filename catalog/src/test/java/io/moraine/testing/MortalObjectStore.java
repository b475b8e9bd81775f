package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import java.util.Optional;

/** One process's way to a store, on which nothing is answered once the process is dead. */
abstract class MortalObjectStore extends ForwardingObjectStore {
  MortalObjectStore(ObjectStore target) {
    super(target);
  }

  /** Throws if the process is dead; asked before every call that writes nothing. */
  abstract void checkAlive(String path);

  @Override
  public Bytes read(String path) {
    checkAlive(path);
    return super.read(path);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    checkAlive(path);
    return super.readRange(path, offset, length);
  }

  @Override
  public Tail readTail(String path, int length) {
    checkAlive(path);
    return super.readTail(path, length);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    checkAlive(path);
    return super.head(path);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    checkAlive(folder);
    return super.listPage(folder, afterName);
  }

  @Override
  public Optional<String> findPutId(String path) {
    checkAlive(path);
    return super.findPutId(path);
  }

  @Override
  public boolean isEmpty() {
    checkAlive("");
    return super.isEmpty();
  }
}
