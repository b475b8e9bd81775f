package io.moraine.slate.format;

import io.moraine.base.ByteWriter;
import io.moraine.base.Bytes;
import java.util.Arrays;

/**
 * Lays out one data block after the other, in {@link BlockFormat#V2}; {@link Block} and {@link
 * BlockCursor} tell the layout. Not thread-safe.
 */
final class BlockWriter {
  /** Every so many rows a key is stored whole. */
  private static final int RESTART_INTERVAL = 16;

  private static final int U16_BYTES = 2;

  private final int capacity;
  private final ByteWriter rows;
  private int[] restarts = new int[16];
  private int restartCount;
  private int rowCount;
  private Bytes previousKey = Bytes.EMPTY;

  /**
   * A writer of blocks.
   *
   * @param capacity size of a block in bytes, its checksum not counted, that only a single row may
   *     exceed; at most 65535
   */
  BlockWriter(int capacity) {
    if (capacity < 1 || capacity > 0xffff) {
      throw new IllegalArgumentException("blocks of " + capacity + " bytes");
    }
    this.capacity = capacity;
    this.rows = new ByteWriter(capacity);
  }

  boolean isEmpty() {
    return rowCount == 0;
  }

  /** Whether {@code row} has room in the block; any row has room in an empty one. */
  boolean hasRoomFor(Row row) {
    if (rowCount == 0) {
      return true;
    }
    int shared = shared(row.key());
    int restart = startsRestart() ? U16_BYTES : 0;
    long size =
        (long) rows.length()
            + U16_BYTES * (restartCount + 1L)
            + RowCodec.encodedBytes(row, shared)
            + restart;
    return size <= capacity;
  }

  void add(Row row) {
    if (startsRestart()) {
      if (restartCount == restarts.length) {
        restarts = Arrays.copyOf(restarts, 2 * restartCount);
      }
      restarts[restartCount++] = rows.length();
    }
    RowCodec.encode(rows, row, shared(row.key()));
    previousKey = row.key();
    rowCount++;
  }

  /** Ends the block and begins an empty one. The bytes are good until the next row is added. */
  Bytes end() {
    for (int i = 0; i < restartCount; i++) {
      rows.writeU16Be(restarts[i]);
    }
    rows.writeU16Be(restartCount);
    Bytes block = rows.view();
    rows.clear();
    restartCount = 0;
    rowCount = 0;
    return block;
  }

  private boolean startsRestart() {
    return rowCount % RESTART_INTERVAL == 0;
  }

  /** Bytes that the key has in common with the one before it. */
  private int shared(Bytes key) {
    return startsRestart() ? 0 : RowCodec.commonBytes(previousKey, key);
  }
}
