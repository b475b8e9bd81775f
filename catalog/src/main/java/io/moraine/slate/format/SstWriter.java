package io.moraine.slate.format;

import io.moraine.base.ByteWriter;
import io.moraine.base.Bytes;
import io.moraine.slate.format.SsTableInfo.Extent;
import io.moraine.slate.format.SstStats.BlockStats;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Lays out one table file, of version 2, without compression; {@link SstFile} tells the layout.
 * Rows are given in the order in which they are stored. One use each, not thread-safe.
 *
 * <p>The bytes are those that SlateDB 0.18 writes for the same rows and settings.
 */
public final class SstWriter {
  private static final int VERSION = 2;
  private static final int BITS_PER_KEY = 10;

  private final SstType type;
  private final List<BloomBuilder> filters;
  private final ByteWriter file;
  private final BlockWriter block;
  private final List<Long> offsets = new ArrayList<>();
  private final List<Bytes> firstKeys = new ArrayList<>();
  private final List<BlockStats> blockStats = new ArrayList<>();
  private @Nullable Row first;
  private @Nullable Row last;
  private int puts;
  private int deletes;
  private int merges;
  private int endedPuts;
  private int endedDeletes;
  private int endedMerges;
  private long keyBytes;
  private long valueBytes;

  /**
   * A finished file.
   *
   * @param content its bytes
   * @param info what the manifest says of it
   */
  public record Table(Bytes content, SsTableInfo info) {}

  SstWriter(SstType type, List<BloomBuilder> filters, int blockBytes, int expectedBytes) {
    this.type = type;
    this.filters = List.copyOf(filters);
    this.block = new BlockWriter(blockBytes);
    this.file = new ByteWriter(expectedBytes);
  }

  /**
   * A table of the tree: rows ascending by key, those of one key descending by sequence number.
   *
   * @param policies the filters it gets, with 10 bits for each key
   * @param blockBytes size of its blocks, at most 65535
   * @param expectedBytes about how large it will be
   */
  public static SstWriter table(List<FilterPolicy> policies, int blockBytes, int expectedBytes) {
    return new SstWriter(
        SstType.COMPACTED,
        policies.stream().map(policy -> new BloomBuilder(policy, BITS_PER_KEY)).toList(),
        blockBytes,
        expectedBytes);
  }

  /** Bytes of the blocks so far, the last one left out. */
  public long blockBytes() {
    return file.length();
  }

  /** Adds the next row. */
  public SstWriter add(Row row) {
    if (!block.hasRoomFor(row)) {
      endBlock();
    }
    if (block.isEmpty()) {
      offsets.add((long) file.length());
      firstKeys.add(type == SstType.WAL ? seqBytes(row) : separator(row.key()));
    }
    block.add(row);
    if (first == null) {
      first = row;
    }
    last = row;
    filters.forEach(filter -> filter.add(row.key()));
    count(row);
    return this;
  }

  private void count(Row row) {
    switch (row.kind()) {
      case VALUE -> puts++;
      case TOMBSTONE -> deletes++;
      case MERGE -> merges++;
    }
    keyBytes += row.key().length();
    valueBytes += row.value().length();
  }

  /** The shortest key that is greater than the last one and no greater than {@code next}. */
  private Bytes separator(Bytes next) {
    if (last == null) {
      return Bytes.EMPTY;
    }
    Bytes before = last.key();
    return next.equals(before) ? next : next.slice(0, RowCodec.commonBytes(before, next) + 1);
  }

  private static Bytes seqBytes(Row row) {
    return new ByteWriter(Long.BYTES).writeU64Be(row.seq()).toBytes();
  }

  private void endBlock() {
    region(block.end());
    blockStats.add(new BlockStats(puts - endedPuts, deletes - endedDeletes, merges - endedMerges));
    endedPuts = puts;
    endedDeletes = deletes;
    endedMerges = merges;
  }

  /** Appends a region with its checksum. */
  private Extent region(Bytes content) {
    long from = file.length();
    CRC32 crc = new CRC32();
    crc.update(content.array(), content.arrayOffset(), content.length());
    file.writeBytes(content).writeU32Be(crc.getValue());
    return new Extent(from, file.length() - from);
  }

  /**
   * The file.
   *
   * @throws IllegalStateException if there is no row: such a file would be a fence
   */
  public Table finish() {
    if (first == null || last == null) {
      throw new IllegalStateException("a table without rows");
    }
    endBlock();
    boolean inTree = type == SstType.COMPACTED;
    Extent none = new Extent(file.length(), 0);
    Extent filter = filters.isEmpty() ? none : region(encodeFilters());
    Extent index = region(SsTableIndex.encode(offsets, firstKeys));
    Extent stats = inTree ? region(stats().encode()) : new Extent(0, 0);
    SsTableInfo info =
        new SsTableInfo(
            inTree ? first.key().copy() : seqBytes(first),
            inTree ? last.key().copy() : null,
            index,
            filter,
            stats,
            CompressionFormat.NONE,
            type,
            FilterFormat.COMPOSITE,
            false);
    FlatBufferWriter encoded = new FlatBufferWriter();
    Extent infoAt = region(encoded.finish(info.encode(encoded)));
    file.writeU64Be(infoAt.offset()).writeU16Be(VERSION);
    return new Table(file.toBytes(), info);
  }

  private SstStats stats() {
    return new SstStats(puts, deletes, merges, keyBytes, valueBytes, blockStats);
  }

  private Bytes encodeFilters() {
    ByteWriter out = new ByteWriter();
    out.writeU16Be(filters.size());
    for (BloomBuilder filter : filters) {
      Bytes name = Bytes.utf8(filter.name());
      Bytes data = filter.encode();
      out.writeU16Be(name.length()).writeBytes(name);
      out.writeU64Be(data.length()).writeBytes(data);
    }
    return out.toBytes();
  }
}
