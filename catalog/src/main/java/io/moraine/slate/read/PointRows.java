package io.moraine.slate.read;

import io.moraine.base.Bytes;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The row of one key as a part of a scan; filters may spare its tables. Not thread-safe. */
final class PointRows implements RowIterator, Upcoming {
  private final StoreReader reader;
  private final ReadAhead ahead;
  private final Bytes key;
  private @Nullable AheadRead<@Nullable StoredRow> asked;
  private boolean finished;
  private @Nullable StoredRow row;

  PointRows(StoreReader reader, ReadAhead ahead, Bytes key) {
    this.reader = reader;
    this.ahead = ahead;
    this.key = key;
  }

  @Override
  public Bytes position() {
    return key;
  }

  @Override
  public long sizeBytes() {
    return 0;
  }

  @Override
  public void askIndex() {
    // Index and block are read one after the other, but ahead of all others.
  }

  @Override
  public void begin() {
    if (!finished && asked == null) {
      asked = reader.getAhead(key);
      ahead.asked(0);
    }
  }

  @Override
  public boolean next() {
    if (finished) {
      row = null;
      return false;
    }
    finished = true;
    if (asked == null) {
      row = reader.get(key);
    } else {
      ahead.taken(0);
      row = asked.await();
    }
    return row != null;
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
  public long seq() {
    return current().seq();
  }

  @Override
  public OptionalLong createMillis() {
    return current().createMillis();
  }

  @Override
  public OptionalLong expireMillis() {
    return current().expireMillis();
  }

  @Override
  public void close() {
    finished = true;
    row = null;
    if (asked != null) {
      asked.cancel();
    }
  }

  private StoredRow current() {
    if (row == null) {
      throw new IllegalStateException("no current row");
    }
    return row;
  }
}
