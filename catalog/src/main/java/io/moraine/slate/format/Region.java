package io.moraine.slate.format;

import io.moraine.base.ByteReader;
import io.moraine.base.Bytes;
import io.moraine.base.Fault;

/**
 * A stretch of an object, with where it was taken from.
 *
 * @param object path of the object in its store
 * @param offset the object's byte at which the stretch starts
 * @param bytes the stretch
 */
public record Region(String object, long offset, Bytes bytes) implements Fault {
  /** All of an object. */
  public static Region whole(String object, Bytes bytes) {
    return new Region(object, 0, bytes);
  }

  /** Length in bytes. */
  public int length() {
    return bytes.length();
  }

  /**
   * The part from {@code fromInclusive} to {@code toExclusive}, positions in this region.
   *
   * @throws SlateFormatException if it is not within the region
   */
  public Region slice(long fromInclusive, long toExclusive) {
    if (fromInclusive < 0 || toExclusive < fromInclusive || toExclusive > length()) {
      throw at(
          0, "[" + fromInclusive + ", " + toExclusive + ") is outside of " + length() + " bytes");
    }
    return new Region(
        object, offset + fromInclusive, bytes.slice((int) fromInclusive, (int) toExclusive));
  }

  /** The same place with other bytes, as after decompression: errors name where it starts. */
  public Region decoded(Bytes content) {
    return new Region(object, offset, content);
  }

  /** A reader of the bytes from their start. */
  public ByteReader reader() {
    return new ByteReader(bytes, this);
  }

  @Override
  public SlateFormatException at(int position, String problem) {
    return new SlateFormatException(object, offset + position, problem);
  }
}
