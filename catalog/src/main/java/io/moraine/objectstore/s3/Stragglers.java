package io.moraine.objectstore.s3;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Requests whose like was answered first. Most end within a moment, and cancelling one would end
 * its connection, so they are given some time. Thread-safe.
 */
final class Stragglers {
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Queue<Straggler> waiting = new ConcurrentLinkedQueue<>();

  private record Straggler(CompletableFuture<?> request, long sinceNanos) {
    boolean hasHadItsTime(long nowNanos) {
      return request.isDone() || nowNanos - sinceNanos >= GRACE_NANOS;
    }
  }

  /** Leaves a request to itself for a while. */
  void add(CompletableFuture<?> request, long nowNanos) {
    waiting.add(new Straggler(request, nowNanos));
  }

  /** Ends those that have had their time; to be called now and then. */
  void endOld(long nowNanos) {
    Straggler oldest = waiting.peek();
    while (oldest != null && oldest.hasHadItsTime(nowNanos) && waiting.remove(oldest)) {
      oldest.request.cancel(true);
      oldest = waiting.peek();
    }
  }

  /** Ends all. */
  void endAll() {
    waiting.forEach(each -> each.request.cancel(true));
    waiting.clear();
  }
}
