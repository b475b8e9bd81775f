package io.moraine.objectstore.s3;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Things that are used by several at once: one for each key, ended by the last. Thread-safe. */
final class Shares<K, V> {
  private final Map<K, Shared<V>> shared = new HashMap<>(); // guarded by itself
  private final Consumer<V> end;

  private static final class Shared<V> {
    private final V value;
    private int holders;

    private Shared(V value) {
      this.value = value;
    }
  }

  /** No things yet; {@code end} ends one. */
  Shares(Consumer<V> end) {
    this.end = end;
  }

  /** A share in the thing under {@code key}, which is made if there is none; to be given back. */
  V take(K key, Supplier<V> make) {
    synchronized (shared) {
      Shared<V> taken = shared.computeIfAbsent(key, each -> new Shared<>(make.get()));
      taken.holders++;
      return taken.value;
    }
  }

  /** Gives a share back. */
  void giveBack(K key) {
    Shared<V> given;
    synchronized (shared) {
      given = shared.get(key);
      if (given == null || --given.holders > 0) {
        return;
      }
      shared.remove(key);
    }
    end.accept(given.value);
  }
}
