package io.moraine.objectstore.s3;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * When a read that takes long is sent a second time: after the time within which 95 of 100 reads of
 * late were answered, and for about one read in twenty at most. Thread-safe.
 */
final class Hedging {
  /** Reads of very different sizes take different times: one class for each factor of 16. */
  private static final int SIZE_CLASSES = 7;

  private static final int SAMPLES = 128;
  private static final int MIN_SAMPLES = 20;
  private static final long MIN_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Reads that pay for one second read, and how many of those can be saved up. */
  private static final int READS_FOR_ONE = 20;

  private static final int MOST_SAVED = 4 * READS_FOR_ONE;

  private final Latencies[] latencies = new Latencies[SIZE_CLASSES];
  private int saved; // guarded by this

  /** Times of the last reads of about one size. */
  private static final class Latencies {
    private final long[] nanos = new long[SAMPLES];
    private int count;
    private int next;

    private void add(long each) {
      nanos[next] = each;
      next = (next + 1) % SAMPLES;
      count = Math.min(count + 1, SAMPLES);
    }

    private long percentile95() {
      long[] sorted = Arrays.copyOf(nanos, count);
      Arrays.sort(sorted);
      return sorted[count * 95 / 100];
    }
  }

  Hedging() {
    Arrays.setAll(latencies, each -> new Latencies());
  }

  /**
   * After which time a read of {@code bytes} is sent once more; {@code Long.MAX_VALUE} as long as
   * too few are known.
   */
  synchronized long delayNanos(long bytes) {
    Latencies known = latencies[sizeClass(bytes)];
    return known.count < MIN_SAMPLES
        ? Long.MAX_VALUE
        : Math.max(MIN_DELAY_NANOS, known.percentile95());
  }

  /** Takes note of a read that was answered. */
  synchronized void answered(long bytes, long nanos) {
    latencies[sizeClass(bytes)].add(nanos);
    saved = Math.min(MOST_SAVED, saved + 1);
  }

  /** Whether one more read may be sent for a second time; takes what that costs. */
  synchronized boolean take() {
    boolean allowed = saved >= READS_FOR_ONE;
    if (allowed) {
      saved -= READS_FOR_ONE;
    }
    return allowed;
  }

  private static int sizeClass(long bytes) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(bytes);
    return Math.min(SIZE_CLASSES - 1, Math.max(0, bits - 9) / 4);
  }
}
