package io.moraine.read;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.format.BlockCursor;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.SsTableIndex;
import io.moraine.slate.format.SstFile;
import io.moraine.testing.OverlayObjectStore;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Turns the values of records into nonsense, with checksums that fit: whoever decodes one notices,
 * and nobody else.
 */
final class DamagedRecords {
  private DamagedRecords() {}

  /** The store with every record of its tables damaged but those under {@code needed}. */
  static ObjectStore except(ObjectStore store, Set<Bytes> needed) {
    OverlayObjectStore damaged = new OverlayObjectStore(store);
    for (ObjectMeta each : store.list("compacted", "")) {
      damaged.replace(each.path(), damage(store.read(each.path()).toArray(), needed));
    }
    return damaged;
  }

  private static Bytes damage(byte[] table, Set<Bytes> needed) {
    SstFile file = SstFile.decode(Region.whole("table", Bytes.wrap(table)));
    SsTableIndex index = file.index();
    for (int i = 0; i < index.blockCount(); i++) {
      BlockCursor rows = new BlockCursor(file.block(index, i));
      while (rows.next()) {
        if (!needed.contains(rows.copyKey())) {
          invert(table, rows.value());
        }
      }
      int start = (int) index.blockOffset(i);
      writeChecksum(table, start, start + index.blockLength(i) - Integer.BYTES);
    }
    return Bytes.wrap(table);
  }

  /** The value lies in the table's own array: the lakes' tables are not compressed. */
  private static void invert(byte[] table, Bytes value) {
    for (int i = 0; i < value.length(); i++) {
      table[value.arrayOffset() + i] ^= (byte) 0xff;
    }
  }

  private static void writeChecksum(byte[] table, int from, int to) {
    CRC32 crc = new CRC32();
    crc.update(table, from, to - from);
    ByteBuffer.wrap(table).putInt(to, (int) crc.getValue());
  }
}
