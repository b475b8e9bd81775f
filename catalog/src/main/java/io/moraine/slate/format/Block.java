package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A data block: a few rows in order, read in place by a {@link BlockCursor}. Immutable.
 *
 * <p>Layout, integers big-endian: the rows; then {@code u16} offsets, one a row in {@link
 * BlockFormat#V1}, one a restart point in {@link BlockFormat#V2}; then {@code u16} number of
 * offsets, at least 1. The first offset is 0. Source: SlateDB {@code format/block.rs}, {@code
 * format/block_v2.rs} at e0161973.
 */
public final class Block {
  private static final VarHandle U16 =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  final Region region;
  final BlockFormat format;
  final byte[] data;

  /** Where the rows start in {@link #data}; offsets count from here. */
  final int start;

  /** Where the rows end in {@link #data}. */
  final int end;

  final int offsetCount;

  private Block(Region region, BlockFormat format, int rowBytes, int offsetCount) {
    this.region = region;
    this.format = format;
    this.data = region.bytes().array();
    this.start = region.bytes().arrayOffset();
    this.end = start + rowBytes;
    this.offsetCount = offsetCount;
  }

  /**
   * Reads the frame of an uncompressed block; rows are checked when they are read.
   *
   * @throws SlateFormatException if the offsets are impossible
   */
  public static Block decode(Region payload, BlockFormat format) {
    int length = payload.length();
    if (length < 4) {
      throw payload.at(0, "block of " + length + " bytes, at least 4 expected");
    }
    int offsetCount = u16(payload.bytes().array(), payload.bytes().arrayOffset() + length - 2);
    int rowBytes = length - 2 - 2 * offsetCount;
    if (offsetCount == 0 || rowBytes <= 0) {
      throw payload.at(length - 2, offsetCount + " offsets in a block of " + length + " bytes");
    }
    Block block = new Block(payload, format, rowBytes, offsetCount);
    block.checkOffsets(rowBytes);
    return block;
  }

  private void checkOffsets(int rowBytes) {
    int before = -1;
    for (int i = 0; i < offsetCount; i++) {
      int offset = offset(i);
      if (offset <= before || offset >= rowBytes || (i == 0 && offset != 0)) {
        throw region.at(
            rowBytes + 2 * i,
            "offset " + i + " is " + offset + " after " + before + " in " + rowBytes + " bytes");
      }
      before = offset;
    }
  }

  /** The offset numbered {@code index}, a position relative to {@link #start}. */
  int offset(int index) {
    return u16(data, end + 2 * index);
  }

  /** Size of the decoded block in bytes. */
  public int sizeBytes() {
    return region.length();
  }

  /** The same block, holding on to no more memory than its own bytes. */
  public Block detached() {
    Bytes bytes = region.bytes();
    if (bytes.length() == data.length) {
      return this;
    }
    return new Block(region.decoded(bytes.copy()), format, end - start, offsetCount);
  }

  /** The error for damage at {@code position} of {@link #data}. */
  SlateFormatException damaged(int position, String problem) {
    return region.at(Math.max(0, position - start), problem);
  }

  static int u16(byte[] array, int at) {
    return Short.toUnsignedInt((short) U16.get(array, at));
  }
}
