package io.moraine.table;

import io.moraine.model.MetadataTable;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of a table that is records or their children. */
final class RecordScan implements RowIterator {
  private final RecordStream records;
  private final RowReader reader;
  private final Visibility visibility;
  private final long endedSkipped;
  private final boolean descending;
  private final int[] outputs;
  private final boolean outputIsRow;
  private final DecodeCounter counter;
  private final List<@Nullable Object[]> pending = new ArrayList<>();
  private int position;
  private long remaining;
  private @Nullable Object @Nullable [] row;

  /**
   * A scan over {@code records}.
   *
   * @param endedSkipped ended records whose end is at most this are passed over undecoded
   */
  RecordScan(
      RecordStream records,
      TableScan scan,
      ColumnSources sources,
      long endedSkipped,
      DecodeCounter counter) {
    List<Integer> columns = columns(scan);
    MetadataTable table = scan.table();
    this.records = records;
    this.reader = new RowReader(sources, columns);
    this.visibility =
        new Visibility(
            scan.asOf(),
            columns.indexOf(table.beginSnapshotOrdinal()),
            columns.indexOf(table.endSnapshotOrdinal()));
    this.endedSkipped = endedSkipped;
    this.descending = scan.order() == ScanOrder.KEY_DESCENDING;
    this.outputIsRow = columns.equals(scan.projection());
    this.outputs = outputIsRow ? new int[0] : placesOf(scan.projection(), columns);
    this.counter = counter;
    this.remaining = scan.limit();
  }

  /** The projected columns once each, and those that decide whether a row is visible. */
  private static List<Integer> columns(TableScan scan) {
    Set<Integer> columns = new LinkedHashSet<>(scan.projection());
    if (scan.asOf().isPresent() && scan.table().beginSnapshotOrdinal() >= 0) {
      columns.add(scan.table().beginSnapshotOrdinal());
      if (scan.table().endSnapshotOrdinal() >= 0) {
        columns.add(scan.table().endSnapshotOrdinal());
      }
    }
    return List.copyOf(columns);
  }

  private static int[] placesOf(List<Integer> projection, List<Integer> columns) {
    return projection.stream().mapToInt(columns::indexOf).toArray();
  }

  @Override
  public boolean next() {
    while (remaining > 0) {
      while (position < pending.size()) {
        @Nullable Object[] next = pending.get(position++);
        if (visibility.sees(next)) {
          remaining--;
          row = outputIsRow ? next : output(next);
          return true;
        }
      }
      if (!readRecord()) {
        return false;
      }
    }
    return false;
  }

  private boolean readRecord() {
    pending.clear();
    position = 0;
    while (records.next()) {
      if (!records.ended() || RecordKeys.endSnapshot(records.key()) > endedSkipped) {
        counter.recordDecoded();
        reader.read(records.key(), records.value(), records.ended(), pending);
        if (descending) {
          Collections.reverse(pending);
        }
        return true;
      }
    }
    return false;
  }

  private @Nullable Object[] output(@Nullable Object[] from) {
    @Nullable Object[] output = new @Nullable Object[outputs.length];
    for (int i = 0; i < outputs.length; i++) {
      output[i] = from[outputs[i]];
    }
    return output;
  }

  @Override
  public @Nullable Object[] row() {
    if (row == null) {
      throw new IllegalStateException("before the first row");
    }
    return row;
  }

  @Override
  public void close() {
    records.close();
  }
}
