package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.InlineKind;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.U64;
import io.moraine.model.TableScan;
import io.moraine.table.RecordSource.Direction;
import org.jspecify.annotations.Nullable;

/**
 * {@code ducklake_inlined_data_tables}: the inline schemas that are not marked as dropped, by table
 * and schema version. Keys say it all; no value is read.
 *
 * <p>Source: Moraine {@code crates/moraine-duckdb/cpp/metadata_tables.cpp} at d417eb4.
 */
final class InlinedTableRows implements FullRows {
  private static final Bytes SCHEMAS = KeyPrefix.inline(InlineKind.SCHEMA);
  private static final Bytes DROPPED = KeyPrefix.inline(InlineKind.SCHEMA_DROPPED);
  private static final int ID_BYTES = 2 * Long.BYTES;

  private final RangeStream schemas;
  private final RangeStream dropped;
  private final Direction direction;
  private final DecodeCounter counter;
  private @Nullable Bytes nextDropped;
  private boolean started;

  InlinedTableRows(RecordSource source, TableScan scan, DecodeCounter counter) {
    this.direction = MetadataTables.direction(scan);
    this.schemas = RangeStream.live(source, KeyRanges.of(SCHEMAS, 2, scan.key()), direction);
    this.dropped = RangeStream.live(source, KeyRanges.of(DROPPED, 2, scan.key()), direction);
    this.counter = counter;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    if (!started) {
      started = true;
      schemas.begin();
      dropped.begin();
      moveDropped();
    }
    while (schemas.next()) {
      Bytes ids = ids(schemas.key(), SCHEMAS);
      if (!isDropped(ids)) {
        counter.recordDecoded();
        return row(U64.readBe(ids, 0), U64.readBe(ids, Long.BYTES));
      }
    }
    return null;
  }

  /** Both streams go the same way, so the markers before {@code ids} are passed for good. */
  private boolean isDropped(Bytes ids) {
    Bytes marker = nextDropped;
    while (marker != null && isBefore(marker, ids)) {
      moveDropped();
      marker = nextDropped;
    }
    return marker != null && ids.equals(marker);
  }

  private boolean isBefore(Bytes first, Bytes second) {
    int order = first.compareTo(second);
    return direction == Direction.ASCENDING ? order < 0 : order > 0;
  }

  private void moveDropped() {
    nextDropped = dropped.next() ? ids(dropped.key(), DROPPED).copy() : null;
  }

  private static Bytes ids(Bytes key, Bytes prefix) {
    RecordKeys.checkLength(key, prefix.length() + ID_BYTES);
    return RecordKeys.ids(key, prefix.length(), ID_BYTES);
  }

  private static @Nullable Object[] row(long tableId, long schemaVersion) {
    String name =
        "ducklake_inlined_data_"
            + Long.toUnsignedString(tableId)
            + "_"
            + Long.toUnsignedString(schemaVersion);
    return new @Nullable Object[] {tableId, name, schemaVersion};
  }

  @Override
  public void close() {
    try {
      schemas.close();
    } finally {
      dropped.close();
    }
  }
}
