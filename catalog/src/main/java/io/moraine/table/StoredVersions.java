package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.SchemaVersionValue;
import io.moraine.keyspace.U64;
import io.moraine.model.KeyCondition;
import io.moraine.table.RecordSource.Direction;
import org.jspecify.annotations.Nullable;

/** The schema version records of some tables, the current one decoded. */
final class StoredVersions implements AutoCloseable {
  static final Bytes PREFIX = KeyPrefix.schemaVersions();
  static final int ID_COUNT = 2;

  private final RangeStream records;
  private final DecodeCounter counter;
  private @Nullable SchemaVersion current;

  StoredVersions(
      RecordSource source, KeyCondition tables, Direction direction, DecodeCounter counter) {
    this.records = RangeStream.live(source, KeyRanges.of(PREFIX, ID_COUNT, tables), direction);
    this.counter = counter;
  }

  void begin() {
    records.begin();
  }

  void move() {
    current = records.next() ? decode(records.key(), records.value()) : null;
  }

  /** The current record, or null before the first and after the last. */
  @Nullable SchemaVersion current() {
    return current;
  }

  private SchemaVersion decode(Bytes key, Bytes value) {
    counter.recordDecoded();
    RecordKeys.checkLength(key, PREFIX.length() + ID_COUNT * Long.BYTES);
    return new SchemaVersion(
        U64.readBe(key, PREFIX.length()),
        U64.readBe(key, PREFIX.length() + Long.BYTES),
        SchemaVersionValue.TYPE.decode(key, value).schemaVersion());
  }

  @Override
  public void close() {
    records.close();
  }
}
