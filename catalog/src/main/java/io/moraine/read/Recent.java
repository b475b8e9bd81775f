package io.moraine.read;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What was asked for of late, by key, up to a number; what was not asked for longest gives way.
 * Thread-safe.
 */
final class Recent<K, V> {
  private final int most;
  private final Map<K, V> byKey = new LinkedHashMap<>(); // asked for longest ago first

  Recent(int most) {
    this.most = most;
  }

  /** The value kept for {@code key}, else a new one; {@code make} must not take long. */
  synchronized V get(K key, Function<K, V> make) {
    V kept = byKey.remove(key);
    V value = kept != null ? kept : make.apply(key);
    byKey.put(key, value);
    if (byKey.size() > most) {
      Iterator<K> oldest = byKey.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    return value;
  }
}
