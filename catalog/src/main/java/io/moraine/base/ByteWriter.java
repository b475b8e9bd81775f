package io.moraine.base;

import java.util.Arrays;

/**
 * Collects a byte string from front to back; the counterpart of {@link ByteReader}.
 *
 * <p>Each method names width and byte order of what it writes. Not thread-safe.
 */
public final class ByteWriter {
  private byte[] array;
  private int length;

  /** Nothing yet. */
  public ByteWriter() {
    this(64);
  }

  /** Nothing yet, with room for {@code expectedBytes}. */
  public ByteWriter(int expectedBytes) {
    array = new byte[Math.max(16, expectedBytes)];
  }

  /** How many bytes were written. */
  public int length() {
    return length;
  }

  /** Forgets what was written. */
  public ByteWriter clear() {
    length = 0;
    return this;
  }

  /** The low byte of {@code value}. */
  public ByteWriter writeU8(int value) {
    int at = advance(1);
    array[at] = (byte) value;
    return this;
  }

  /** The low two bytes of {@code value}, big-endian. */
  public ByteWriter writeU16Be(int value) {
    int at = advance(2);
    array[at] = (byte) (value >>> 8);
    array[at + 1] = (byte) value;
    return this;
  }

  /** The low four bytes of {@code value}, big-endian. */
  public ByteWriter writeU32Be(long value) {
    putIntBe(advance(4), (int) value);
    return this;
  }

  /** The low four bytes of {@code value}, little-endian. */
  public ByteWriter writeU32Le(long value) {
    putIntBe(advance(4), Integer.reverseBytes((int) value));
    return this;
  }

  /** Eight bytes, big-endian. */
  public ByteWriter writeU64Be(long value) {
    int at = advance(8);
    putIntBe(at, (int) (value >>> 32));
    putIntBe(at + 4, (int) value);
    return this;
  }

  /** Eight bytes, big-endian, two's complement. */
  public ByteWriter writeI64Be(long value) {
    return writeU64Be(value);
  }

  /** An unsigned LEB128 number of at most five bytes; {@code value} is 0 to 2^32 - 1. */
  public ByteWriter writeVarintU32(long value) {
    if (value >>> 32 != 0) {
      throw new IllegalArgumentException(value + " is more than 32 bits");
    }
    long rest = value;
    while (rest >= 0x80) {
      writeU8((int) rest | 0x80);
      rest >>>= 7;
    }
    return writeU8((int) rest);
  }

  /** How many bytes {@link #writeVarintU32} takes for {@code value}. */
  public static int varintBytes(long value) {
    int significantBits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
    return (significantBits + 6) / 7;
  }

  /** All of {@code bytes}. */
  public ByteWriter writeBytes(Bytes bytes) {
    return writeBytes(bytes.array(), bytes.arrayOffset(), bytes.length());
  }

  /** {@code count} bytes of {@code source} from {@code from} on. */
  public ByteWriter writeBytes(byte[] source, int from, int count) {
    int at = advance(count);
    System.arraycopy(source, from, array, at, count);
    return this;
  }

  /** A copy of what was written. */
  public Bytes toBytes() {
    return Bytes.wrap(Arrays.copyOf(array, length));
  }

  /** What was written, without a copy: only to be used until something else is written. */
  public Bytes view() {
    return Bytes.wrap(array, 0, length);
  }

  private void putIntBe(int at, int value) {
    array[at] = (byte) (value >>> 24);
    array[at + 1] = (byte) (value >>> 16);
    array[at + 2] = (byte) (value >>> 8);
    array[at + 3] = (byte) value;
  }

  /** Where the next {@code count} bytes go. */
  private int advance(int count) {
    int at = length;
    if (count > array.length - at) {
      long wanted = Math.max((long) at + count, 2L * array.length);
      if ((long) at + count > Integer.MAX_VALUE - 16) {
        throw new IllegalStateException("more than 2 GiB");
      }
      array = Arrays.copyOf(array, (int) Math.min(wanted, Integer.MAX_VALUE - 16));
    }
    length = at + count;
    return at;
  }
}
