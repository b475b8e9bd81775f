package io.moraine.slate.read;

import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowView;

/** A view of rows that are held in memory. */
final class ShownRow extends RowView {
  /** Stands on {@code row}. */
  ShownRow of(Row row) {
    show(row);
    return this;
  }
}
