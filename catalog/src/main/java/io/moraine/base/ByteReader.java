package io.moraine.base;

/**
 * Reads a byte string from front to back; a read beyond its end is an error of the given fault.
 *
 * <p>Each method names width and byte order of what it reads. Not thread-safe.
 */
public final class ByteReader {
  private final Bytes bytes;
  private final Fault fault;
  private int position;

  /** Reads {@code bytes} from their start; {@code fault} makes the errors. */
  public ByteReader(Bytes bytes, Fault fault) {
    this.bytes = bytes;
    this.fault = fault;
  }

  /** Where the next read starts. */
  public int position() {
    return position;
  }

  /** How many bytes are left. */
  public int remaining() {
    return bytes.length() - position;
  }

  /** Continues at {@code newPosition}, 0 to the length. */
  public void seek(int newPosition) {
    if (newPosition < 0 || newPosition > bytes.length()) {
      throw fault.at(position, "no position " + newPosition + " in " + bytes.length() + " bytes");
    }
    position = newPosition;
  }

  /** The next byte, 0 to 255. */
  public int readU8() {
    return bytes.unsignedAt(advance(1));
  }

  /** The next two bytes, big-endian, 0 to 65535. */
  public int readU16Be() {
    int at = advance(2);
    return bytes.unsignedAt(at) << 8 | bytes.unsignedAt(at + 1);
  }

  /** The next four bytes, big-endian, 0 to 2^32 - 1. */
  public long readU32Be() {
    return Integer.toUnsignedLong(intBe(advance(4)));
  }

  /** The next four bytes, little-endian, 0 to 2^32 - 1. */
  public long readU32Le() {
    return Integer.toUnsignedLong(Integer.reverseBytes(intBe(advance(4))));
  }

  /** The next eight bytes, big-endian; to be compared unsigned. */
  public long readU64Be() {
    int at = advance(8);
    return Integer.toUnsignedLong(intBe(at)) << 32 | Integer.toUnsignedLong(intBe(at + 4));
  }

  /** The next eight bytes, big-endian, two's complement. */
  public long readI64Be() {
    return readU64Be();
  }

  /** The next unsigned LEB128 number of at most five bytes, 0 to 2^32 - 1. */
  public long readVarintU32() {
    int start = position;
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = readU8();
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        if (value > 0xffff_ffffL) {
          throw fault.at(start, "varint " + value + " is more than 32 bits");
        }
        return value;
      }
    }
    throw fault.at(start, "varint of more than 5 bytes");
  }

  /** The next {@code length} bytes, shared. A length that comes from the bytes needs no check. */
  public Bytes readBytes(long length) {
    int from = advance(length);
    return bytes.slice(from, position);
  }

  private int intBe(int at) {
    return bytes.unsignedAt(at) << 24
        | bytes.unsignedAt(at + 1) << 16
        | bytes.unsignedAt(at + 2) << 8
        | bytes.unsignedAt(at + 3);
  }

  private int advance(long length) {
    int from = position;
    if (length < 0 || length > remaining()) {
      throw fault.at(from, length + " bytes expected, " + remaining() + " left");
    }
    position += (int) length;
    return from;
  }
}
