package io.moraine.base;

import com.google.errorprone.annotations.Immutable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * An immutable byte string, ordered by unsigned bytes.
 *
 * <p>May be a view of a larger array: {@link #copy()} detaches it. Arrays given to {@link #wrap}
 * are shared, not copied, and must not be changed afterwards.
 */
@Immutable
@SuppressWarnings("Immutable") // the array is never written after construction
public final class Bytes implements Comparable<Bytes> {
  /** The empty byte string. */
  public static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

  private final byte[] array;
  private final int offset;
  private final int length;

  private Bytes(byte[] array, int offset, int length) {
    this.array = array;
    this.offset = offset;
    this.length = length;
  }

  /** Shares {@code array} as a whole. */
  public static Bytes wrap(byte[] array) {
    return new Bytes(array, 0, array.length);
  }

  /** Shares {@code length} bytes of {@code array} from {@code offset}. */
  public static Bytes wrap(byte[] array, int offset, int length) {
    if (offset < 0 || length < 0 || length > array.length - offset) {
      throw new IndexOutOfBoundsException(
          "[" + offset + ", +" + length + ") outside of " + array.length + " bytes");
    }
    return new Bytes(array, offset, length);
  }

  /** The UTF-8 form of {@code text}. */
  public static Bytes utf8(String text) {
    return wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads pairs of hexadecimal digits.
   *
   * @throws IllegalArgumentException if {@code hex} holds anything else
   */
  public static Bytes fromHex(String hex) {
    return wrap(HexFormat.of().parseHex(hex));
  }

  /** Length in bytes. */
  public int length() {
    return length;
  }

  /** Whether there is no byte. */
  public boolean isEmpty() {
    return length == 0;
  }

  /** The byte at {@code index}, signed as Java has it. */
  public byte at(int index) {
    return array[offset + checkIndex(index)];
  }

  /** The byte at {@code index} as 0 to 255. */
  public int unsignedAt(int index) {
    return at(index) & 0xff;
  }

  /** The part from {@code fromInclusive} to {@code toExclusive}; shares the bytes. */
  public Bytes slice(int fromInclusive, int toExclusive) {
    if (fromInclusive < 0 || toExclusive < fromInclusive || toExclusive > length) {
      throw new IndexOutOfBoundsException(
          "[" + fromInclusive + ", " + toExclusive + ") outside of " + length + " bytes");
    }
    return new Bytes(array, offset + fromInclusive, toExclusive - fromInclusive);
  }

  /** Whether the first bytes equal {@code prefix}. */
  public boolean startsWith(Bytes prefix) {
    return length >= prefix.length
        && Arrays.equals(
            array,
            offset,
            offset + prefix.length,
            prefix.array,
            prefix.offset,
            prefix.offset + prefix.length);
  }

  /**
   * The smallest byte string greater than every one that starts with this one, or empty if there is
   * none (this is empty or all {@code ff}).
   */
  public Optional<Bytes> prefixEnd() {
    int last = length - 1;
    while (last >= 0 && array[offset + last] == (byte) 0xff) {
      last--;
    }
    if (last < 0) {
      return Optional.empty();
    }
    byte[] end = Arrays.copyOfRange(array, offset, offset + last + 1);
    end[last]++;
    return Optional.of(wrap(end));
  }

  /** A byte string of its own array, holding on to nothing larger. */
  public Bytes copy() {
    return length == array.length ? this : wrap(toArray());
  }

  /** A fresh array of the bytes. */
  public byte[] toArray() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  /** The array that holds the bytes, from {@link #arrayOffset()} on; shared, for reading only. */
  public byte[] array() {
    return array;
  }

  /** Where the bytes start in {@link #array()}. */
  public int arrayOffset() {
    return offset;
  }

  /** Lower-case hexadecimal digits. */
  public String toHex() {
    return HexFormat.of().formatHex(array, offset, offset + length);
  }

  /** The bytes read as UTF-8; malformed input becomes replacement characters. */
  public String toUtf8() {
    return new String(array, offset, length, StandardCharsets.UTF_8);
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(
        array, offset, offset + length, other.array, other.offset, other.offset + other.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that
        && Arrays.equals(
            array, offset, offset + length, that.array, that.offset, that.offset + that.length);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + array[i];
    }
    return hash;
  }

  @Override
  public String toString() {
    return length <= 64 ? toHex() : slice(0, 64).toHex() + "… (" + length + " bytes)";
  }

  private int checkIndex(int index) {
    if (index < 0 || index >= length) {
      throw new IndexOutOfBoundsException(index + " outside of " + length + " bytes");
    }
    return index;
  }
}
