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
import io.moraine.table.RecordSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the system records of a revision say.
 *
 * @param format the format of the lake
 * @param position its commit position
 */
public record SystemRecords(FormatValue format, CommitPosition position) {
  /**
   * Reads them.
   *
   * @throws CatalogException of kind NO_LAKE, MIGRATION_REQUIRED or CORRUPTION
   */
  public static SystemRecords read(SlateReader reader) {
    Bytes headKey = Key.Sys.HEAD.encode();
    List<@Nullable StoredRow> rows =
        reader.getAll(List.of(Key.Sys.FORMAT.encode(), Key.Sys.MIGRATION.encode(), headKey));
    FormatValue format = FormatGate.check(value(rows.get(0)), value(rows.get(1)));
    return new SystemRecords(format, position(headKey, value(rows.get(2))));
  }

  /**
   * Reads the commit position alone.
   *
   * @throws CatalogException of kind CORRUPTION
   */
  public static CommitPosition readPosition(SlateReader reader) {
    Bytes headKey = Key.Sys.HEAD.encode();
    return position(headKey, value(reader.get(headKey)));
  }

  private static CommitPosition position(Bytes headKey, @Nullable Bytes stored) {
    if (stored == null) {
      throw new CatalogException(
          Kind.CORRUPTION, "The lake has no head record (key " + headKey + ")");
    }
    HeadValue head = HeadValue.TYPE.decode(headKey, stored);
    return new CommitPosition(head.snapshotId(), head.batchSeq());
  }

  /**
   * Checks that the lake is of the format that is written.
   *
   * @throws CatalogException of kind MIGRATION_REQUIRED if it is older
   */
  public void checkWritable() {
    FormatGate.checkWritable(format);
  }

  /** The same for a revision of which nothing else is needed. */
  public static void checkWritable(RecordSource records) {
    Bytes formatKey = Key.Sys.FORMAT.encode();
    FormatGate.checkWritable(
        FormatGate.check(records.find(formatKey), records.find(Key.Sys.MIGRATION.encode())));
  }

  private static @Nullable Bytes value(@Nullable StoredRow row) {
    return row == null ? null : row.value();
  }
}
