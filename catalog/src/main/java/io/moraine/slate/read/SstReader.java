package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.slate.format.Block;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.format.SsTableIndex;
import io.moraine.slate.format.SstFilter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One compacted table: its parts, through the cache. An answer that is damaged is asked for once
 * more before it counts. Thread-safe.
 */
final class SstReader {
  private final ReadContext context;
  private final TableFile file;

  SstReader(ReadContext context, TableFile file) {
    this.context = context;
    this.file = file;
  }

  ReadContext context() {
    return context;
  }

  TableFile file() {
    return file;
  }

  /** Index and filter, read once as long as the cache has room. */
  TableMetadata metadata() {
    TableMetadata cached = cachedMetadata();
    return cached != null ? cached : open().metadata();
  }

  /** Index and filter if they are in the cache, else null. */
  @Nullable TableMetadata cachedMetadata() {
    return context.cache().findTable(file.id());
  }

  /** As {@link #metadata}, with the blocks if they had to be read. */
  OpenTable open() {
    TableMetadata cached = cachedMetadata();
    if (cached != null) {
      return OpenTable.of(cached);
    }
    SstOpening opening = new SstOpening(context, file);
    return context.cache().loadTable(file.id(), file.path(), () -> twice(opening::read));
  }

  /** Whether a filter rules out that any key starts with {@code prefix}. */
  boolean lacksPrefix(@Nullable SstFilter filter, Bytes prefix) {
    boolean lacks = filter != null && !filter.mayContainPrefix(prefix);
    if (lacks) {
      context.counters().filterSkips.increment();
    }
    return lacks;
  }

  /** Whether a filter rules out that the key of {@code lookup} is there. */
  boolean lacks(@Nullable SstFilter filter, Lookup lookup) {
    boolean lacks = filter != null && !lookup.passes(filter);
    if (lacks) {
      context.counters().filterSkips.increment();
    }
    return lacks;
  }

  /** A block, through the cache. */
  Block block(SsTableIndex index, int number) {
    Block cached = cachedBlock(index, number);
    if (cached != null) {
      return cached;
    }
    countMisses(1);
    return context
        .cache()
        .loadBlock(
            key(index, number),
            file.path(),
            () -> twice(() -> readBlock(index, number)).detached());
  }

  /** A block if it is in the cache, else null. */
  @Nullable Block cachedBlock(SsTableIndex index, int number) {
    Block cached = context.cache().findBlock(key(index, number));
    if (cached != null) {
      context.counters().blockHits.increment();
    }
    return cached;
  }

  /** Blocks {@code from} to {@code to}, the latter left out, in one read. */
  Block[] readBlocks(SsTableIndex index, int from, int to, boolean admit) {
    countMisses(to - from);
    long start = index.blockOffset(from);
    long end = index.blockOffset(to - 1) + index.blockLength(to - 1);
    Region region = context.read(file.path(), start, end - start);
    Block[] blocks = new Block[to - from];
    for (int i = from; i < to; i++) {
      blocks[i - from] = decodeOrReread(region, index, i);
      if (admit) {
        context.cache().admit(key(index, i), blocks[i - from]);
      }
    }
    return blocks;
  }

  private BlockKey key(SsTableIndex index, int number) {
    return context.cache().key(file.id(), index.blockOffset(number));
  }

  private void countMisses(int blocks) {
    context.counters().blockMisses.add(blocks);
    Call.countBlocks(blocks);
  }

  private Block decodeOrReread(Region region, SsTableIndex index, int number) {
    try {
      return file.decodeBlock(region, index, number);
    } catch (SlateFormatException e) {
      context.counters().rereads.increment();
      return readBlock(index, number);
    }
  }

  private Block readBlock(SsTableIndex index, int number) {
    Region region = context.read(file.path(), index.blockOffset(number), index.blockLength(number));
    return file.decodeBlock(region, index, number);
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
