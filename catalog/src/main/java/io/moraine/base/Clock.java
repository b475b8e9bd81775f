package io.moraine.base;

import java.time.Instant;
import java.util.concurrent.locks.Condition;

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

  /**
   * Waits on {@code condition}, whose lock is held, for a time that passes by this clock; may end
   * early.
   *
   * @return nanoseconds left, by estimate; not positive if the whole time passed
   * @throws InterruptedException if the thread is interrupted
   */
  @SuppressWarnings("WaitNotInLoop") // it is for those who wait in a loop to call
  default long await(Condition condition, long nanos) throws InterruptedException {
    return condition.awaitNanos(nanos);
  }

  /** {@link #wallMillis()} as an instant. */
  default Instant now() {
    return Instant.ofEpochMilli(wallMillis());
  }
}
