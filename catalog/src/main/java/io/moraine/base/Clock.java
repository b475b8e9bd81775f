package io.moraine.base;

import java.time.Instant;

/** The time, wall and monotonic, handed to whoever needs it. Thread-safe. */
public interface Clock {
  /** The machine's clocks. */
  Clock SYSTEM =
      new Clock() {
        @Override
        public long wallMillis() {
          return System.currentTimeMillis();
        }

        @Override
        public long monotonicNanos() {
          return System.nanoTime();
        }
      };

  /** Milliseconds since 1970-01-01 UTC; may jump. */
  long wallMillis();

  /** Nanoseconds since an arbitrary start; never goes back. */
  long monotonicNanos();

  /** {@link #wallMillis()} as an instant. */
  default Instant now() {
    return Instant.ofEpochMilli(wallMillis());
  }
}
