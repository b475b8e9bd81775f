package io.moraine.driver.transaction;

/**
 * A moment of a transaction to return to. Compared by identity.
 *
 * <p>Valid from {@link Session#mark()} to the end of the transaction, or until it, or an earlier
 * one, is released or an earlier one returned to.
 */
public final class Mark {
  private final int stagedRows;

  Mark(int stagedRows) {
    this.stagedRows = stagedRows;
  }

  int stagedRows() {
    return stagedRows;
  }
}
