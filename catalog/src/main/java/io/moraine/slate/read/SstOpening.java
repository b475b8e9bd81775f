package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Block;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.format.SsTableIndex;
import io.moraine.slate.format.SsTableInfo;
import io.moraine.slate.format.SstFilter;
import io.moraine.slate.format.SstFooter;
import io.moraine.slate.format.StoredRegion;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the index and the filter of a table in one request; of a small table the blocks as well.
 * Where they are is taken from the manifest's copy of the table info; the copy in the file must
 * agree.
 */
final class SstOpening {
  /** The most that info and footer take besides the two keys in the info. */
  private static final int FOOTER_ROOM = 1024;

  private final ReadContext context;
  private final TableFile file;
  private final SsTableInfo info;

  SstOpening(ReadContext context, TableFile file) {
    this.context = context;
    this.file = file;
    this.info = file.info();
  }

  OpenTable read() {
    context.counters().tablesOpened.increment();
    long room = (long) FOOTER_ROOM + length(info.firstEntry()) + length(info.lastEntry());
    Region tail = context.read(file.path(), file.openingStart(), file.openingBytes() + room);
    checkFooter(tail);
    TableMetadata metadata = new TableMetadata(decodeIndex(tail), decodeFilter(tail));
    return tail.offset() == 0
        ? new OpenTable(metadata, admitAll(tail, metadata.index()))
        : OpenTable.of(metadata);
  }

  private SsTableIndex decodeIndex(Region tail) {
    return SsTableIndex.decode(part(tail, info.index()), file.dataBytes());
  }

  private @Nullable SstFilter decodeFilter(Region tail) {
    return info.filter().isEmpty()
        ? null
        : SstFilter.decode(
            part(tail, info.filter()), info.filterFormat(), context.filterPolicies());
  }

  private Region part(Region tail, SsTableInfo.Extent extent) {
    long from = extent.offset() - tail.offset();
    return StoredRegion.decode(tail.slice(from, from + extent.length()), info.compression());
  }

  /** All blocks, or none if one is damaged. */
  private List<Block> admitAll(Region whole, SsTableIndex index) {
    List<Block> all = new ArrayList<>(index.blockCount());
    for (int i = 0; i < index.blockCount(); i++) {
      try {
        Block block = file.decodeBlock(whole, index, i);
        context.cache().admit(context.cache().key(file.id(), index.blockOffset(i)), block);
        all.add(block);
      } catch (SlateFormatException e) {
        // Only who needs this very block is to know; the read for them counts.
        context.counters().rereads.increment();
      }
    }
    return all.size() == index.blockCount() ? List.copyOf(all) : List.of();
  }

  private void checkFooter(Region tail) {
    SstFooter footer = SstFooter.decode(tail);
    SsTableInfo stored = footer.info();
    boolean agrees =
        footer.format() == file.format()
            && stored.index().equals(info.index())
            && stored.compression() == info.compression()
            && stored.filter().length() == info.filter().length()
            && (info.filter().isEmpty() || stored.filter().equals(info.filter()))
            && sameWhereStored(stored.firstEntry(), info.firstEntry())
            && sameWhereStored(stored.lastEntry(), info.lastEntry());
    if (!agrees) {
      throw new SlateFormatException(
          file.path(), footer.infoOffset(), "table is " + stored + ", the manifest says " + info);
    }
  }

  private static boolean sameWhereStored(@Nullable Bytes stored, @Nullable Bytes named) {
    return stored == null || named == null || Objects.equals(stored, named);
  }

  private static int length(@Nullable Bytes entry) {
    return entry == null ? 0 : entry.length();
  }
}
