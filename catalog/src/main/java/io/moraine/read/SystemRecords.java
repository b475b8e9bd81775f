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
import java.util.List;
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
    Bytes headKey = Key.Sys.HEAD.encode();
    List<@Nullable StoredRow> rows =
        reader.getAll(List.of(Key.Sys.FORMAT.encode(), Key.Sys.MIGRATION.encode(), headKey));
    FormatValue format = FormatGate.check(value(rows.get(0)), value(rows.get(1)));
    Bytes stored = value(rows.get(2));
    if (stored == null) {
      throw new CatalogException(
          Kind.CORRUPTION, "The lake has no head record (key " + headKey + ")");
    }
    HeadValue head = HeadValue.TYPE.decode(headKey, stored);
    return new SystemRecords(format, new CommitPosition(head.snapshotId(), head.batchSeq()));
  }

  private static @Nullable Bytes value(@Nullable StoredRow row) {
    return row == null ? null : row.value();
  }
}
