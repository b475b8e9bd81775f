package io.moraine.read;

import io.moraine.read.MemoryBudget.Reservation;
import io.moraine.slate.read.TailAdmission;

/** Working memory for the rows that a writer replays when it opens. Thread-safe. */
public final class WriterMemory implements TailAdmission, AutoCloseable {
  private final Reservation reservation;

  WriterMemory(Reservation reservation) {
    this.reservation = reservation;
  }

  /**
   * @throws io.moraine.model.CatalogException of kind EXHAUSTED if there is no memory for them
   */
  @Override
  public void admit(long bytes) {
    reservation.grow(bytes, "Replaying the write-ahead log");
  }

  /** Gives back what is more than {@code bytes}. */
  public void keepAtMost(long bytes) {
    reservation.shrinkTo(bytes);
  }

  @Override
  public void close() {
    reservation.close();
  }
}
