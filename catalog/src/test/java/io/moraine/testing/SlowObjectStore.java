package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Takes its time. Each call moves a clock on by a latency, without waiting; and a gate holds the
 * calls on some paths until the test opens it. Not local, whatever its target is.
 */
public final class SlowObjectStore extends ForwardingObjectStore {
  private final ManualClock clock;
  private final Duration latency;
  private volatile @Nullable Gate gate;

  /** Each call takes {@code latency} by the clock. */
  public SlowObjectStore(ObjectStore target, ManualClock clock, Duration latency) {
    super(target);
    this.clock = clock;
    this.latency = latency;
  }

  /** Holds calls on paths that contain {@code part}, from now on. */
  public Gate hold(String part) {
    Gate newGate = new Gate(part);
    gate = newGate;
    return newGate;
  }

  /** Where calls wait. */
  public static final class Gate {
    private static final long PATIENCE_SECONDS = 120;

    private final String part;
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    private Gate(String part) {
      this.part = part;
    }

    /** Waits until a call waits here. */
    public void awaitArrival() throws InterruptedException {
      if (!arrived.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("no call on " + part);
      }
    }

    /** Lets all calls go on. */
    public void open() {
      open.countDown();
    }

    private void pass(String path) {
      if (!path.contains(part)) {
        return;
      }
      arrived.countDown();
      try {
        if (!open.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          throw new AssertionError("nobody opened the gate for " + part);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ObjectStoreException(Kind.INTERRUPTED, path, path + ": interrupted", e);
      }
    }
  }

  @Override
  public Bytes read(String path) {
    take(path);
    return super.read(path);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    take(path);
    return super.readRange(path, offset, length);
  }

  @Override
  public Tail readTail(String path, int length) {
    take(path);
    return super.readTail(path, length);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    take(path);
    return super.head(path);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    take(folder);
    return super.listPage(folder, afterName);
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    take(path);
    return super.putIfAbsent(path, content, putId);
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    take(path);
    return super.replaceIfUnchanged(path, content, etag);
  }

  @Override
  public void delete(String path) {
    take(path);
    super.delete(path);
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  private void take(String path) {
    clock.advance(latency);
    Gate current = gate;
    if (current != null) {
      current.pass(path);
    }
  }
}
