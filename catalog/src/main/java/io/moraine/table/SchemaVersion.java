package io.moraine.table;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A row of {@code ducklake_schema_versions}: the version a table has from a snapshot on. */
record SchemaVersion(long tableId, long beginSnapshot, long schemaVersion) {
  /** By table and snapshot, as keys sort. */
  static final Comparator<SchemaVersion> BY_KEY =
      Comparator.comparing(SchemaVersion::tableId, Long::compareUnsigned)
          .thenComparing(SchemaVersion::beginSnapshot, Long::compareUnsigned);

  @Nullable Object[] toRow() {
    return new @Nullable Object[] {beginSnapshot, schemaVersion, tableId};
  }
}
