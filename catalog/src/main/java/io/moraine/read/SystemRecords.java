package io.moraine.read;

import io.moraine.base.Bytes;
import io.moraine.keyspace.FormatGate;
import io.moraine.keyspace.FormatValue;
import io.moraine.keyspace.HeadValue;
import io.moraine.keyspace.Key;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.slate.SlateReader;
import io.moraine.slate.read.StoredRow;
import org.jspecify.annotations.Nullable;

/**
 * What the system records of a revision say.
 *
 * @param format the format of the lake
 * @param position its commit position
 */
record SystemRecords(FormatValue format, CommitPosition position) {
  /**
   * Reads them.
   *
   * @throws CatalogException of kind NO_LAKE, MIGRATION_REQUIRED or CORRUPTION
   */
  static SystemRecords read(SlateReader reader) {
    FormatValue format =
        FormatGate.check(
            find(reader, Key.Sys.FORMAT.encode()), find(reader, Key.Sys.MIGRATION.encode()));
    Bytes key = Key.Sys.HEAD.encode();
    Bytes stored = find(reader, key);
    if (stored == null) {
      throw new CatalogException(Kind.CORRUPTION, "The lake has no head record (key " + key + ")");
    }
    HeadValue head = HeadValue.TYPE.decode(key, stored);
    return new SystemRecords(format, new CommitPosition(head.snapshotId(), head.batchSeq()));
  }

  private static @Nullable Bytes find(SlateReader reader, Bytes key) {
    StoredRow row = reader.get(key);
    return row == null ? null : row.value();
  }
}
