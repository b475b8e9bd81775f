package io.moraine.read;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import org.jspecify.annotations.Nullable;

/** Whether and why a cursor must not go on. Thread-safe. */
final class StopFlag {
  private volatile @Nullable Kind reason;

  /** Has later checks fail with {@code kind}; the first reason stays. */
  void stop(Kind kind) {
    if (reason == null) {
      reason = kind;
    }
  }

  /**
   * @throws CatalogException of the kind that it was stopped with
   */
  void check() {
    Kind kind = reason;
    if (kind != null) {
      throw new CatalogException(
          kind, kind == Kind.CANCELLED ? "The read was cancelled" : "The cursor is closed");
    }
  }
}
