package io.moraine.read;

import io.moraine.read.MemoryBudget.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Working memory charged for a replayed tail. The part it has in common with the tail that it
 * continues is charged once, and given back with the last of them.
 */
final class TailCharge implements AutoCloseable {
  private final List<Part> parts;
  private final Part own;

  private TailCharge(List<Part> parts, Part own) {
    this.parts = parts;
    this.own = own;
  }

  /**
   * A charge for a tail that goes on from {@code shorter}, if any; so far only for their common
   * part.
   */
  static TailCharge continuing(Optional<TailCharge> shorter, MemoryBudget budget) {
    List<Part> parts = new ArrayList<>(shorter.map(each -> each.parts).orElse(List.of()));
    parts.forEach(each -> each.holders.incrementAndGet());
    Part own = new Part(budget.reservation());
    parts.add(own);
    return new TailCharge(List.copyOf(parts), own);
  }

  /**
   * Charges memory for rows about to be kept.
   *
   * @throws io.moraine.model.CatalogException of kind EXHAUSTED if there is no memory for them
   */
  void charge(long bytes) {
    own.reservation.grow(bytes, "Replaying the write-ahead log");
  }

  /** Charges memory for rows that are kept already, whether it is there or not. */
  void force(long bytes) {
    own.reservation.force(bytes);
  }

  /** Bytes charged, the common part included. */
  long bytes() {
    return parts.stream().mapToLong(each -> each.reservation.bytes()).sum();
  }

  @Override
  public void close() {
    parts.forEach(Part::release);
  }

  private static final class Part {
    private final Reservation reservation;
    private final AtomicInteger holders = new AtomicInteger(1);

    private Part(Reservation reservation) {
      this.reservation = reservation;
    }

    private void release() {
      if (holders.decrementAndGet() == 0) {
        reservation.release();
      }
    }
  }
}
