package io.moraine.staged;

import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What staged operations make of the rows of one table: stored rows that changed or are gone, and
 * rows behind the stored ones. Changed under its owner's lock; a {@link View} reads without it, and
 * keeps what it showed when it was taken.
 */
final class TableOverlay {
  private static final int FIRST_CAPACITY = 16;

  private final TableRules rules;
  private final Map<List<@Nullable Object>, Slot> stored = new ConcurrentHashMap<>();
  private final Map<List<@Nullable Object>, Slot> shown = new HashMap<>();
  private Slot[] appended = new Slot[FIRST_CAPACITY];
  private int appendedCount;
  private final List<@Nullable Object[]> nothings = new ArrayList<>();

  TableOverlay(TableRules rules) {
    this.rules = rules;
  }

  /** Adds a row behind all others; one that it replaces goes. */
  void insert(int operation, @Nullable Object[] row) {
    List<@Nullable Object> identity = rules.identityOf(row);
    if (rules.replaces()) {
      replace(operation, identity, row);
    } else if (shown.containsKey(identity)) {
      throw Refusals.constraint(rules.table(), "the transaction has staged this row before");
    }
    append(operation, identity, row);
  }

  private void replace(int operation, List<@Nullable Object> identity, @Nullable Object[] row) {
    Slot slot = shown.remove(identity);
    if (slot == null) {
      slot = stored.computeIfAbsent(identity, absent -> Slot.assumed(row));
    }
    slot.set(operation, null);
  }

  private void append(int operation, List<@Nullable Object> identity, @Nullable Object[] row) {
    Slot slot = Slot.appended();
    slot.set(operation, row);
    if (appendedCount == appended.length) {
      appended = Arrays.copyOf(appended, 2 * appendedCount);
    }
    appended[appendedCount++] = slot;
    shown.put(identity, slot);
  }

  /** Notes a row of which nothing is stored nor shown. */
  void insertNothing(@Nullable Object[] row) {
    nothings.add(row);
  }

  /** The rows of which nothing is stored. */
  List<@Nullable Object[]> nothings() {
    return nothings;
  }

  /** Takes a row away that a scan showed; nothing happens if it is gone already. */
  void hide(int operation, @Nullable Object[] row) {
    List<@Nullable Object> identity = rules.identityOf(row);
    Slot slot = shown.remove(identity);
    if (slot == null) {
      slot = stored.computeIfAbsent(identity, absent -> Slot.ofStored(row));
      if (slot.at(operation) != null) {
        return;
      }
    }
    slot.set(operation, null);
  }

  /** Changes a row, where it stands, that a scan showed. */
  void change(int operation, @Nullable Object[] before, @Nullable Object[] after) {
    List<@Nullable Object> identity = rules.identityOf(before);
    List<@Nullable Object> changed = rules.identityOf(after);
    if (!identity.equals(changed) && shown.containsKey(changed)) {
      throw Refusals.constraint(rules.table(), "the transaction has staged this row before");
    }
    Slot slot = shown.remove(identity);
    if (slot == null) {
      slot = stored.computeIfAbsent(identity, absent -> Slot.ofStored(before));
    }
    if (slot.at(operation) != null && slot.row() == null) {
      throw Refusals.constraint(rules.table(), "the transaction has removed this row before");
    }
    slot.set(operation, after);
    shown.put(changed, slot);
  }

  /** Whether staged operations decide what is shown under an identity. */
  boolean decides(List<@Nullable Object> identity) {
    return shown.containsKey(identity) || stored.containsKey(identity);
  }

  /** The row that staged operations put under an identity; null if they leave none there. */
  @Nullable Object @Nullable [] find(List<@Nullable Object> identity) {
    Slot slot = shown.get(identity);
    return slot == null ? null : slot.row();
  }

  /** Whether a row that a scan showed was staged by this transaction, not stored. */
  boolean isStaged(@Nullable Object[] row) {
    Slot slot = shown.get(rules.identityOf(row));
    return slot != null && slot.origin() == Slot.Origin.APPENDED;
  }

  /** The rows behind the stored ones, as they are now. */
  List<@Nullable Object[]> appendedRows() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < appendedCount; i++) {
      @Nullable Object @Nullable [] row = appended[i].row();
      if (row != null) {
        rows.add(row);
      }
    }
    return rows;
  }

  /** The places of stored rows that changed or are gone. */
  Collection<Slot> changedRows() {
    return stored.values();
  }

  /** What the table shows after {@code operation}. */
  View view(int operation) {
    return new View(rules, stored, appended, appendedCount, operation);
  }

  /** The table as it was when the view was taken. */
  static final class View {
    private final TableRules rules;
    private final Map<List<@Nullable Object>, Slot> stored;
    private final Slot[] appended; // what lies before the count does not change any more
    private final int appendedCount;
    private final int operation;
    private final boolean storedRowsStand;

    private View(
        TableRules rules,
        Map<List<@Nullable Object>, Slot> stored,
        Slot[] appended,
        int appendedCount,
        int operation) {
      this.rules = rules;
      this.stored = stored;
      this.appended = appended;
      this.appendedCount = appendedCount;
      this.operation = operation;
      this.storedRowsStand = stored.isEmpty();
    }

    MetadataTable table() {
      return rules.table();
    }

    List<Integer> identity() {
      return rules.identity();
    }

    /** Whether all stored rows are shown as they are. */
    boolean storedRowsStand() {
      return storedRowsStand;
    }

    /** What became of a stored row; null if it is shown as it is. */
    Slot.@Nullable State find(List<@Nullable Object> identity) {
      Slot slot = stored.get(identity);
      return slot == null ? null : slot.at(operation);
    }

    int appendedCount() {
      return appendedCount;
    }

    /** A row behind the stored ones; null if it is gone. */
    @Nullable Object @Nullable [] appended(int index) {
      Slot.State state = appended[index].at(operation);
      return state == null ? null : state.row();
    }
  }
}
