package io.moraine.staged;

import io.moraine.model.MetadataTable;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import io.moraine.staged.TableOverlay.View;
import io.moraine.table.DecodeCounter;
import io.moraine.table.MetadataTables;
import io.moraine.table.RecordSource;
import io.moraine.table.RowEncoder;
import io.moraine.table.RowIterator;
import io.moraine.table.RowSelection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A scan over stored rows and what a transaction made of them. Stored rows are read as they are
 * asked for; of them only the columns that the scan wants and those that tell what became of a row.
 *
 * <p>In stored order, staged rows follow the stored ones in the order of their statements; in key
 * order they follow the stored ones of the same key.
 */
final class OverlayScan implements RowIterator {
  private final View view;
  private final TableScan scan;
  private final RowSelection selection;
  private final RowIterator stored;
  private final List<Integer> storedColumns;
  private final Staged staged;
  private @Nullable Object @Nullable [] nextStored;
  private boolean storedEnded;
  private @Nullable Object @Nullable [] row;
  private long remaining;

  OverlayScan(RecordSource records, TableScan scan, long head, DecodeCounter counter, View view) {
    this.view = view;
    this.scan = scan;
    this.selection = new RowSelection(scan);
    this.storedColumns = storedColumns(scan, view);
    TableScan ofStored =
        new TableScan(
            scan.table(),
            storedColumns,
            scan.key(),
            scan.asOf(),
            scan.endedAfter(),
            scan.order(),
            Long.MAX_VALUE);
    this.stored = MetadataTables.open(records, ofStored, head, counter);
    this.staged = scan.order() == ScanOrder.STORED ? new InStatementOrder() : new InKeyOrder();
    this.remaining = scan.limit();
  }

  /** The wanted columns, and those by which stored rows are told apart, ordered and judged. */
  private static List<Integer> storedColumns(TableScan scan, View view) {
    MetadataTable table = scan.table();
    Set<Integer> columns = new LinkedHashSet<>(scan.projection());
    if (!view.storedRowsStand()) {
      columns.addAll(view.identity());
    }
    if (scan.order() != ScanOrder.STORED) {
      columns.addAll(table.keyColumns());
    }
    return List.copyOf(columns);
  }

  @Override
  public boolean next() {
    if (remaining <= 0) {
      return false;
    }
    if (nextStored == null && !storedEnded) {
      nextStored = readStored();
      storedEnded = nextStored == null;
    }
    @Nullable Object @Nullable [] fromStored = nextStored;
    @Nullable Object @Nullable [] fromStaged = staged.peek();
    boolean isStored =
        fromStored != null && (fromStaged == null || goesFirst(fromStored, fromStaged));
    @Nullable Object @Nullable [] next = isStored ? fromStored : fromStaged;
    if (next == null) {
      return false;
    }
    if (isStored) {
      nextStored = null;
    } else {
      staged.pass();
    }
    row = selection.project(next);
    remaining--;
    return true;
  }

  private boolean goesFirst(@Nullable Object[] fromStored, @Nullable Object[] fromStaged) {
    int order =
        scan.order() == ScanOrder.STORED ? 0 : selection.compareKeys(fromStored, fromStaged);
    return scan.order() == ScanOrder.KEY_DESCENDING ? order > 0 : order <= 0;
  }

  /** The next stored row that is still shown, as wide as the table; or null. */
  private @Nullable Object @Nullable [] readStored() {
    while (stored.next()) {
      @Nullable Object[] read = spread(stored.row());
      Slot.State state =
          view.storedRowsStand() ? null : view.find(TableRules.valuesAt(view.identity(), read));
      if (state == null) {
        return read;
      }
      @Nullable Object @Nullable [] changed = state.row();
      if (changed != null && selection.isVisible(changed)) {
        return changed;
      }
    }
    return null;
  }

  private @Nullable Object[] spread(@Nullable Object[] read) {
    @Nullable Object[] wide = new @Nullable Object[scan.table().columns().size()];
    for (int i = 0; i < read.length; i++) {
      wide[storedColumns.get(i)] = read[i];
    }
    return wide;
  }

  private @Nullable Object @Nullable [] stagedRow(int index) {
    @Nullable Object @Nullable [] staged = view.appended(index);
    if (staged == null) {
      return null;
    }
    @Nullable Object[] shown = RowEncoder.shown(scan.table(), staged);
    return selection.selects(shown) ? shown : null;
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
    stored.close();
  }

  /** The staged rows that the scan wants, in its order. */
  private interface Staged {
    /** The next one, or null if there is none. */
    @Nullable Object @Nullable [] peek();

    void pass();
  }

  /** Judges row after row. */
  private final class InStatementOrder implements Staged {
    private int index;
    private @Nullable Object @Nullable [] next;

    @Override
    public @Nullable Object @Nullable [] peek() {
      while (next == null && index < view.appendedCount()) {
        next = stagedRow(index++);
      }
      return next;
    }

    @Override
    public void pass() {
      next = null;
    }
  }

  /** Sorts the wanted rows at first. */
  private final class InKeyOrder implements Staged {
    private final List<@Nullable Object[]> sorted = new ArrayList<>();
    private int index;

    private InKeyOrder() {
      for (int i = 0; i < view.appendedCount(); i++) {
        @Nullable Object @Nullable [] wanted = stagedRow(i);
        if (wanted != null) {
          sorted.add(wanted);
        }
      }
      sorted.sort(selection::compareKeys);
      if (scan.order() == ScanOrder.KEY_DESCENDING) {
        Collections.reverse(sorted);
      }
    }

    @Override
    public @Nullable Object @Nullable [] peek() {
      return index < sorted.size() ? sorted.get(index) : null;
    }

    @Override
    public void pass() {
      if (index == sorted.size()) {
        throw new NoSuchElementException();
      }
      index++;
    }
  }
}
