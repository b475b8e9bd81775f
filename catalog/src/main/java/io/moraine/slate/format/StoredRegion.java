package io.moraine.slate.format;

import java.util.zip.CRC32;

/**
 * A region of a table file as it is stored: bytes, compressed as a whole by the file's codec, then
 * their CRC-32 (IEEE) as {@code u32} big-endian. Lengths that point to a region include the
 * checksum. Source: SlateDB {@code format/sst.rs} at e0161973.
 */
public final class StoredRegion {
  private static final int CHECKSUM_BYTES = 4;

  private StoredRegion() {}

  /**
   * The uncompressed content of {@code stored}; shares its bytes if there is no compression.
   *
   * @throws SlateFormatException if the checksum or the compression is wrong
   */
  public static Region decode(Region stored, CompressionFormat compression) {
    Region compressed = verified(stored);
    return compression == CompressionFormat.NONE
        ? compressed
        : compressed.decoded(Decompressor.decompress(compressed, compression));
  }

  /** The bytes before the checksum. */
  static Region verified(Region stored) {
    int length = stored.length() - CHECKSUM_BYTES;
    if (length < 0) {
      throw stored.at(0, stored.length() + " bytes, too few for a checksum");
    }
    Region content = stored.slice(0, length);
    CRC32 crc = new CRC32();
    crc.update(content.bytes().array(), content.bytes().arrayOffset(), length);
    long expected = stored.slice(length, stored.length()).reader().readU32Be();
    if (crc.getValue() != expected) {
      throw stored.at(
          0,
          "checksum of "
              + length
              + " bytes is "
              + Long.toHexString(crc.getValue())
              + ", stored is "
              + Long.toHexString(expected));
    }
    return content;
  }
}
