package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.KeyRange;
import io.moraine.table.RecordSource.Direction;
import io.moraine.table.RecordSource.RecordIterator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The records of some ranges of keys, one range after the other. */
final class RangeStream implements RecordStream {
  private final RecordSource source;
  private final List<KeyRange> ranges;
  private final Direction direction;

  /** Where ended records begin if live ones come before them; else null. */
  private final @Nullable Bytes firstEnded;

  private boolean ended;
  private boolean finished;
  private @Nullable RecordIterator open;

  private RangeStream(
      RecordSource source,
      List<KeyRange> ranges,
      Direction direction,
      boolean ended,
      @Nullable Bytes firstEnded) {
    this.source = source;
    this.ranges = ranges;
    this.direction = direction;
    this.ended = ended;
    this.firstEnded = firstEnded;
  }

  /** The live records of {@code ranges}, which are in ascending order. */
  static RangeStream live(RecordSource source, List<KeyRange> ranges, Direction direction) {
    return new RangeStream(source, inOrder(ranges, direction), direction, false, null);
  }

  /** The ended records of {@code ranges}, which are in ascending order. */
  static RangeStream ended(RecordSource source, List<KeyRange> ranges, Direction direction) {
    return new RangeStream(source, inOrder(ranges, direction), direction, true, null);
  }

  /** Live records, and then ended ones, all of whose keys are greater; ascending. */
  static RangeStream liveThenEnded(RecordSource source, List<KeyRange> live, List<KeyRange> ended) {
    List<KeyRange> all = new ArrayList<>(live);
    all.addAll(ended);
    Bytes firstEnded = ended.isEmpty() ? null : ended.get(0).fromInclusive();
    return new RangeStream(source, all, Direction.ASCENDING, false, firstEnded);
  }

  private static List<KeyRange> inOrder(List<KeyRange> ranges, Direction direction) {
    if (direction == Direction.ASCENDING) {
      return ranges;
    }
    List<KeyRange> reversed = new ArrayList<>(ranges);
    Collections.reverse(reversed);
    return reversed;
  }

  @Override
  public void begin() {
    open().begin();
  }

  private RecordIterator open() {
    RecordIterator opened = open;
    if (opened == null) {
      opened = source.scan(ranges, direction);
      open = opened;
    }
    return opened;
  }

  @Override
  public boolean next() {
    if (finished) {
      return false;
    }
    RecordIterator records = open();
    if (!records.next()) {
      close();
      return false;
    }
    if (firstEnded != null && !ended) {
      ended = records.key().compareTo(firstEnded) >= 0;
    }
    return true;
  }

  @Override
  public Bytes key() {
    return current().key();
  }

  @Override
  public Bytes value() {
    return current().value();
  }

  @Override
  public boolean ended() {
    return ended;
  }

  @Override
  public void close() {
    finished = true;
    if (open != null) {
      RecordIterator closing = open;
      open = null;
      closing.close();
    }
  }

  private RecordIterator current() {
    if (open == null) {
      throw new IllegalStateException("no current record");
    }
    return open;
  }
}
