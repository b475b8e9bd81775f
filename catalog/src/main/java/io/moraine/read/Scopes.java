package io.moraine.read;

import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** The open read scopes of one store, numbered from 1, with how many there were. Thread-safe. */
final class Scopes {
  private final ConcurrentSkipListMap<Long, FixedReadScope> open = new ConcurrentSkipListMap<>();
  private final AtomicLong opened = new AtomicLong();
  private final AtomicLong closed = new AtomicLong();

  long nextId() {
    return opened.incrementAndGet();
  }

  void add(FixedReadScope scope) {
    open.put(scope.opening().id(), scope);
  }

  void remove(FixedReadScope scope) {
    if (open.remove(scope.opening().id()) != null) {
      closed.incrementAndGet();
    }
  }

  /** The open ones, oldest first. */
  List<FixedReadScope> open() {
    return List.copyOf(open.values());
  }

  long openedSoFar() {
    return opened.get();
  }

  long closedSoFar() {
    return closed.get();
  }
}
