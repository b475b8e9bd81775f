package io.moraine.slate.read;

import io.moraine.slate.format.RowView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cursors of several sources, merged: the top is the row whose key comes first in the scan's
 * direction, and of equal keys the newest. Closes what it was given. Not thread-safe.
 */
final class RowHeap implements AutoCloseable {
  private static final class Source {
    private final RowCursor cursor;
    private final int rank;
    private RowView row;

    private Source(RowCursor cursor, int rank) {
      this.cursor = cursor;
      this.rank = rank;
      this.row = cursor.row();
    }

    private boolean advance() {
      boolean there = cursor.next();
      if (there) {
        row = cursor.row();
      }
      return there;
    }
  }

  private final boolean ascending;
  private final List<? extends RowCursor> cursors;
  private final Source[] heap;
  private int size;

  /** A heap of {@code cursors}, newest first, that are before their first row. */
  RowHeap(List<? extends RowCursor> cursors, Direction direction) {
    this.cursors = cursors;
    this.ascending = direction == Direction.ASCENDING;
    this.heap = new Source[cursors.size()];
  }

  /** Moves each cursor to its first row. */
  void begin() {
    int rank = 0;
    for (RowCursor each : cursors) {
      if (each.next()) {
        heap[size++] = new Source(each, rank);
      }
      rank++;
    }
    for (int i = size / 2 - 1; i >= 0; i--) {
      siftDown(i);
    }
  }

  /** The first row, or null if there is none. */
  @Nullable RowView top() {
    return size == 0 ? null : heap[0].row;
  }

  /** Moves on by one row. */
  void advance() {
    if (!heap[0].advance()) {
      heap[0] = heap[--size];
    }
    if (size > 1) {
      siftDown(0);
    }
  }

  @Override
  public void close() {
    size = 0;
    cursors.forEach(RowCursor::close);
  }

  private void siftDown(int start) {
    Source moving = heap[start];
    int hole = start;
    while (2 * hole + 1 < size) {
      int child = 2 * hole + 1;
      if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isBefore(heap[child], moving)) {
        break;
      }
      heap[hole] = heap[child];
      hole = child;
    }
    heap[hole] = moving;
  }

  private boolean isBefore(Source a, Source b) {
    int order = a.row.compareKey(b.row);
    if (order != 0) {
      return ascending == order < 0;
    }
    int bySeq = Long.compareUnsigned(b.row.seq(), a.row.seq());
    return bySeq != 0 ? ascending == bySeq < 0 : a.rank < b.rank;
  }
}
