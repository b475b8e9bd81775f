package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowView;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * Rows of the write-ahead log in key order, versions of one key newest first. Immutable; one that
 * was made from another shares its rows.
 *
 * <p>The rows are in pieces, so that a writer which adds a few rows many times a second copies the
 * pieces that they fall into and not all rows.
 */
public final class Memtable {
  /** No rows. */
  public static final Memtable EMPTY = new Memtable(List.of(), 0);

  private static final Comparator<Row> ORDER = Memtable::compare;

  /** Most rows of a piece: copying one costs about as much as finding it. */
  private static final int PIECE_ROWS = 512;

  private final Row[][] pieces;

  /** How many rows lie before each piece; in the end, how many there are. */
  private final int[] starts;

  private final long payloadBytes;

  /** Rows in {@code pieces}, none of which is empty. */
  private Memtable(List<Row[]> pieces, long payloadBytes) {
    this.pieces = pieces.toArray(Row[][]::new);
    this.payloadBytes = payloadBytes;
    this.starts = new int[this.pieces.length + 1];
    for (int i = 0; i < this.pieces.length; i++) {
      starts[i + 1] = starts[i] + this.pieces[i].length;
    }
  }

  private static Memtable of(Row[] sorted) {
    List<Row[]> pieces = new ArrayList<>();
    addPieces(sorted, pieces);
    return new Memtable(pieces, payload(sorted));
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

  private static Row[] sorted(Collection<Row> rows) {
    Row[] sorted = rows.toArray(Row[]::new);
    Arrays.sort(sorted, ORDER);
    return sorted;
  }

  /** Cuts {@code sorted} into pieces of about the same size. */
  private static void addPieces(Row[] sorted, List<Row[]> pieces) {
    int count = (sorted.length + PIECE_ROWS - 1) / PIECE_ROWS;
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) sorted.length * i / count);
      int to = (int) ((long) sorted.length * (i + 1) / count);
      pieces.add(Arrays.copyOfRange(sorted, from, to));
    }
  }

  /** This table's rows and {@code newer} ones; cheap if those are few. */
  public Memtable with(Collection<Row> newer) {
    Row[] added = sorted(newer);
    if (pieces.length == 0) {
      return of(added);
    }
    List<Row[]> old = Arrays.asList(pieces);
    List<Row[]> all = new ArrayList<>(pieces.length + 1);
    int taken = 0;
    int next = 0;
    while (next < added.length) {
      int piece = pieceOf(added[next]);
      int end = endWithin(piece, added, next);
      all.addAll(old.subList(taken, piece));
      addPieces(inserted(pieces[piece], added, next, end), all);
      taken = piece + 1;
      next = end;
    }
    all.addAll(old.subList(taken, pieces.length));
    return new Memtable(all, payloadBytes + payload(added));
  }

  /** {@code rows} with {@code added} from {@code next} to {@code end}, which are few. */
  private static Row[] inserted(Row[] rows, Row[] added, int next, int end) {
    Row[] all = new Row[rows.length + end - next];
    int from = 0;
    for (int i = next; i < end; i++) {
      int to = ~Arrays.binarySearch(rows, from, rows.length, added[i], ORDER);
      System.arraycopy(rows, from, all, from + i - next, to - from);
      all[to + i - next] = added[i];
      from = to;
    }
    System.arraycopy(rows, from, all, from + end - next, rows.length - from);
    return all;
  }

  /** The last piece that does not begin after {@code row}, or the first. */
  private int pieceOf(Row row) {
    int low = 1;
    int high = pieces.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ORDER.compare(pieces[middle][0], row) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** The first of {@code sorted} from {@code from} on that belongs behind {@code piece}. */
  private int endWithin(int piece, Row[] sorted, int from) {
    if (piece + 1 == pieces.length) {
      return sorted.length;
    }
    int end = from + 1;
    while (end < sorted.length && ORDER.compare(sorted[end], pieces[piece + 1][0]) < 0) {
      end++;
    }
    return end;
  }

  /** The rows in order; not copied. */
  public List<Row> rows() {
    return new Rows();
  }

  /** The piece that has the row at {@code place}; behind the last one, how many there are. */
  private int pieceAt(int place) {
    int found = Arrays.binarySearch(starts, place);
    return found >= 0 ? found : ~found - 1;
  }

  /** The place of the first row whose key is not less than {@code key}. */
  public int firstFrom(Bytes key) {
    int piece = pieceFrom(key);
    return piece == pieces.length ? rowCount() : starts[piece] + indexFrom(pieces[piece], key);
  }

  /** This table's rows with a sequence number above {@code seq}, and {@code newer} ones. */
  public Memtable above(long seq, List<Row> newer) {
    Row[] kept =
        Arrays.stream(pieces)
            .flatMap(Arrays::stream)
            .filter(row -> Long.compareUnsigned(row.seq(), seq) > 0)
            .toArray(Row[]::new);
    if (newer.isEmpty()) {
      return kept.length == rowCount() ? this : of(kept);
    }
    return of(merge(kept, sorted(newer)));
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
    return starts[pieces.length];
  }

  /** Bytes of all keys and values together. */
  public long payloadBytes() {
    return payloadBytes;
  }

  /** Takes the versions of the key; true if the matter is settled. */
  boolean lookup(Lookup lookup) {
    ShownRow view = new ShownRow();
    Bytes key = lookup.key();
    for (int piece = pieceFrom(key); piece < pieces.length; piece++) {
      Row[] rows = pieces[piece];
      for (int i = indexFrom(rows, key); i < rows.length; i++) {
        if (!rows[i].key().equals(key)) {
          return false;
        }
        if (lookup.add(view.of(rows[i]))) {
          return true;
        }
      }
    }
    return false;
  }

  RowCursor cursor(Scan scan) {
    Bytes to = scan.range().to();
    int from = firstFrom(scan.range().from());
    int end = Math.max(from, to == null ? rowCount() : firstFrom(to));
    return scan.direction() == Direction.ASCENDING
        ? new Cursor(from - 1, end, 1)
        : new Cursor(end, from - 1, -1);
  }

  /** The first piece with a key that is not less than {@code key}. */
  private int pieceFrom(Bytes key) {
    int low = 0;
    int high = pieces.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      Row[] rows = pieces[middle];
      if (rows[rows.length - 1].key().compareTo(key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int indexFrom(Row[] rows, Bytes key) {
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

  private final class Rows extends AbstractList<Row> implements RandomAccess {
    @Override
    public Row get(int index) {
      int piece = pieceAt(Objects.checkIndex(index, size()));
      return pieces[piece][index - starts[piece]];
    }

    @Override
    public int size() {
      return rowCount();
    }
  }

  private final class Cursor implements RowCursor {
    private final ShownRow view = new ShownRow();
    private final int end;
    private final int step;
    private int position;
    private int piece;

    private Cursor(int before, int end, int step) {
      this.position = before;
      this.end = end;
      this.step = step;
      this.piece = pieceAt(Math.max(before, 0));
    }

    @Override
    public boolean next() {
      if (position + step == end || position == end) {
        position = end;
        return false;
      }
      position += step;
      if (position < starts[piece]) {
        piece--;
      } else if (position >= starts[piece + 1]) {
        piece++;
      }
      view.of(pieces[piece][position - starts[piece]]);
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
