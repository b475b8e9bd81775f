package io.moraine.read;

import io.moraine.model.CatalogException;
import java.util.concurrent.atomic.AtomicLong;

/** Working memory, handed out in reservations until none is left. Thread-safe. */
final class MemoryBudget {
  private final long limitBytes;
  private final AtomicLong used = new AtomicLong();

  MemoryBudget(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  long limitBytes() {
    return limitBytes;
  }

  long usedBytes() {
    return used.get();
  }

  /** An empty reservation. */
  Reservation reservation() {
    return new Reservation();
  }

  private void take(long bytes, String purpose) {
    long after = used.addAndGet(bytes);
    if (after > limitBytes || after < 0) {
      used.addAndGet(-bytes);
      throw new CatalogException(
          CatalogException.Kind.EXHAUSTED,
          purpose
              + " needs "
              + bytes
              + " bytes more, but "
              + (after - bytes)
              + " of "
              + limitBytes
              + " bytes of working memory are in use; close scopes and cursors, or raise"
              + " workingMemoryBytes");
    }
  }

  /** Memory held by one owner; not thread-safe until its last growth. */
  final class Reservation implements AutoCloseable {
    private final AtomicLong held = new AtomicLong();

    long bytes() {
      return held.get();
    }

    /**
     * Takes {@code bytes} more.
     *
     * @param purpose what for, to begin a message with
     * @throws CatalogException of kind EXHAUSTED if they are not there; nothing is taken then
     */
    void grow(long bytes, String purpose) {
      take(bytes, purpose);
      held.addAndGet(bytes);
    }

    /** Takes {@code bytes} more, of memory that is in use already, beyond the limit if need be. */
    void force(long bytes) {
      used.addAndGet(bytes);
      held.addAndGet(bytes);
    }

    /** Gives back what is more than {@code bytes}. */
    void shrinkTo(long bytes) {
      long before = held.getAndUpdate(now -> Math.min(now, bytes));
      used.addAndGet(-Math.max(0, before - bytes));
    }

    /** Gives everything back; the reservation may be used again. */
    void release() {
      used.addAndGet(-held.getAndSet(0));
    }

    @Override
    public void close() {
      release();
    }
  }
}
