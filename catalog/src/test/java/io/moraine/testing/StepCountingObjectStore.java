package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts the calls, and how many of them had to wait for one another. Calls of the thread that made
 * this follow each other; calls of other threads on its behalf, between two of its own, are made at
 * the same time.
 */
public final class StepCountingObjectStore extends ForwardingObjectStore {
  private final Thread caller = Thread.currentThread();
  private final List<String> calls = new ArrayList<>();
  private boolean atOnce;
  private int steps;

  /** Counts what goes to {@code target}. */
  public StepCountingObjectStore(ObjectStore target) {
    super(target);
  }

  /** The calls since the last reset, each with its step. */
  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  /** The steps since the last reset. */
  public synchronized int steps() {
    return steps;
  }

  /** Begins anew. */
  public synchronized void reset() {
    calls.clear();
    atOnce = false;
    steps = 0;
  }

  @Override
  public Bytes read(String path) {
    count("read " + path);
    return super.read(path);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    count("read " + path + " from " + offset);
    return super.readRange(path, offset, length);
  }

  @Override
  public Tail readTail(String path, int length) {
    count("tail " + path);
    return super.readTail(path, length);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    count("head " + path);
    return super.head(path);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    count("list " + folder);
    return super.listPage(folder, afterName);
  }

  /** It is far away: who can ask for several things at once does. */
  @Override
  public boolean isLocal() {
    return false;
  }

  private synchronized void count(String call) {
    boolean ofCaller = Thread.currentThread() == caller;
    if (ofCaller || !atOnce) {
      steps++;
    }
    atOnce = !ofCaller;
    calls.add(steps + " " + call);
  }
}
