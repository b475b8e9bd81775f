package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowView;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Rows of the write-ahead log in key order, versions of one key newest first. Immutable; one that
 * was made from another shares its rows.
 */
public final class Memtable {
  /** No rows. */
  public static final Memtable EMPTY = new Memtable(new Row[0]);

  private static final Comparator<Row> ORDER = Memtable::compare;

  private final Row[] rows;
  private final long payloadBytes;

  private Memtable(Row[] rows) {
    this(rows, payload(rows));
  }

  private Memtable(Row[] rows, long payloadBytes) {
    this.rows = rows;
    this.payloadBytes = payloadBytes;
  }

  private static int compare(Row a, Row b) {
    int byKey = a.key().compareTo(b.key());
    return byKey == 0 ? Long.compareUnsigned(b.seq(), a.seq()) : byKey;
  }

  private static long payload(Row[] rows) {
    long payload = 0;
    for (Row row : rows) {
      payload += row.payloadBytes();
    }
    return payload;
  }

  /** This table's rows and {@code newer} ones; cheap if those are few. */
  public Memtable with(Collection<Row> newer) {
    Row[] added = newer.toArray(Row[]::new);
    Arrays.sort(added, ORDER);
    Row[] merged = new Row[rows.length + added.length];
    int from = 0;
    for (int i = 0; i < added.length; i++) {
      int to = ~Arrays.binarySearch(rows, from, rows.length, added[i], ORDER);
      System.arraycopy(rows, from, merged, from + i, to - from);
      merged[to + i] = added[i];
      from = to;
    }
    System.arraycopy(rows, from, merged, from + added.length, rows.length - from);
    return new Memtable(merged, payloadBytes + payload(added));
  }

  /** The rows in order; shared. */
  public List<Row> rows() {
    return Collections.unmodifiableList(Arrays.asList(rows));
  }

  /** The place of the first row whose key is not less than {@code key}. */
  public int firstFrom(Bytes key) {
    return rowsBelow(key);
  }

  /** This table's rows with a sequence number above {@code seq}, and {@code newer} ones. */
  public Memtable above(long seq, List<Row> newer) {
    Row[] kept =
        Arrays.stream(rows)
            .filter(row -> Long.compareUnsigned(row.seq(), seq) > 0)
            .toArray(Row[]::new);
    if (newer.isEmpty()) {
      return kept.length == rows.length ? this : new Memtable(kept);
    }
    Row[] added = newer.toArray(Row[]::new);
    Arrays.sort(added, ORDER);
    return new Memtable(merge(kept, added));
  }

  private static Row[] merge(Row[] a, Row[] b) {
    Row[] merged = new Row[a.length + b.length];
    int i = 0;
    int j = 0;
    for (int k = 0; k < merged.length; k++) {
      boolean takeA = j == b.length || (i < a.length && ORDER.compare(a[i], b[j]) <= 0);
      merged[k] = takeA ? a[i++] : b[j++];
    }
    return merged;
  }

  /** The number of rows. */
  public int rowCount() {
    return rows.length;
  }

  /** Bytes of all keys and values together. */
  public long payloadBytes() {
    return payloadBytes;
  }

  /** Takes the versions of the key; true if the matter is settled. */
  boolean lookup(Lookup lookup) {
    ShownRow view = new ShownRow();
    for (int i = rowsBelow(lookup.key());
        i < rows.length && rows[i].key().equals(lookup.key());
        i++) {
      if (lookup.add(view.of(rows[i]))) {
        return true;
      }
    }
    return false;
  }

  RowCursor cursor(Scan scan) {
    Bytes to = scan.range().to();
    int from = rowsBelow(scan.range().from());
    int end = Math.max(from, to == null ? rows.length : rowsBelow(to));
    return scan.direction() == Direction.ASCENDING
        ? new Cursor(from - 1, end, 1)
        : new Cursor(end, from - 1, -1);
  }

  private int rowsBelow(Bytes key) {
    int low = 0;
    int high = rows.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rows[middle].key().compareTo(key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private final class Cursor implements RowCursor {
    private final ShownRow view = new ShownRow();
    private final int end;
    private final int step;
    private int position;

    private Cursor(int before, int end, int step) {
      this.position = before;
      this.end = end;
      this.step = step;
    }

    @Override
    public boolean next() {
      if (position + step == end || position == end) {
        position = end;
        return false;
      }
      position += step;
      view.of(rows[position]);
      return true;
    }

    @Override
    public RowView row() {
      return view;
    }

    @Override
    public void close() {
      position = end;
    }
  }
}
