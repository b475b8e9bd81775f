package io.moraine.staged;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The place of one row in what a transaction shows: what stands there after each staged operation
 * that changed it. Written by one thread at a time; read by scans without a lock.
 */
final class Slot {
  private final Origin origin;
  private final @Nullable Object @Nullable [] stored;
  private volatile @Nullable State latest;

  /** Where the place is. */
  enum Origin {
    /** A stored row's, which a scan showed. */
    STORED,
    /** A stored row's, if there is one of this identity: nobody has looked. */
    ASSUMED,
    /** Behind the stored rows. */
    APPENDED
  }

  /**
   * What stands in the place from an operation on.
   *
   * @param operation number of the operation
   * @param row the row, or null if it is gone
   * @param before the state before, or null
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record State(int operation, @Nullable Object @Nullable [] row, @Nullable State before) {}

  private Slot(Origin origin, @Nullable Object @Nullable [] stored) {
    this.origin = origin;
    this.stored = stored;
  }

  /** The place of a stored row, as a scan showed it. */
  static Slot ofStored(@Nullable Object[] stored) {
    return new Slot(Origin.STORED, stored);
  }

  /** The place of a stored row that may be there: a row of the same identity replaces it. */
  static Slot assumed(@Nullable Object[] replacement) {
    return new Slot(Origin.ASSUMED, replacement);
  }

  /** A place behind the stored rows. */
  static Slot appended() {
    return new Slot(Origin.APPENDED, null);
  }

  Origin origin() {
    return origin;
  }

  /** The stored row; of an assumed one only the identity is right. Not of an appended place. */
  @Nullable Object[] stored() {
    return Objects.requireNonNull(stored);
  }

  /** An operation changes the row, or with null takes it away. */
  void set(int operation, @Nullable Object @Nullable [] row) {
    latest = new State(operation, row, latest);
  }

  /** The state after operation {@code operation}, or null if nothing had changed by then. */
  @Nullable State at(int operation) {
    State state = latest;
    while (state != null && state.operation > operation) {
      state = state.before;
    }
    return state;
  }

  /** The row that stands here now; null if it is gone. */
  @Nullable Object @Nullable [] row() {
    State state = latest;
    return state == null ? stored : state.row;
  }
}
