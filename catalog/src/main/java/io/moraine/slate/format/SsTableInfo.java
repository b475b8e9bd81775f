package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the parts of a table file lie, and how they are encoded. Stands at the end of the file, and
 * for compacted tables once more in the manifest.
 *
 * <p>FlatBuffer slots: 0 first_entry [ubyte], 1 index_offset u64, 2 index_len u64, 3 filter_offset
 * u64, 4 filter_len u64, 5 compression_format i8, 6 sst_type i8, 7 last_entry [ubyte], 8
 * stats_offset u64, 9 stats_len u64, 10 filter_format i8. Source: SlateDB {@code schemas/sst.fbs}
 * at e0161973 and release 0.18.0.
 *
 * @param firstEntry the first key, or the first sequence number of a write-ahead log object as 8
 *     bytes big-endian; null if not stored
 * @param lastEntry the last key; null in old files and in the write-ahead log
 * @param index where the index is
 * @param filter where the filter is; empty if there is none, and then its offset is still the end
 *     of the data
 * @param stats where the statistics are; empty if there are none
 * @param compression the codec of every region
 * @param type what the file is for
 * @param filterFormat the layout of the filter
 * @param hasUnknownFields whether a newer version stored more than is known here
 */
public record SsTableInfo(
    @Nullable Bytes firstEntry,
    @Nullable Bytes lastEntry,
    Extent index,
    Extent filter,
    Extent stats,
    CompressionFormat compression,
    SstType type,
    FilterFormat filterFormat,
    boolean hasUnknownFields) {
  private static final int SLOTS = 11;

  /**
   * A stretch of the file, its checksum included.
   *
   * @param offset first byte, at most 2^63 - 1 together with the length
   * @param length length in bytes
   */
  public record Extent(long offset, long length) {
    /** Whether there is nothing. */
    public boolean isEmpty() {
      return length == 0;
    }

    /** The byte behind the last. */
    public long end() {
      return offset + length;
    }
  }

  /**
   * Reads the table's FlatBuffer form.
   *
   * @throws SlateFormatException if a value is unknown or impossible
   */
  public static SsTableInfo decode(FlatBufferReader.Table table) {
    return new SsTableInfo(
        copy(table.bytes(0)),
        copy(table.bytes(7)),
        extent(table, 1, "index"),
        extent(table, 3, "filter"),
        extent(table, 8, "stats"),
        value(table, CompressionFormat.values(), 5, "compression_format"),
        value(table, SstType.values(), 6, "sst_type"),
        value(table, FilterFormat.values(), 10, "filter_format"),
        table.hasAnyFrom(SLOTS));
  }

  /** Writes the table's FlatBuffer form; the reference to it. */
  public int encode(FlatBufferWriter writer) {
    int first = firstEntry == null ? 0 : writer.bytes(firstEntry);
    int last = lastEntry == null ? 0 : writer.bytes(lastEntry);
    FlatBufferWriter.Fields fields =
        writer
            .table()
            .u64(1, index.offset())
            .u64(2, index.length())
            .u64(3, filter.offset())
            .u64(4, filter.length())
            .u8(5, code(CompressionFormat.values(), compression))
            .u8(6, code(SstType.values(), type))
            .u64(8, stats.offset())
            .u64(9, stats.length())
            .u8(10, code(FilterFormat.values(), filterFormat));
    if (firstEntry != null) {
      fields.reference(0, first);
    }
    if (lastEntry != null) {
      fields.reference(7, last);
    }
    return fields.end();
  }

  /** Values are stored as their place among the constants. */
  private static <E> int code(E[] values, E value) {
    return List.of(values).indexOf(value);
  }

  private static @Nullable Bytes copy(@Nullable Bytes entry) {
    return entry == null ? null : entry.copy();
  }

  private static Extent extent(FlatBufferReader.Table table, int slot, String name) {
    long offset = table.u64(slot);
    long length = table.u64(slot + 1);
    if (offset < 0 || length < 0 || offset + length < 0) {
      throw table.error(
          name
              + " at "
              + Long.toUnsignedString(offset)
              + ", +"
              + Long.toUnsignedString(length)
              + " is beyond any file");
    }
    return new Extent(offset, length);
  }

  private static <E> E value(FlatBufferReader.Table table, E[] values, int slot, String name) {
    int code = table.i8(slot);
    if (code < 0 || code >= values.length) {
      throw table.error("unknown " + name + " " + code + ", known are 0 to " + (values.length - 1));
    }
    return values[code];
  }
}
