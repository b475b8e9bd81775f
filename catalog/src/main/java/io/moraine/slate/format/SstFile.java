package io.moraine.slate.format;

import java.util.List;
import java.util.Optional;

/**
 * A whole table file in memory; its parts are decoded when asked for. Immutable.
 *
 * <p>Layout: blocks; filter, if any; index; statistics, if any; {@link SstFooter}. Blocks, filter,
 * index and statistics are each a {@link StoredRegion}. Bytes between a block and what follows are
 * padding. Source: SlateDB {@code sst_builder.rs} at e0161973.
 */
public final class SstFile {
  private final Region file;
  private final SstFooter footer;

  private SstFile(Region file, SstFooter footer) {
    this.file = file;
    this.footer = footer;
  }

  /**
   * Reads the footer of {@code file}.
   *
   * @throws SlateFormatException if it is damaged or of another version
   */
  public static SstFile decode(Region file) {
    return new SstFile(file, SstFooter.decode(file));
  }

  /** How the file ends. */
  public SstFooter footer() {
    return footer;
  }

  /** Where the blocks of a file with {@code info} end. */
  public static long dataEnd(SsTableInfo info) {
    return info.filter().isEmpty() ? info.index().offset() : info.filter().offset();
  }

  /** The index. */
  public SsTableIndex index() {
    SsTableInfo info = footer.info();
    return SsTableIndex.decode(part(info.index()), dataEnd(info));
  }

  /** The filters of {@code known} policies, or empty if the file has no filter. */
  public Optional<SstFilter> filter(List<FilterPolicy> known) {
    SsTableInfo info = footer.info();
    return info.filter().isEmpty()
        ? Optional.empty()
        : Optional.of(SstFilter.decode(filterRegion(), info.filterFormat(), known));
  }

  /** The stored filters. */
  Region filterRegion() {
    return part(footer.info().filter());
  }

  /** The statistics, or empty if the file has none. */
  public Optional<SstStats> stats() {
    SsTableInfo.Extent stats = footer.info().stats();
    return stats.isEmpty() ? Optional.empty() : Optional.of(SstStats.decode(part(stats)));
  }

  /** The block numbered {@code index}. */
  public Block block(SsTableIndex blocks, int index) {
    long from = blocks.blockOffset(index);
    Region stored = file.slice(from, from + blocks.blockLength(index));
    return Block.decode(StoredRegion.decode(stored, footer.info().compression()), footer.format());
  }

  private Region part(SsTableInfo.Extent extent) {
    return StoredRegion.decode(
        file.slice(extent.offset(), extent.end()), footer.info().compression());
  }
}
