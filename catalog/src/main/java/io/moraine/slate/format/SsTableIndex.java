package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the blocks of a table file are, and the least keys they may hold. Immutable.
 *
 * <p>FlatBuffer {@code SsTableIndex}: slot 0 block_meta [BlockMeta], required. {@code BlockMeta}:
 * slot 0 offset u64, slot 1 first_key [ubyte], required, slot 2 encoded_len u32, 0 unless the block
 * is padded. The key is a separator: greater than every key of the block before, unless the two
 * blocks share one, and not greater than any of its own; empty for the first block. In the
 * write-ahead log it is the first sequence number. Source: SlateDB {@code schemas/sst.fbs} at
 * e0161973 and release 0.18.0.
 */
public final class SsTableIndex {
  private final long[] offsets;
  private final int[] lengths;
  private final byte[] keys;
  private final int[] keyEnds;

  private SsTableIndex(long[] offsets, int[] lengths, byte[] keys, int[] keyEnds) {
    this.offsets = offsets;
    this.lengths = lengths;
    this.keys = keys;
    this.keyEnds = keyEnds;
  }

  /**
   * Reads an uncompressed index.
   *
   * @param dataEnd where the blocks of the file end
   * @throws SlateFormatException if blocks are out of order or reach beyond {@code dataEnd}
   */
  public static SsTableIndex decode(Region payload, long dataEnd) {
    FlatBufferReader.TableVector metas =
        FlatBufferReader.root(payload).requiredTables(0, "block_meta");
    int count = metas.size();
    long[] offsets = new long[count + 1];
    long[] encoded = new long[count];
    Bytes[] firstKeys = new Bytes[count];
    for (int i = 0; i < count; i++) {
      FlatBufferReader.Table meta = metas.get(i);
      offsets[i] = meta.u64(0);
      firstKeys[i] = meta.requiredBytes(1, "first_key");
      encoded[i] = meta.u32(2);
      if (i > 0 ? offsets[i] <= offsets[i - 1] : offsets[i] < 0) {
        throw meta.error("block " + i + " starts at " + offsets[i] + ", before block " + (i - 1));
      }
    }
    offsets[count] = dataEnd;
    return new SsTableIndex(
        offsets, lengths(payload, offsets, encoded), join(payload, firstKeys), ends(firstKeys));
  }

  /** The stored form of an index of blocks at {@code offsets}. */
  static Bytes encode(List<Long> offsets, List<Bytes> firstKeys) {
    FlatBufferWriter writer = new FlatBufferWriter(64 + 48 * offsets.size());
    List<Integer> metas = new ArrayList<>(offsets.size());
    for (int i = 0; i < offsets.size(); i++) {
      int key = writer.bytes(firstKeys.get(i));
      metas.add(writer.table().u64(0, offsets.get(i)).reference(1, key).end());
    }
    return writer.finish(writer.table().reference(0, writer.tables(metas)).end());
  }

  private static int[] lengths(Region payload, long[] offsets, long[] encoded) {
    int[] lengths = new int[encoded.length];
    for (int i = 0; i < encoded.length; i++) {
      long room = offsets[i + 1] - offsets[i];
      long length = encoded[i] > 0 ? encoded[i] : room;
      if (room <= 0 || length > room || length > Integer.MAX_VALUE - 16) {
        throw payload.at(
            0,
            "block " + i + " of " + length + " bytes at " + offsets[i] + " has room for " + room);
      }
      lengths[i] = (int) length;
    }
    return lengths;
  }

  private static byte[] join(Region payload, Bytes[] keys) {
    long size = 0;
    for (Bytes key : keys) {
      size += key.length();
    }
    // Keys that share bytes of the buffer could add up to more than the buffer.
    if (size > payload.length()) {
      throw payload.at(0, "keys of " + size + " bytes in an index of " + payload.length());
    }
    byte[] joined = new byte[(int) size];
    int at = 0;
    for (Bytes key : keys) {
      System.arraycopy(key.array(), key.arrayOffset(), joined, at, key.length());
      at += key.length();
    }
    return joined;
  }

  private static int[] ends(Bytes[] keys) {
    int[] ends = new int[keys.length];
    int end = 0;
    for (int i = 0; i < keys.length; i++) {
      end += keys[i].length();
      ends[i] = end;
    }
    return ends;
  }

  /** The number of blocks. */
  public int blockCount() {
    return lengths.length;
  }

  /** Where block {@code index} starts in the file. */
  public long blockOffset(int index) {
    return offsets[index];
  }

  /** Stored length of block {@code index}, checksum included, padding not. */
  public int blockLength(int index) {
    return lengths[index];
  }

  /** The separator before block {@code index}. */
  public Bytes firstKey(int index) {
    int from = keyStart(index);
    return Bytes.wrap(keys, from, keyEnds[index] - from);
  }

  /** The first block that may hold {@code key} or a greater one. */
  public int firstBlockFor(Bytes key) {
    return Math.max(0, blocksBelow(key) - 1);
  }

  /** The number of blocks whose separator is less than {@code key}. */
  public int blocksBelow(Bytes key) {
    int low = 0;
    int high = lengths.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compareFirstKey(middle, key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The order of block {@code index}'s separator relative to {@code key}. */
  public int compareFirstKey(int index, Bytes key) {
    return Arrays.compareUnsigned(
        keys,
        keyStart(index),
        keyEnds[index],
        key.array(),
        key.arrayOffset(),
        key.arrayOffset() + key.length());
  }

  /** Memory held, in bytes. */
  public int sizeBytes() {
    return 64 + keys.length + 16 * lengths.length;
  }

  private int keyStart(int index) {
    return index == 0 ? 0 : keyEnds[index - 1];
  }
}
