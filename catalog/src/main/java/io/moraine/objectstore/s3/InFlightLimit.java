package io.moraine.objectstore.s3;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * How many requests may be under way at once. Places are given in the order in which they are asked
 * for. Thread-safe; nothing blocks.
 */
final class InFlightLimit {
  private final int limit;
  private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>(); // guarded by this
  private int taken; // guarded by this

  InFlightLimit(int limit) {
    this.limit = limit;
  }

  /** A place, had once the result is complete; to be given back, or given up before. */
  CompletableFuture<Void> take() {
    CompletableFuture<Void> place = new CompletableFuture<>();
    synchronized (this) {
      if (taken == limit) {
        waiting.add(place);
        return place;
      }
      taken++;
    }
    place.complete(null);
    return place;
  }

  /** Takes a place if at least a quarter of all are free. */
  synchronized boolean takeSpare() {
    boolean free = limit - taken >= Math.max(1, limit / 4);
    if (free) {
      taken++;
    }
    return free;
  }

  /** Gives a place back. */
  void release() {
    CompletableFuture<Void> next = next();
    while (next != null && !next.complete(null)) {
      next = next();
    }
  }

  /** Who gets the place that is free now; null for nobody. */
  private synchronized @Nullable CompletableFuture<Void> next() {
    CompletableFuture<Void> next = waiting.poll();
    if (next == null) {
      taken--;
    }
    return next;
  }

  /** Ends the wait for a place, which may just have been had. */
  void giveUp(CompletableFuture<Void> place) {
    if (!place.cancel(false)) {
      release();
      return;
    }
    synchronized (this) {
      waiting.removeIf(CompletableFuture::isCancelled);
    }
  }
}
