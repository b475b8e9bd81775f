package io.moraine.slate.read;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Loads, of which one is under way for a key at any time: who asks for the same key meanwhile waits
 * for it, as long as their own call lasts. Loads run in the thread of who asked first, under no
 * lock, and wait for no other load. Nothing is kept.
 */
final class SingleFlight<K, V> {
  private final ConcurrentHashMap<K, AheadRead<V>> loading = new ConcurrentHashMap<>();

  /**
   * The value of {@code key}.
   *
   * @param object what errors of waiting name
   * @param loader looks first whether an earlier load has just ended
   */
  V get(K key, String object, Supplier<V> loader) {
    AheadRead<V> mine = new AheadRead<>(object, loader);
    AheadRead<V> other = loading.putIfAbsent(key, mine);
    if (other != null) {
      return other.join();
    }
    try {
      return mine.await();
    } finally {
      loading.remove(key, mine);
    }
  }
}
