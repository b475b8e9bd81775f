package io.moraine.slate.format;

import io.moraine.base.ByteWriter;
import io.moraine.base.Bytes;
import java.util.Arrays;

/** Encodes rows of {@link BlockFormat#V2}; {@link BlockCursor} tells the layout and reads them. */
final class RowCodec {
  private RowCodec() {}

  /** Writes {@code row}, whose key has {@code shared} bytes in common with the one before it. */
  static void encode(ByteWriter out, Row row, int shared) {
    int unshared = row.key().length() - shared;
    out.writeVarintU32(shared).writeVarintU32(unshared).writeVarintU32(row.value().length());
    out.writeBytes(row.key().array(), row.key().arrayOffset() + shared, unshared);
    out.writeBytes(row.value()).writeU64Be(row.seq()).writeU8(flags(row));
    if (row.expireMillis().isPresent()) {
      out.writeI64Be(row.expireMillis().getAsLong());
    }
    if (row.createMillis().isPresent()) {
      out.writeI64Be(row.createMillis().getAsLong());
    }
  }

  /** How many bytes {@link #encode} writes. */
  static long encodedBytes(Row row, int shared) {
    int unshared = row.key().length() - shared;
    return (long) ByteWriter.varintBytes(shared)
        + ByteWriter.varintBytes(unshared)
        + ByteWriter.varintBytes(row.value().length())
        + unshared
        + row.value().length()
        + Long.BYTES
        + 1
        + (row.expireMillis().isPresent() ? Long.BYTES : 0)
        + (row.createMillis().isPresent() ? Long.BYTES : 0);
  }

  private static int flags(Row row) {
    int kind =
        switch (row.kind()) {
          case VALUE -> 0;
          case TOMBSTONE -> BlockCursor.TOMBSTONE;
          case MERGE -> BlockCursor.MERGE;
        };
    return kind
        | (row.expireMillis().isPresent() ? BlockCursor.EXPIRE : 0)
        | (row.createMillis().isPresent() ? BlockCursor.CREATE : 0);
  }

  /** The number of bytes with which both begin. */
  static int commonBytes(Bytes a, Bytes b) {
    int aFrom = a.arrayOffset();
    int bFrom = b.arrayOffset();
    int mismatch =
        Arrays.mismatch(a.array(), aFrom, aFrom + a.length(), b.array(), bFrom, bFrom + b.length());
    return mismatch < 0 ? a.length() : mismatch;
  }
}
