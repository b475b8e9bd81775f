package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.DataFileValue;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Projection;
import io.moraine.keyspace.U64;
import io.moraine.model.KeyCondition;
import io.moraine.table.RecordSource.Direction;
import java.util.List;
import java.util.Optional;

/** The least {@code begin_snapshot} of the data files of each table, ended ones included. */
final class OldestFiles implements AutoCloseable {
  private static final TableLayout LAYOUT = TableLayout.of(EntityKind.FILE);
  private static final Projection BEGIN = DataFileValue.TYPE.project(List.of("begin_snapshot"));

  private final RecordStream records;
  private final DecodeCounter counter;
  private boolean present;

  OldestFiles(
      RecordSource source, KeyCondition tables, Direction direction, DecodeCounter counter) {
    this.records =
        new MergedVersions(
            RangeStream.live(source, KeyRanges.of(LAYOUT.live(), 2, tables), direction),
            RangeStream.ended(source, KeyRanges.of(LAYOUT.ended(), 3, tables), direction),
            LAYOUT,
            direction);
    this.counter = counter;
  }

  void begin() {
    records.begin();
  }

  void move() {
    present = records.next();
  }

  /** The table of the next file, or empty if there is none. */
  Optional<Long> tableId() {
    if (!present) {
      return Optional.empty();
    }
    Bytes prefix = records.ended() ? LAYOUT.ended() : LAYOUT.live();
    return Optional.of(U64.readBe(RecordKeys.ids(records.key(), prefix.length(), Long.BYTES), 0));
  }

  /** Passes all files of the next table. */
  Optional<Long> readTable() {
    Optional<Long> table = tableId();
    Optional<Long> oldest = Optional.empty();
    while (present && tableId().equals(table)) {
      counter.recordDecoded();
      if (BEGIN.read(records.key(), records.value())[0] instanceof Long begin) {
        oldest = oldest.filter(known -> known <= begin).or(() -> Optional.of(begin));
      }
      move();
    }
    return oldest;
  }

  @Override
  public void close() {
    records.close();
  }
}
