package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Walks the rows of a {@link Block} in place. One cursor can be opened on many blocks in turn.
 *
 * <p>Row in {@link BlockFormat#V1}, integers big-endian: {@code u16} bytes shared with the block's
 * first key, {@code u16} length and bytes of the rest of the key, {@code u64} seq, {@code u8}
 * flags, {@code i64} expiry if flagged, {@code i64} creation if flagged, and unless it is a
 * tombstone {@code u32} length and bytes of the value.
 *
 * <p>Row in {@link BlockFormat#V2}: varints of the bytes shared with the key before (0 at a restart
 * point), of the bytes that follow, and of the value's length; rest of the key; value; {@code u64}
 * seq, {@code u8} flags, {@code i64} expiry if flagged, {@code i64} creation if flagged.
 *
 * <p>Flags: 1 tombstone, 2 expiry, 4 creation, 8 merge operand. Source: SlateDB {@code
 * format/row.rs}, {@code format/row_codec_v2.rs} at e0161973.
 */
public final class BlockCursor extends RowView {
  private static final VarHandle I64 =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle I32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  static final int TOMBSTONE = 1;
  static final int EXPIRE = 2;
  static final int CREATE = 4;
  static final int MERGE = 8;

  private Block block;
  private byte[] data;
  private int end;
  private boolean v2;

  /** Where the current row starts in {@link #data}; the block's end when behind the last row. */
  private int position;

  /** Where the row after the current one starts. */
  private int following;

  // The head of the row that was parsed last.
  private int shared;
  private int suffixAt;
  private int suffixLength;
  private int at;

  /** A cursor before the first row of {@code block}. */
  public BlockCursor(Block block) {
    this.block = block;
    this.data = block.data;
    open(block);
  }

  /** Stands before the first row of {@code newBlock}. */
  public void open(Block newBlock) {
    block = newBlock;
    data = newBlock.data;
    end = newBlock.end;
    v2 = newBlock.format == BlockFormat.V2;
    position = newBlock.start;
    following = newBlock.start;
    keyLength = 0;
  }

  /** Stands behind the last row. */
  public void moveToEnd() {
    position = end;
    following = end;
  }

  /** Moves to the next row; false if there is none. */
  public boolean next() {
    if (following >= end) {
      moveToEnd();
      return false;
    }
    read(following);
    return true;
  }

  /** Moves to the row before; false, and before the first row, if there is none. */
  public boolean previous() {
    int target = position;
    if (target <= block.start) {
      open(block);
      return false;
    }
    rewindTo(lastOffsetBelow(target - block.start));
    do {
      read(following);
    } while (following < target);
    return true;
  }

  /** Moves to the first row whose key is not less than {@code target}; false if there is none. */
  public boolean seek(Bytes target) {
    rewindTo(lastOffsetWithKeyBelow(target));
    while (next()) {
      if (compareKey(target) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** Moves to the last row whose key is less than {@code target}; false if there is none. */
  public boolean seekBefore(Bytes target) {
    seek(target);
    return previous();
  }

  /**
   * Moves to the first row of {@code target}; false if there is none. Cheaper than {@link #seek},
   * but leaves the key of this view undefined.
   */
  public boolean find(Bytes target) {
    byte[] wanted = target.array();
    int wantedFrom = target.arrayOffset();
    int wantedTo = wantedFrom + target.length();
    following = block.start + block.offset(lastOffsetWithKeyBelow(target));
    // Bytes that the key before has in common with the target; it is the lesser one.
    int matched = 0;
    while (following < end) {
      position = following;
      parseHead(position);
      if (v2 && shared > matched) {
        parseRest();
        continue;
      }
      int order = compareParsed(wanted, wantedFrom, wantedTo);
      if (order > 0) {
        return false;
      }
      parseRest();
      if (order == 0) {
        return true;
      }
      matched = matchedBytes(wanted, wantedFrom, wantedTo);
    }
    return false;
  }

  /**
   * Moves to the next row if it is another version of {@code target}, which the cursor stands on
   * after {@link #find}; else false.
   */
  public boolean findNextVersion(Bytes target) {
    if (following >= end) {
      return false;
    }
    position = following;
    parseHead(position);
    int from = target.arrayOffset();
    boolean same =
        shared <= target.length()
            && compareParsed(target.array(), from, from + target.length()) == 0;
    if (same) {
      parseRest();
    }
    return same;
  }

  /** The order of the parsed row's key relative to a target that begins as the key before it. */
  private int compareParsed(byte[] wanted, int from, int to) {
    if (v2) {
      return Arrays.compareUnsigned(
          data, suffixAt, suffixAt + suffixLength, wanted, from + shared, to);
    }
    return compareV1(wanted, from, to);
  }

  private int compareV1(byte[] wanted, int from, int to) {
    int first = block.start + 4;
    int common = Math.min(shared, to - from);
    int order = Arrays.compareUnsigned(data, first, first + shared, wanted, from, from + common);
    if (order != 0 || shared > common) {
      return order;
    }
    return Arrays.compareUnsigned(
        data, suffixAt, suffixAt + suffixLength, wanted, from + shared, to);
  }

  private int matchedBytes(byte[] wanted, int from, int to) {
    if (!v2) {
      return 0;
    }
    int mismatch =
        Arrays.mismatch(data, suffixAt, suffixAt + suffixLength, wanted, from + shared, to);
    return shared + mismatch;
  }

  /** The last offset whose row has a key below {@code target}, or the first offset. */
  private int lastOffsetWithKeyBelow(Bytes target) {
    byte[] wanted = target.array();
    int from = target.arrayOffset();
    int to = from + target.length();
    int low = 0;
    int high = block.offsetCount - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      parseHead(block.start + block.offset(middle));
      if (v2 && shared != 0) {
        throw block.damaged(block.start + block.offset(middle), "restart shares " + shared);
      }
      if (compareParsed(wanted, from, to) < 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The last offset below {@code relative}, which is greater than 0. */
  private int lastOffsetBelow(int relative) {
    int low = 0;
    int high = block.offsetCount - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (block.offset(middle) < relative) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private void rewindTo(int offsetIndex) {
    following = block.start + block.offset(offsetIndex);
    position = following;
    keyLength = 0;
  }

  private void read(int from) {
    position = from;
    parseHead(from);
    assembleKey();
    parseRest();
  }

  private void parseHead(int from) {
    at = from;
    if (v2) {
      shared = varint();
      suffixLength = varint();
      valueLength = varint();
      suffixAt = at;
      need((long) suffixLength + valueLength + 9);
    } else {
      need(4);
      shared = Block.u16(data, at);
      suffixLength = Block.u16(data, at + 2);
      suffixAt = at + 4;
      at = suffixAt;
      need(suffixLength + 9L);
      if (shared > firstKeyLength()) {
        throw block.damaged(
            from, "row shares " + shared + " bytes with a key of " + firstKeyLength());
      }
    }
  }

  private int firstKeyLength() {
    if (block.end - block.start < 4) {
      throw block.damaged(block.start, "no room for a row");
    }
    int length = Block.u16(data, block.start + 2);
    if (length > end - block.start - 4) {
      throw block.damaged(block.start, "first key of " + length + " bytes leads out of the block");
    }
    return length;
  }

  private void assembleKey() {
    int length = shared + suffixLength;
    if (v2) {
      if (shared > keyLength) {
        throw block.damaged(position, "row shares " + shared + " bytes with a key of " + keyLength);
      }
      ensureKeyCapacity(length, shared);
    } else {
      ensureKeyCapacity(length, 0);
      System.arraycopy(data, block.start + 4, key, 0, shared);
    }
    System.arraycopy(data, suffixAt, key, shared, suffixLength);
    keyLength = length;
  }

  private void ensureKeyCapacity(int length, int kept) {
    if (key.length < length) {
      byte[] larger = new byte[Math.max(length, Math.max(64, 2 * key.length))];
      System.arraycopy(key, 0, larger, 0, kept);
      key = larger;
    }
  }

  private void parseRest() {
    value = data;
    if (v2) {
      valueOffset = suffixAt + suffixLength;
      at = valueOffset + valueLength;
    } else {
      at = suffixAt + suffixLength;
    }
    seq = (long) I64.get(data, at);
    int flags = data[at + 8];
    at += 9;
    parseFlags(flags);
    if (!v2) {
      parseValueV1();
    }
    if (kind == RowKind.TOMBSTONE) {
      valueLength = 0;
    }
    following = at;
  }

  private void parseFlags(int flags) {
    if ((flags & ~(TOMBSTONE | EXPIRE | CREATE | MERGE)) != 0
        || (flags & (TOMBSTONE | MERGE)) == (TOMBSTONE | MERGE)) {
      throw block.damaged(at - 1, "row flags " + Integer.toHexString(flags & 0xff));
    }
    kind =
        (flags & TOMBSTONE) != 0
            ? RowKind.TOMBSTONE
            : (flags & MERGE) != 0 ? RowKind.MERGE : RowKind.VALUE;
    hasExpire = (flags & EXPIRE) != 0;
    hasCreate = (flags & CREATE) != 0;
    if (hasExpire) {
      expireMillis = i64();
    }
    if (hasCreate) {
      createMillis = i64();
    }
    if (kind == RowKind.TOMBSTONE) {
      // An expiry that an old writer stored with a deletion means nothing.
      hasExpire = false;
    }
  }

  private void parseValueV1() {
    valueOffset = at;
    valueLength = 0;
    if (kind != RowKind.TOMBSTONE) {
      need(4);
      long length = Integer.toUnsignedLong((int) I32.get(data, at));
      at += 4;
      need(length);
      valueOffset = at;
      valueLength = (int) length;
      at += valueLength;
    }
  }

  private long i64() {
    need(8);
    long result = (long) I64.get(data, at);
    at += 8;
    return result;
  }

  private int varint() {
    if (at < end && data[at] >= 0) {
      return data[at++];
    }
    return longVarint();
  }

  private int longVarint() {
    int from = at;
    long result = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      need(1);
      byte next = data[at++];
      result |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        if (result > end - block.start) {
          throw block.damaged(from, "length " + result + " in " + (end - block.start) + " bytes");
        }
        return (int) result;
      }
    }
    throw block.damaged(from, "varint of more than 5 bytes");
  }

  private void need(long bytes) {
    if (bytes > end - at) {
      throw block.damaged(at, bytes + " bytes expected, " + Math.max(0, end - at) + " left");
    }
  }
}
