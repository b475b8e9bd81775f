package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.slate.format.Block;
import io.moraine.slate.format.BlockFormat;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.format.SsTableIndex;
import io.moraine.slate.format.SsTableInfo;
import io.moraine.slate.format.SstFile;
import io.moraine.slate.format.SstFilter;
import io.moraine.slate.format.SstFooter;
import io.moraine.slate.format.StoredRegion;
import io.moraine.slate.format.Ulid;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One compacted table. Where its parts are is taken from the manifest's copy of the table info; the
 * copy in the file must agree. An answer that is damaged is asked for once more before it counts.
 * Thread-safe.
 */
final class SstReader {
  /** A table of at most this size is read whole when it is first needed. */
  private static final long SMALL_TABLE_BYTES = 1 << 20;

  /** The most that info and footer take besides the two keys in the info. */
  private static final int FOOTER_ROOM = 1024;

  private final ReadContext context;
  private final String path;
  private final Ulid id;
  private final BlockFormat format;
  private final SsTableInfo info;

  SstReader(ReadContext context, String path, Ulid id, BlockFormat format, SsTableInfo info) {
    this.context = context;
    this.path = path;
    this.id = id;
    this.format = format;
    this.info = info;
  }

  String path() {
    return path;
  }

  ReadContext context() {
    return context;
  }

  /** Index and filter, read once as long as the cache has room. */
  TableMetadata metadata() {
    TableMetadata cached = context.cache().findTable(id);
    return cached != null
        ? cached
        : context.cache().loadTable(id, path, () -> twice(this::readMetadata));
  }

  boolean hasMetadata() {
    return context.cache().findTable(id) != null;
  }

  /** How many bytes are read for index and filter, footer left out. */
  long metadataReadBytes() {
    return metadataEnd() - metadataStart();
  }

  /** Reads index and filter in the background, if they are not at hand. */
  void prefetchMetadata() {
    if (context.executor().isPresent() && context.cache().findTable(id) == null) {
      // A failure is not kept: who needs the table meets it again.
      context.runAhead(Call.fork(this::metadata));
    }
  }

  /** Takes the versions of the key; true if the matter is settled. */
  boolean lookup(Lookup lookup) {
    TableMetadata metadata = metadata();
    SstFilter filter = metadata.filter();
    if (filter != null && !lookup.passes(filter)) {
      context.counters().filterSkips.increment();
      return false;
    }
    SsTableIndex index = metadata.index();
    int count = index.blockCount();
    for (int i = index.firstBlockFor(lookup.key());
        i < count && (i == 0 || index.compareFirstKey(i, lookup.key()) <= 0);
        i++) {
      if (lookup.addAll(block(index, i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a filter rules out that any key starts with {@code prefix}. */
  boolean lacksPrefix(Bytes prefix) {
    SstFilter filter = metadata().filter();
    boolean lacks = filter != null && !filter.mayContainPrefix(prefix);
    if (lacks) {
      context.counters().filterSkips.increment();
    }
    return lacks;
  }

  /** A block, through the cache. */
  Block block(SsTableIndex index, int number) {
    BlockKey key = context.cache().key(id, index.blockOffset(number));
    Block cached = context.cache().findBlock(key);
    if (cached != null) {
      context.counters().blockHits.increment();
      return cached;
    }
    context.counters().blockMisses.increment();
    return context
        .cache()
        .loadBlock(key, path, () -> twice(() -> readBlock(index, number)).detached());
  }

  /** A block if it is in the cache, else null. */
  @Nullable Block cachedBlock(SsTableIndex index, int number) {
    Block cached = context.cache().findBlock(context.cache().key(id, index.blockOffset(number)));
    if (cached != null) {
      context.counters().blockHits.increment();
    }
    return cached;
  }

  /** Blocks {@code from} to {@code to}, the latter left out, in one read. */
  Block[] readBlocks(SsTableIndex index, int from, int to, boolean admit) {
    context.counters().blockMisses.add(to - from);
    long start = index.blockOffset(from);
    long end = index.blockOffset(to - 1) + index.blockLength(to - 1);
    Region region = context.read(path, start, end - start);
    Block[] blocks = new Block[to - from];
    for (int i = from; i < to; i++) {
      blocks[i - from] = decodeOrReread(region, index, i);
      if (admit) {
        context.cache().admit(context.cache().key(id, index.blockOffset(i)), blocks[i - from]);
      }
    }
    return blocks;
  }

  private Block decodeOrReread(Region region, SsTableIndex index, int number) {
    try {
      return decodeBlock(region, index, number);
    } catch (SlateFormatException e) {
      context.counters().rereads.increment();
      return readBlock(index, number);
    }
  }

  private Block readBlock(SsTableIndex index, int number) {
    return decodeBlock(
        context.read(path, index.blockOffset(number), index.blockLength(number)), index, number);
  }

  private Block decodeBlock(Region region, SsTableIndex index, int number) {
    long from = index.blockOffset(number) - region.offset();
    Region stored = region.slice(from, from + index.blockLength(number));
    return Block.decode(StoredRegion.decode(stored, info.compression()), format);
  }

  private TableMetadata readMetadata() {
    context.counters().tablesOpened.increment();
    long room = (long) FOOTER_ROOM + length(info.firstEntry()) + length(info.lastEntry());
    long from = metadataStart();
    Region tail = context.read(path, from, metadataEnd() + room - from);
    checkFooter(tail);
    TableMetadata metadata = new TableMetadata(decodeIndex(tail), decodeFilter(tail));
    if (from == 0) {
      admitAll(tail, metadata.index());
    }
    return metadata;
  }

  private long metadataEnd() {
    return Math.max(info.index().end(), Math.max(info.filter().end(), info.stats().end()));
  }

  private long metadataStart() {
    return metadataEnd() <= SMALL_TABLE_BYTES ? 0 : SstFile.dataEnd(info);
  }

  private SsTableIndex decodeIndex(Region tail) {
    return SsTableIndex.decode(part(tail, info.index()), SstFile.dataEnd(info));
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

  private void admitAll(Region whole, SsTableIndex index) {
    for (int i = 0; i < index.blockCount(); i++) {
      try {
        BlockKey key = context.cache().key(id, index.blockOffset(i));
        context.cache().admit(key, decodeBlock(whole, index, i));
      } catch (SlateFormatException e) {
        // Only who needs this very block is to know; the read for them counts.
        context.counters().rereads.increment();
      }
    }
  }

  private void checkFooter(Region tail) {
    SstFooter footer = SstFooter.decode(tail);
    SsTableInfo stored = footer.info();
    boolean agrees =
        footer.format() == format
            && stored.index().equals(info.index())
            && stored.compression() == info.compression()
            && stored.filter().length() == info.filter().length()
            && (info.filter().isEmpty() || stored.filter().equals(info.filter()))
            && sameWhereStored(stored.firstEntry(), info.firstEntry())
            && sameWhereStored(stored.lastEntry(), info.lastEntry());
    if (!agrees) {
      throw new SlateFormatException(
          path, footer.infoOffset(), "table is " + stored + ", the manifest says " + info);
    }
  }

  private static boolean sameWhereStored(@Nullable Bytes stored, @Nullable Bytes named) {
    return stored == null || named == null || Objects.equals(stored, named);
  }

  private static int length(@Nullable Bytes entry) {
    return entry == null ? 0 : entry.length();
  }

  private <T> T twice(Supplier<T> read) {
    try {
      return read.get();
    } catch (SlateFormatException e) {
      context.counters().rereads.increment();
      return read.get();
    }
  }
}
