package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.KeyRange;
import io.moraine.keyspace.Projection;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.keyspace.U64;
import io.moraine.model.KeyCondition;
import io.moraine.table.RecordSource.Direction;
import io.moraine.table.RecordSource.RecordIterator;
import java.util.ArrayList;
import java.util.List;

/**
 * The schema versions that only snapshot records tell of. Nearly every one has a record of its own
 * as well, so what snapshots say is compared with the records a batch at a time: only a batch and
 * what has no record is held.
 */
final class SnapshotVersions {
  private static final int BATCH = 1 << 16;
  private static final Bytes SNAPSHOTS = KeyPrefix.snapshots();
  private static final Projection CHANGES =
      SnapshotValue.TYPE.project(List.of("schema_version", "schema_changed_table_ids"));

  private final RecordSource source;
  private final KeyCondition tables;
  private final DecodeCounter counter;
  private final List<SchemaVersion> withoutRecord = new ArrayList<>();
  private final List<SchemaVersion> batch = new ArrayList<>();
  private long newestVersion;

  /**
   * Versions of the tables that meet a condition.
   *
   * @param tables a condition on table ids alone
   */
  SnapshotVersions(RecordSource source, KeyCondition tables, DecodeCounter counter) {
    this.source = source;
    this.tables = tables;
    this.counter = counter;
  }

  /** The versions without a record, in no order. Reads all snapshots. */
  List<SchemaVersion> read() {
    List<KeyRange> all = KeyRanges.of(SNAPSHOTS, 1, KeyCondition.NONE);
    try (RangeStream snapshots = RangeStream.live(source, all, Direction.ASCENDING)) {
      while (snapshots.next()) {
        counter.recordDecoded();
        RecordKeys.checkLength(snapshots.key(), SNAPSHOTS.length() + Long.BYTES);
        add(snapshots);
        if (batch.size() >= BATCH) {
          compareBatch();
        }
      }
    }
    compareBatch();
    return withoutRecord;
  }

  /** The schema version of the newest snapshot that was read; 0 if there was none. */
  long newestVersion() {
    return newestVersion;
  }

  private void add(RangeStream snapshot) {
    long snapshotId = U64.readBe(snapshot.key(), SNAPSHOTS.length());
    Object[] fields = CHANGES.read(snapshot.key(), snapshot.value());
    newestVersion = (Long) fields[0];
    for (Object tableId : (List<?>) fields[1]) {
      if (KeyConditions.matches(tables, (Long) tableId)) {
        batch.add(new SchemaVersion((Long) tableId, snapshotId, newestVersion));
      }
    }
  }

  private void compareBatch() {
    if (batch.isEmpty()) {
      return;
    }
    batch.sort(SchemaVersion.BY_KEY);
    Bytes last = key(batch.get(batch.size() - 1));
    KeyRange range = new KeyRange(key(batch.get(0)), last.prefixEnd());
    try (RecordIterator records = source.scan(List.of(range), Direction.ASCENDING)) {
      boolean present = records.next();
      for (SchemaVersion version : batch) {
        Bytes key = key(version);
        while (present && records.key().compareTo(key) < 0) {
          present = records.next();
        }
        if (!present || !records.key().equals(key)) {
          withoutRecord.add(version);
        }
      }
    }
    batch.clear();
  }

  private static Bytes key(SchemaVersion version) {
    return KeyPrefix.schemaVersions(version.tableId(), version.beginSnapshot());
  }
}
