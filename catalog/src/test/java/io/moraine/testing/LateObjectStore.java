package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import java.time.Duration;
import java.util.Optional;

/** Answers after a while in a simulated time. Not local, whatever its target is. */
public final class LateObjectStore extends ForwardingObjectStore {
  private final SimulatedTime time;
  private final Duration latency;

  /** Each call takes {@code latency}. */
  public LateObjectStore(ObjectStore target, SimulatedTime time, Duration latency) {
    super(target);
    this.time = time;
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

  private void pause(String path) {
    try {
      time.sleep(latency);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ObjectStoreException(
          ObjectStoreException.Kind.INTERRUPTED, path, "interrupted on the way to " + path, e);
    }
  }
}
