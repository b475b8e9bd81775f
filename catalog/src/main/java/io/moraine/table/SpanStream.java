package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.table.RecordSource.Direction;
import io.moraine.table.RecordSource.RecordIterator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The records of some spans, each read when its turn comes. */
final class SpanStream implements RecordStream {
  private final RecordSource source;
  private final Iterator<KeySpan> spans;
  private final Direction direction;
  private final boolean ended;
  private @Nullable RecordIterator open;
  private Bytes key = Bytes.EMPTY;
  private Bytes value = Bytes.EMPTY;

  private SpanStream(RecordSource source, List<KeySpan> spans, Direction direction, boolean ended) {
    this.source = source;
    this.spans = inOrder(spans, direction).iterator();
    this.direction = direction;
    this.ended = ended;
  }

  /** The live records of {@code spans}, which are in ascending order. */
  static SpanStream live(RecordSource source, List<KeySpan> spans, Direction direction) {
    return new SpanStream(source, spans, direction, false);
  }

  /** The ended records of {@code spans}, which are in ascending order. */
  static SpanStream ended(RecordSource source, List<KeySpan> spans, Direction direction) {
    return new SpanStream(source, spans, direction, true);
  }

  @Override
  public boolean next() {
    while (true) {
      if (open != null) {
        if (open.next()) {
          key = open.key();
          value = open.value();
          return true;
        }
        close();
      }
      if (!spans.hasNext()) {
        return false;
      }
      KeySpan span = spans.next();
      if (span.point()) {
        if (find(span.range().fromInclusive())) {
          return true;
        }
      } else {
        open = source.scan(span.range(), direction);
      }
    }
  }

  private boolean find(Bytes point) {
    Bytes found = source.find(point);
    if (found == null) {
      return false;
    }
    key = point;
    value = found;
    return true;
  }

  @Override
  public Bytes key() {
    return key;
  }

  @Override
  public Bytes value() {
    return value;
  }

  @Override
  public boolean ended() {
    return ended;
  }

  @Override
  public void close() {
    if (open != null) {
      RecordIterator closing = open;
      open = null;
      closing.close();
    }
  }

  private static List<KeySpan> inOrder(List<KeySpan> spans, Direction direction) {
    List<KeySpan> ordered = new ArrayList<>(spans);
    if (direction == Direction.DESCENDING) {
      Collections.reverse(ordered);
    }
    return ordered;
  }
}
