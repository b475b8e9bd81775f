package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Has a test decide what becomes of log objects, and remembers what was written. */
public final class HookedLogStore extends ForwardingObjectStore {
  private final Map<Integer, Hook> hooks = new ConcurrentHashMap<>();
  private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
  private final AtomicInteger logs = new AtomicInteger();
  private final List<String> written = new ArrayList<>(); // guarded by itself

  /** What becomes of one attempt to create a log object. */
  @FunctionalInterface
  public interface Hook {
    /** Creates it with {@code create}, or not. */
    PutOutcome attempt(Supplier<PutOutcome> create);
  }

  /** Hands calls on to {@code target}. */
  public HookedLogStore(ObjectStore target) {
    super(target);
  }

  /** Counts log objects from zero again, and forgets hooks and what was written. */
  public void restart() {
    hooks.clear();
    numbers.clear();
    logs.set(0);
    synchronized (written) {
      written.clear();
    }
  }

  /** Has {@code hook} decide each attempt to create the log object numbered {@code number}. */
  public void at(int number, Hook hook) {
    hooks.put(number, hook);
  }

  /** How many creations under {@code folder} were tried. */
  public int written(String folder) {
    synchronized (written) {
      return (int) written.stream().filter(each -> each.startsWith(folder + "/")).count();
    }
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    synchronized (written) {
      written.add(path);
    }
    Supplier<PutOutcome> create = () -> super.putIfAbsent(path, content, putId);
    if (!path.startsWith("wal/") && !path.contains("/wal/")) {
      return create.get();
    }
    int number = numbers.computeIfAbsent(path, each -> logs.getAndIncrement());
    Hook hook = hooks.get(number);
    return hook == null ? create.get() : hook.attempt(create);
  }
}
