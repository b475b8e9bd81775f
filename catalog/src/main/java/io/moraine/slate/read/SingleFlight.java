package io.moraine.slate.read;

import com.github.benmanes.caffeine.cache.Cache;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A cache in front of loads, of which one is under way for a key at any time: who asks for the same
 * key meanwhile waits for it, as long as their own call lasts. Loads run in the thread of who asked
 * first, under no lock, and wait for no other load. Failures are not kept.
 */
final class SingleFlight<K, V> {
  private final Cache<K, V> cache;
  private final ConcurrentHashMap<K, AheadRead<V>> loading = new ConcurrentHashMap<>();

  SingleFlight(Cache<K, V> cache) {
    this.cache = cache;
  }

  /** The value of {@code key}; {@code object} is what errors of waiting for it name. */
  V get(K key, String object, Supplier<V> loader) {
    AheadRead<V> mine = new AheadRead<>(object, () -> load(key, loader));
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

  private V load(K key, Supplier<V> loader) {
    // An earlier load may have ended between the caller's look and the registration of this one.
    V value = cache.getIfPresent(key);
    if (value == null) {
      value = loader.get();
      cache.put(key, value);
    }
    return value;
  }
}
