package io.moraine.slate.format;

import io.moraine.base.ByteReader;

/**
 * The end of a table file.
 *
 * <p>Layout: FlatBuffer {@code SsTableInfo}, never compressed, with its CRC-32 as {@code u32}
 * big-endian; {@code u64} big-endian position of the info in the file; {@code u16} big-endian
 * version, 1 or 2. Source: SlateDB {@code sst_builder.rs} at e0161973.
 *
 * @param format how the blocks are laid out
 * @param info where the parts are
 * @param infoOffset where the info starts, which is where the other regions end
 */
public record SstFooter(BlockFormat format, SsTableInfo info, long infoOffset) {
  /** A file of at most this many bytes has no rows and no footer. */
  public static final int EMPTY_FILE_BYTES = 10;

  /**
   * Reads the footer.
   *
   * @param tail the end of the file, at least as long as the footer
   * @throws SlateFormatException if it is damaged, of another version, or starts before {@code
   *     tail}
   */
  public static SstFooter decode(Region tail) {
    int end = tail.length() - EMPTY_FILE_BYTES;
    if (end < 0) {
      throw tail.at(0, "table file ends after " + tail.length() + " bytes");
    }
    ByteReader reader = tail.reader();
    reader.seek(end);
    long infoOffset = reader.readU64Be();
    int versionAt = reader.position();
    BlockFormat format =
        BlockFormat.ofTableVersion(reader.readU16Be(), tail.slice(versionAt, tail.length()));
    long from = infoOffset - tail.offset();
    if (from < 0 || from > end) {
      throw tail.at(
          end, "table info at " + Long.toUnsignedString(infoOffset) + " is outside of the file");
    }
    Region info = StoredRegion.verified(tail.slice(from, end));
    return new SstFooter(format, SsTableInfo.decode(FlatBufferReader.root(info)), infoOffset);
  }
}
