package io.moraine.driver.transaction;

import io.moraine.model.ReadScope;
import io.moraine.model.Transaction;
import org.jspecify.annotations.Nullable;

/** An open transaction: it reads its base until it writes, then what it staged over the base. */
final class OpenTransaction implements AutoCloseable {
  private final ReadScope base;
  private @Nullable Transaction staged;

  OpenTransaction(ReadScope base) {
    this.base = base;
  }

  ReadScope base() {
    return base;
  }

  /** What was begun over the base, or null before the first write. */
  @Nullable Transaction staged() {
    return staged;
  }

  void writeTo(Transaction transaction) {
    staged = transaction;
  }

  /** What the next statement reads. */
  ReadScope scope() {
    return staged == null ? base : staged.scope();
  }

  int stagedRows() {
    return staged == null ? 0 : staged.stagedRows();
  }

  @Override
  public void close() {
    try {
      if (staged != null) {
        staged.close();
      }
    } finally {
      base.close();
    }
  }
}
