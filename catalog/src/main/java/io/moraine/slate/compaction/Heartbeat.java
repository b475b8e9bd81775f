package io.moraine.slate.compaction;

/** Tells others now and then that a compaction goes on. Not thread-safe. */
final class Heartbeat {
  private final CompactorOptions options;
  private final Runnable tell;
  private long toldNanos;

  Heartbeat(CompactorOptions options, Runnable tell) {
    this.options = options;
    this.tell = tell;
    this.toldNanos = options.clock().monotonicNanos();
  }

  /** Tells them if it is time. */
  void beat() {
    long now = options.clock().monotonicNanos();
    if (now - toldNanos >= options.heartbeat().toNanos()) {
      tell.run();
      toldNanos = options.clock().monotonicNanos();
    }
  }
}
