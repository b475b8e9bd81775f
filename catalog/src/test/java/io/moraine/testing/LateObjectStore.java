package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Answers after a while, really. Not local, whatever its target is. */
public final class LateObjectStore extends ForwardingObjectStore {
  private final Duration latency;

  /** Each call takes {@code latency}. */
  public LateObjectStore(ObjectStore target, Duration latency) {
    super(target);
    this.latency = latency;
  }

  @Override
  public Bytes read(String path) {
    pause();
    return super.read(path);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    pause();
    return super.readRange(path, offset, length);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    pause();
    return super.head(path);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    pause();
    return super.listPage(folder, afterName);
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    pause();
    return super.putIfAbsent(path, content, putId);
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    pause();
    return super.replaceIfUnchanged(path, content, etag);
  }

  @Override
  public void delete(String path) {
    pause();
    super.delete(path);
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  private void pause() {
    long until = System.nanoTime() + latency.toNanos();
    for (long left = latency.toNanos(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
