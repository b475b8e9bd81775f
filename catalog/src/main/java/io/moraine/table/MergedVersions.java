package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.table.RecordSource.Direction;
import org.jspecify.annotations.Nullable;

/**
 * Live and ended records together, by their ids. Of one id the live record comes before the ended
 * ones if ascending, after them if descending.
 */
final class MergedVersions implements RecordStream {
  private final Head live;
  private final Head ended;
  private final Direction direction;
  private @Nullable Head current;

  /** A stream of which the next record is known. */
  private static final class Head {
    private final RecordStream stream;
    private final int idOffset;
    private boolean present;

    Head(RecordStream stream, int idOffset) {
      this.stream = stream;
      this.idOffset = idOffset;
    }

    void move() {
      present = stream.next();
    }

    Bytes ids(int idBytes) {
      return RecordKeys.ids(stream.key(), idOffset, idBytes);
    }
  }

  private final int idBytes;

  MergedVersions(RecordStream live, RecordStream ended, TableLayout layout, Direction direction) {
    this.live = new Head(live, layout.live().length());
    this.ended = new Head(ended, layout.ended().length());
    this.idBytes = layout.idNames().size() * Long.BYTES;
    this.direction = direction;
  }

  @Override
  public void begin() {
    live.stream.begin();
    ended.stream.begin();
  }

  @Override
  public boolean next() {
    if (current == null) {
      begin();
      live.move();
      ended.move();
    } else {
      current.move();
    }
    current = first();
    return current.present;
  }

  private Head first() {
    if (!live.present || !ended.present) {
      return live.present ? live : ended;
    }
    int order = live.ids(idBytes).compareTo(ended.ids(idBytes));
    return direction == Direction.ASCENDING
        ? (order <= 0 ? live : ended)
        : order > 0 ? live : ended;
  }

  @Override
  public Bytes key() {
    return stream().key();
  }

  @Override
  public Bytes value() {
    return stream().value();
  }

  @Override
  public boolean ended() {
    return stream().ended();
  }

  private RecordStream stream() {
    if (current == null) {
      throw new IllegalStateException("before the first record");
    }
    return current.stream;
  }

  @Override
  public void close() {
    try {
      live.stream.close();
    } finally {
      ended.stream.close();
    }
  }
}
