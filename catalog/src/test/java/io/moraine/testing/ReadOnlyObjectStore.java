package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;

/** Fails the test that writes: proof that reading leaves nothing behind. */
public final class ReadOnlyObjectStore extends ForwardingObjectStore {
  /** Lets reads through to {@code target}. */
  public ReadOnlyObjectStore(ObjectStore target) {
    super(target);
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    throw new AssertionError("a reader wrote " + path);
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    throw new AssertionError("a reader replaced " + path);
  }

  @Override
  public void delete(String path) {
    throw new AssertionError("a reader deleted " + path);
  }
}
