package io.moraine.slate.read;

import io.moraine.slate.format.Block;
import io.moraine.slate.format.BlockFormat;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.SsTableIndex;
import io.moraine.slate.format.SsTableInfo;
import io.moraine.slate.format.SstFile;
import io.moraine.slate.format.StoredRegion;
import io.moraine.slate.format.Ulid;

/**
 * The file of a compacted table, as the manifest describes it.
 *
 * @param path where it is
 * @param id the table
 * @param format the form of its blocks
 * @param info where its parts are
 */
record TableFile(String path, Ulid id, BlockFormat format, SsTableInfo info) {
  /** A table of at most this size is read whole when it is first needed. */
  private static final long SMALL_BYTES = 1 << 20;

  /** Where index, filter and statistics end. */
  long partsEnd() {
    return Math.max(info.index().end(), Math.max(info.filter().end(), info.stats().end()));
  }

  /** Size of all blocks. */
  long dataBytes() {
    return SstFile.dataEnd(info);
  }

  boolean isSmall() {
    return partsEnd() <= SMALL_BYTES;
  }

  /** Where the read begins that gives index and filter, and a small table's blocks. */
  long openingStart() {
    return isSmall() ? 0 : dataBytes();
  }

  /** How much that read gives, footer left out. */
  long openingBytes() {
    return partsEnd() - openingStart();
  }

  /** Block {@code number}, which lies in {@code region}. */
  Block decodeBlock(Region region, SsTableIndex index, int number) {
    long from = index.blockOffset(number) - region.offset();
    Region stored = region.slice(from, from + index.blockLength(number));
    return Block.decode(StoredRegion.decode(stored, info.compression()), format);
  }
}
