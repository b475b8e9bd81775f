package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Answers after a while, by default really. Not local, whatever its target is. */
public final class LateObjectStore extends ForwardingObjectStore {
  private final Pause pause;
  private final Duration latency;

  /** A way to let time pass. */
  private interface Pause {
    void take(Duration time) throws InterruptedException;
  }

  /** Each call takes {@code latency}. */
  public LateObjectStore(ObjectStore target, Duration latency) {
    this(target, LateObjectStore::pauseReally, latency);
  }

  /** Each call takes {@code latency} by {@code time}. */
  public LateObjectStore(ObjectStore target, SimulatedTime time, Duration latency) {
    this(target, time::sleep, latency);
  }

  private LateObjectStore(ObjectStore target, Pause pause, Duration latency) {
    super(target);
    this.pause = pause;
    this.latency = latency;
  }

  @Override
  public Bytes read(String path) {
    pause(path);
    return super.read(path);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    pause(path);
    return super.readRange(path, offset, length);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    pause(path);
    return super.head(path);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    pause(folder);
    return super.listPage(folder, afterName);
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    pause(path);
    return super.putIfAbsent(path, content, putId);
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    pause(path);
    return super.replaceIfUnchanged(path, content, etag);
  }

  @Override
  public void delete(String path) {
    pause(path);
    super.delete(path);
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  private static void pauseReally(Duration time) throws InterruptedException {
    long until = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  private void pause(String path) {
    try {
      pause.take(latency);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ObjectStoreException(
          ObjectStoreException.Kind.INTERRUPTED, path, "interrupted on the way to " + path, e);
    }
  }
}
