package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stops after some writes, as if the process had died there: later calls fail and nothing reaches
 * the store, which keeps what a next process finds.
 */
public final class FreezingObjectStore extends MortalObjectStore {
  private final AtomicInteger writesLeft;

  /** Freezes when the write after {@code writes} ones is tried. */
  public FreezingObjectStore(ObjectStore target, int writes) {
    super(target);
    this.writesLeft = new AtomicInteger(writes);
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    countWrite(path);
    return super.putIfAbsent(path, content, putId);
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    countWrite(path);
    return super.replaceIfUnchanged(path, content, etag);
  }

  @Override
  public void delete(String path) {
    countWrite(path);
    super.delete(path);
  }

  private void countWrite(String path) {
    writesLeft.getAndUpdate(left -> left < 0 ? left : left - 1);
    checkAlive(path);
  }

  @Override
  void checkAlive(String path) {
    if (writesLeft.get() < 0) {
      throw new ObjectStoreException(
          Kind.UNAVAILABLE, path, location() + "/" + path + ": frozen", null);
    }
  }
}
