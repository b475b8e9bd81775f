package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One row for each key that has a value, from the merge of all sources. Not thread-safe.
 *
 * <p>Ascending, the versions of a key arrive newest first, and the older ones are skipped when the
 * scan moves on. Descending they arrive oldest first, so they are held until the key ends.
 */
final class MergedScan implements RowIterator {
  private final RowHeap rows;
  private final boolean ascending;
  private final Resolution resolution;

  private byte[] key = new byte[64];
  private int keyLength;
  private boolean started;

  private final List<Row> versions = new ArrayList<>(1);
  private final ShownRow version = new ShownRow();

  MergedScan(RowHeap rows, Direction direction, long maxSeq, Optional<MergeOperator> operator) {
    this.rows = rows;
    this.ascending = direction == Direction.ASCENDING;
    this.resolution = new Resolution(maxSeq, operator);
  }

  @Override
  public boolean next() {
    resolution.start();
    if (started) {
      skipKey();
    } else {
      started = true;
      rows.begin();
    }
    for (RowView top = rows.top(); top != null; top = rows.top()) {
      takeKey(top);
      if (ascending) {
        resolveNewestFirst(top);
      } else {
        resolveOldestFirst(top);
      }
      if (resolution.isPresent()) {
        return true;
      }
      skipKey();
      resolution.start();
    }
    keyLength = 0;
    return false;
  }

  private void resolveNewestFirst(RowView first) {
    RowView row = first;
    do {
      if (resolution.add(row, key())) {
        return;
      }
      rows.advance();
      row = rows.top();
    } while (row != null && row.keyEquals(key, 0, keyLength));
    resolution.finish(key());
  }

  private void resolveOldestFirst(RowView first) {
    versions.clear();
    RowView row = first;
    do {
      versions.add(Resolution.held(row));
      rows.advance();
      row = rows.top();
    } while (row != null && row.keyEquals(key, 0, keyLength));
    if (versions.size() > 1) {
      versions.sort((a, b) -> Long.compareUnsigned(b.seq(), a.seq()));
    }
    for (Row each : versions) {
      if (resolution.add(version.of(each), key())) {
        return;
      }
    }
    resolution.finish(key());
  }

  private void skipKey() {
    RowView top = rows.top();
    while (top != null && top.keyEquals(key, 0, keyLength)) {
      rows.advance();
      top = rows.top();
    }
  }

  private void takeKey(RowView row) {
    if (key.length <= row.keyLength()) {
      // Never as long as the key: a copy of all of an array is the array itself.
      key = new byte[Math.max(row.keyLength() + 1, 2 * key.length)];
    }
    keyLength = row.keyLength();
    System.arraycopy(row.keyArray(), row.keyOffset(), key, 0, keyLength);
  }

  @Override
  public Bytes key() {
    return Bytes.wrap(key, 0, keyLength);
  }

  @Override
  public Bytes value() {
    return resolution.value();
  }

  @Override
  public long seq() {
    return resolution.seq();
  }

  @Override
  public OptionalLong createMillis() {
    return resolution.createMillis();
  }

  @Override
  public OptionalLong expireMillis() {
    return resolution.expireMillis();
  }

  @Override
  public void close() {
    rows.close();
  }
}
