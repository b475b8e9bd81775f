package io.moraine.read;

import io.moraine.base.Bytes;
import io.moraine.keyspace.KeyRange;
import io.moraine.slate.SlateReader;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.slate.read.StoredRow;
import io.moraine.table.RecordSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of one state of a store, as the tables ask for them. Whether they may be had is
 * checked before every answer, also for what was read ahead.
 */
public final class StoreRecords implements RecordSource {
  /** Keys up to this length select all records of a kind. */
  private static final int KIND_PREFIX_BYTES = 3;

  /** So many ranges a limit may end early: live records, and ended ones. */
  private static final int FEW_RANGES = 2;

  private final SlateReader reader;
  private final long limit;
  private final Runnable check;

  /**
   * @param limit most records that are wanted of a scan, as far as is known
   * @param check throws if records may no longer be had
   */
  StoreRecords(SlateReader reader, long limit, Runnable check) {
    this.reader = reader;
    this.limit = limit;
    this.check = check;
  }

  /** The records that {@code reader} shows; errors of the store are thrown as they are. */
  public static StoreRecords all(SlateReader reader) {
    return new StoreRecords(reader, Long.MAX_VALUE, () -> {});
  }

  @Override
  public @Nullable Bytes find(Bytes key) {
    check.run();
    StoredRow row = reader.get(key);
    check.run();
    return row == null ? null : row.value();
  }

  @Override
  public RecordIterator scan(List<KeyRange> ranges, Direction direction) {
    check.run();
    return new CheckedIterator(
        reader.scan(
            ranges.stream().map(StoreRecords::bytesRange).toList(),
            direction(direction),
            shape(ranges)));
  }

  private ScanShape shape(List<KeyRange> ranges) {
    if (limit <= ReadOptions.PAGE_ROWS && ranges.size() <= FEW_RANGES) {
      return ScanShape.EQUALITY_PROBE;
    }
    return ranges.stream().anyMatch(StoreRecords::isKind) ? ScanShape.BULK : ScanShape.RANGE_PROBE;
  }

  private static boolean isKind(KeyRange range) {
    return range.fromInclusive().length() <= KIND_PREFIX_BYTES;
  }

  private static BytesRange bytesRange(KeyRange range) {
    return new BytesRange(
        BytesBound.included(range.fromInclusive()),
        range.toExclusive().map(BytesBound::excluded).orElse(BytesBound.UNBOUNDED));
  }

  private static io.moraine.slate.read.Direction direction(Direction direction) {
    return switch (direction) {
      case ASCENDING -> io.moraine.slate.read.Direction.ASCENDING;
      case DESCENDING -> io.moraine.slate.read.Direction.DESCENDING;
    };
  }

  private final class CheckedIterator implements RecordIterator {
    private final RowIterator rows;

    private CheckedIterator(RowIterator rows) {
      this.rows = rows;
    }

    @Override
    public void begin() {
      rows.begin();
    }

    @Override
    public boolean next() {
      boolean there = rows.next();
      check.run();
      return there;
    }

    @Override
    public Bytes key() {
      return rows.key();
    }

    @Override
    public Bytes value() {
      return rows.value();
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
