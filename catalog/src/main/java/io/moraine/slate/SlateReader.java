package io.moraine.slate;

import io.moraine.base.Bytes;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.slate.read.StoreReader;
import io.moraine.slate.read.StoredRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One fixed state of a store: a manifest's tables under a tail of the write-ahead log. Immutable
 * and thread-safe; holds nothing that must be closed.
 */
public final class SlateReader {
  private final String database;
  private final StoreReader reader;

  SlateReader(String database, StoreReader reader) {
    this.database = database;
    this.reader = reader;
  }

  /**
   * The row of {@code key}, or null if there is none.
   *
   * @throws SlateException if it cannot be told
   */
  public @Nullable StoredRow get(Bytes key) {
    return SlateException.translating(database, () -> reader.get(key));
  }

  /**
   * The rows of {@code keys}, in their order, null for those that have none; asked for at once.
   *
   * @throws SlateException if it cannot be told
   */
  public List<@Nullable StoredRow> getAll(List<Bytes> keys) {
    return SlateException.translating(database, () -> reader.getAll(keys));
  }

  /**
   * The rows of {@code range} in order. Nothing is read before the first move; the iterator and its
   * moves throw {@link SlateException}.
   */
  public RowIterator scan(BytesRange range, Direction direction, ScanShape shape) {
    return new TranslatingRows(database, reader.scan(range, direction, shape));
  }

  /**
   * As {@link #scan(BytesRange, Direction, ScanShape)}, over {@code ranges}, which do not overlap
   * and are in the order of the scan.
   */
  public RowIterator scan(List<BytesRange> ranges, Direction direction, ScanShape shape) {
    return new TranslatingRows(database, reader.scan(ranges, direction, shape));
  }

  /**
   * As {@link #scan(BytesRange, Direction, ScanShape)}, over the keys that start with {@code
   * prefix}; filters may spare tables.
   */
  public RowIterator scanPrefix(Bytes prefix, Direction direction, ScanShape shape) {
    return new TranslatingRows(database, reader.scanPrefix(prefix, direction, shape));
  }
}
