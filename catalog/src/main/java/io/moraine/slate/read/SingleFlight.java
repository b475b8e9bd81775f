package io.moraine.slate.read;

import com.github.benmanes.caffeine.cache.Cache;
import io.moraine.base.Call;
import io.moraine.objectstore.ObjectStoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A cache in front of loads, of which one is under way for a key at any time: who asks for the same
 * key meanwhile waits for it. Loads run in the thread of who asked first, under no lock. Failures
 * are not kept.
 */
final class SingleFlight<K, V> {
  private final Cache<K, V> cache;
  private final ConcurrentHashMap<K, CompletableFuture<V>> loading = new ConcurrentHashMap<>();

  SingleFlight(Cache<K, V> cache) {
    this.cache = cache;
  }

  /** The value of {@code key}; {@code object} is what an interruption names. */
  V get(K key, String object, Supplier<V> loader) {
    while (true) {
      CompletableFuture<V> mine = new CompletableFuture<>();
      CompletableFuture<V> other = loading.putIfAbsent(key, mine);
      if (other == null) {
        return load(key, mine, loader);
      }
      try {
        return Awaited.result(other, object);
      } catch (ObjectStoreException e) {
        if (!e.kind().isOfCaller() || isOver()) {
          throw e;
        }
        // It was the other caller who gave up, not this one: load again.
      }
    }
  }

  private static boolean isOver() {
    Call call = Call.current();
    return Thread.currentThread().isInterrupted()
        || call.isCancelled()
        || call.remainingNanos() <= 0;
  }

  private V load(K key, CompletableFuture<V> mine, Supplier<V> loader) {
    try {
      // An earlier load may have ended between the caller's look and the registration of this one.
      V value = cache.getIfPresent(key);
      if (value == null) {
        value = loader.get();
        cache.put(key, value);
      }
      mine.complete(value);
      return value;
    } catch (RuntimeException | Error e) {
      mine.completeExceptionally(e);
      throw e;
    } finally {
      loading.remove(key, mine);
    }
  }
}
