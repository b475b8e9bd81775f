package io.moraine.testing.s3;

import io.moraine.base.Bytes;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** Objects in the order of their keys' bytes. Thread-safe. */
final class Bucket {
  private final String region;
  private final ConcurrentNavigableMap<Bytes, StoredObject> objects = new ConcurrentSkipListMap<>();
  private volatile boolean open;
  private volatile boolean requesterPays;

  Bucket(String region) {
    this.region = region;
  }

  String region() {
    return region;
  }

  /** Whether everybody may read and write it, unsigned. */
  boolean isOpen() {
    return open;
  }

  void open() {
    open = true;
  }

  boolean requesterPays() {
    return requesterPays;
  }

  void haveRequesterPay() {
    requesterPays = true;
  }

  @Nullable StoredObject find(String key) {
    return objects.get(Bytes.utf8(key));
  }

  void put(String key, StoredObject object) {
    objects.put(Bytes.utf8(key), object);
  }

  /** Whether there was none; else the one there is stays. */
  boolean putIfAbsent(String key, StoredObject object) {
    return objects.putIfAbsent(Bytes.utf8(key), object) == null;
  }

  /** Whether {@code present} was there still; else what is there stays. */
  boolean replace(String key, StoredObject present, StoredObject object) {
    return objects.replace(Bytes.utf8(key), present, object);
  }

  void putAll(Bucket other) {
    objects.putAll(other.objects);
  }

  void delete(String key) {
    objects.remove(Bytes.utf8(key));
  }

  /** The objects from a key on. */
  Iterator<Map.Entry<Bytes, StoredObject>> from(Bytes keyInclusive) {
    return objects.tailMap(keyInclusive, true).entrySet().iterator();
  }

  /** The objects after a key. */
  Iterator<Map.Entry<Bytes, StoredObject>> after(Bytes keyExclusive) {
    return objects.tailMap(keyExclusive, false).entrySet().iterator();
  }
}
