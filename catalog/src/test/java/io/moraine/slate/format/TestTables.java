package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Writes tables for tests, in both formats; only what old writers left out is optional. */
public final class TestTables {
  /** Whether the info tells the last key. */
  public enum LastEntry {
    STORED,
    LEFT_OUT
  }

  /**
   * A table file and its info.
   *
   * @param content the file
   * @param info what the manifest says of it
   */
  public record Table(Bytes content, SsTableInfo info) {
    /** The same said to have so large statistics that nobody reads the table whole. */
    public Table seemingLarge() {
      return new Table(
          content,
          new SsTableInfo(
              info.firstEntry(),
              info.lastEntry(),
              info.index(),
              info.filter(),
              new SsTableInfo.Extent(0, 2 << 20),
              info.compression(),
              info.type(),
              info.filterFormat(),
              info.hasUnknownFields()));
    }
  }

  private TestTables() {}

  /** A table of {@code rows}, which are in order, with at most {@code blockRows} in a block. */
  public static Table table(
      BlockFormat format, List<Row> rows, int blockRows, LastEntry lastEntry) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    List<Long> offsets = new ArrayList<>();
    List<Bytes> separators = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += blockRows) {
      List<Row> part = rows.subList(from, Math.min(rows.size(), from + blockRows));
      offsets.add((long) file.size());
      separators.add(
          from == 0 ? Bytes.EMPTY : separator(rows.get(from - 1).key(), part.get(0).key()));
      file.writeBytes(withChecksum(block(format, part).toArray()));
    }
    long indexOffset = file.size();
    byte[] index = withChecksum(index(offsets, separators));
    file.writeBytes(index);
    Bytes first = rows.get(0).key();
    Bytes last = lastEntry == LastEntry.STORED ? rows.get(rows.size() - 1).key() : null;
    SsTableInfo info =
        new SsTableInfo(
            first,
            last,
            new SsTableInfo.Extent(indexOffset, index.length),
            new SsTableInfo.Extent(indexOffset, 0),
            new SsTableInfo.Extent(0, 0),
            CompressionFormat.NONE,
            SstType.COMPACTED,
            FilterFormat.LEGACY,
            false);
    long infoOffset = file.size();
    file.writeBytes(withChecksum(info(first, last, indexOffset, index.length)));
    ByteBuffer footer = ByteBuffer.allocate(10);
    footer.putLong(infoOffset).putShort((short) (format == BlockFormat.V1 ? 1 : 2));
    file.writeBytes(footer.array());
    return new Table(Bytes.wrap(file.toByteArray()), info);
  }

  private static Bytes separator(Bytes before, Bytes first) {
    return first.equals(before) ? first : first.slice(0, shared(before, first) + 1);
  }

  private static byte[] index(List<Long> offsets, List<Bytes> keys) {
    int size = 40 + keys.stream().mapToInt(key -> 28 + key.length()).sum();
    ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    int metaVtable = 10;
    int root = 20;
    out.putInt(root);
    out.putShort((short) 6).putShort((short) 8).putShort((short) 4);
    out.putShort((short) 10).putShort((short) 16);
    out.putShort((short) 4).putShort((short) 12).putShort((short) 0);
    out.putInt(root - 4).putInt(4);
    out.putInt(offsets.size());
    int refs = out.position();
    out.position(refs + 4 * offsets.size());
    for (int i = 0; i < offsets.size(); i++) {
      int table = out.position();
      out.putInt(refs + 4 * i, table - (refs + 4 * i));
      out.putInt(table - metaVtable).putLong(offsets.get(i)).putInt(4);
      out.putInt(keys.get(i).length()).put(keys.get(i).toArray());
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  private static byte[] info(Bytes first, @Nullable Bytes last, long indexOffset, long indexLen) {
    ByteBuffer out =
        ByteBuffer.allocate(120 + first.length() + (last == null ? 0 : last.length()))
            .order(ByteOrder.LITTLE_ENDIAN);
    int root = 30;
    out.putInt(root);
    // Slots: first_entry, index_offset, index_len, filter_offset, then absent ones, last_entry.
    for (int each : new int[] {26, 40, 4, 8, 16, 24, 0, 0, 0, last == null ? 0 : 32, 0, 0, 0}) {
      out.putShort((short) each);
    }
    out.putInt(root - 4);
    int firstRef = out.position();
    out.putInt(0).putLong(indexOffset).putLong(indexLen).putLong(indexOffset);
    int lastRef = out.position();
    out.putInt(0).putInt(0);
    out.putInt(firstRef, out.position() - firstRef);
    out.putInt(first.length()).put(first.toArray());
    if (last != null) {
      out.putInt(lastRef, out.position() - lastRef);
      out.putInt(last.length()).put(last.toArray());
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  private static byte[] withChecksum(byte[] content) {
    CRC32 crc = new CRC32();
    crc.update(content);
    return ByteBuffer.allocate(content.length + 4)
        .put(content)
        .putInt((int) crc.getValue())
        .array();
  }

  /** The payload of a block. */
  public static Bytes block(BlockFormat format, List<Row> rows) {
    ByteArrayOutputStream entries = new ByteArrayOutputStream();
    List<Integer> offsets = new ArrayList<>();
    Bytes before = Bytes.EMPTY;
    for (int i = 0; i < rows.size(); i++) {
      boolean restart = format == BlockFormat.V1 || i % 16 == 0;
      if (restart) {
        offsets.add(entries.size());
      }
      Row row = rows.get(i);
      if (format == BlockFormat.V1) {
        entries.writeBytes(encodeV1(row, i == 0 ? Bytes.EMPTY : rows.get(0).key()));
      } else {
        entries.writeBytes(encodeV2(row, restart ? Bytes.EMPTY : before));
      }
      before = row.key();
    }
    ByteBuffer bytes = ByteBuffer.allocate(entries.size() + 2 * offsets.size() + 2);
    bytes.put(entries.toByteArray());
    offsets.forEach(offset -> bytes.putShort(offset.shortValue()));
    bytes.putShort((short) offsets.size());
    return Bytes.wrap(bytes.array());
  }

  private static byte[] encodeV1(Row row, Bytes first) {
    int shared = shared(row.key(), first);
    ByteBuffer bytes = ByteBuffer.allocate(100 + row.payloadBytes());
    bytes.putShort((short) shared).putShort((short) (row.key().length() - shared));
    bytes.put(row.key().slice(shared, row.key().length()).toArray());
    putMeta(bytes, row);
    if (row.kind() != RowKind.TOMBSTONE) {
      bytes.putInt(row.value().length()).put(row.value().toArray());
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private static byte[] encodeV2(Row row, Bytes before) {
    int shared = shared(row.key(), before);
    ByteBuffer bytes = ByteBuffer.allocate(100 + row.payloadBytes());
    putVarint(bytes, shared);
    putVarint(bytes, row.key().length() - shared);
    putVarint(bytes, row.value().length());
    bytes.put(row.key().slice(shared, row.key().length()).toArray());
    bytes.put(row.value().toArray());
    putMeta(bytes, row);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private static void putMeta(ByteBuffer bytes, Row row) {
    int flags =
        switch (row.kind()) {
          case VALUE -> 0;
          case TOMBSTONE -> 1;
          case MERGE -> 8;
        };
    flags |= row.expireMillis().isPresent() ? 2 : 0;
    flags |= row.createMillis().isPresent() ? 4 : 0;
    bytes.putLong(row.seq()).put((byte) flags);
    row.expireMillis().ifPresent(bytes::putLong);
    row.createMillis().ifPresent(bytes::putLong);
  }

  private static void putVarint(ByteBuffer bytes, int value) {
    int rest = value;
    while (rest >= 0x80) {
      bytes.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    bytes.put((byte) rest);
  }

  private static int shared(Bytes a, Bytes b) {
    int shared = 0;
    while (shared < a.length() && shared < b.length() && a.at(shared) == b.at(shared)) {
      shared++;
    }
    return shared;
  }
}
