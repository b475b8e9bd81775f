package io.moraine.staged;

import io.moraine.model.MetadataTable;
import io.moraine.staged.StagedRows.Overlays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One staged row: what a statement did to it. Rows are never changed once they are in here. */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
sealed interface Operation {
  /** Does to the overlays what the statement did; checks what earlier operations decide. */
  void apply(Overlays overlays, int operation);

  /** How much of the limit on operations it takes. */
  int weight();

  /** Characters of the texts that it holds. */
  long textLength();

  /** A new row. */
  record Insert(MetadataTable table, @Nullable Object[] row) implements Operation {
    @Override
    public void apply(Overlays overlays, int operation) {
      if (RowChecks.isTagWithoutValue(table, row)) {
        overlays.of(table).insertNothing(row);
      } else {
        overlays.of(table).insert(operation, row);
      }
    }

    @Override
    public int weight() {
      return 1;
    }

    @Override
    public long textLength() {
      return length(row);
    }
  }

  /** A row less. */
  record Delete(MetadataTable table, @Nullable Object[] row) implements Operation {
    @Override
    public void apply(Overlays overlays, int operation) {
      overlays.of(table).hide(operation, row);
      if (table == MetadataTable.SNAPSHOT) {
        overlays.of(MetadataTable.SNAPSHOT_CHANGES).hide(operation, changesOf(row));
      }
    }

    /** A row that is only good for its identity: a snapshot and its changes are one record. */
    private static @Nullable Object[] changesOf(@Nullable Object[] snapshot) {
      @Nullable Object[] changes =
          new @Nullable Object[MetadataTable.SNAPSHOT_CHANGES.columns().size()];
      changes[0] = snapshot[0];
      return changes;
    }

    @Override
    public int weight() {
      return 1;
    }

    @Override
    public long textLength() {
      return length(row);
    }
  }

  /** A row with other values. */
  record Update(
      MetadataTable table,
      @Nullable Object[] before,
      @Nullable Object[] after,
      List<Integer> setColumns)
      implements Operation {
    @Override
    public void apply(Overlays overlays, int operation) {
      TableRules rules = TableRules.of(table);
      TableOverlay overlay = overlays.of(table);
      if (overlay.isStaged(before)) {
        applyToStaged(rules, overlay, operation);
      } else if (rules.endable() && setsOnly("end_snapshot")) {
        checkEnd();
        overlay.change(operation, before, after);
      } else if (rules.updatable() && !setsKey(rules)) {
        replace(overlay, operation);
      } else {
        throw cannotBeSet();
      }
    }

    private void applyToStaged(TableRules rules, TableOverlay overlay, int operation) {
      RowChecks.checkInsert(table, after);
      if (rules.replaces()) {
        overlay.hide(operation, before);
        overlay.insert(operation, after);
      } else if (rules.endable() && endsWhereItBegins()) {
        overlay.hide(operation, before);
      } else if (RowChecks.isTagWithoutValue(table, after)) {
        overlay.hide(operation, before);
      } else {
        overlay.change(operation, before, after);
      }
    }

    private boolean endsWhereItBegins() {
      Long end = Rows.endOf(table, after);
      return end != null && end == Rows.longAt(after, table.beginSnapshotOrdinal());
    }

    private void replace(TableOverlay overlay, int operation) {
      RowChecks.checkInsert(table, after);
      overlay.hide(operation, before);
      overlay.insert(operation, after);
    }

    private void checkEnd() {
      if (Rows.endOf(table, before) != null) {
        throw Refusals.constraint(table, "end_snapshot is set already; an ended row stays so");
      } else if (Rows.endOf(table, after) == null) {
        throw Refusals.constraint(table, "end_snapshot is set to NULL, which ends nothing");
      }
    }

    private boolean setsOnly(String column) {
      return !setColumns.isEmpty()
          && setColumns.stream().allMatch(each -> each == table.ordinalOf(column))
          && keepsOthers();
    }

    private boolean keepsOthers() {
      for (int i = 0; i < before.length; i++) {
        if (!setColumns.contains(i) && !Rows.same(before, after, i)) {
          return false;
        }
      }
      return true;
    }

    private boolean setsKey(TableRules rules) {
      return !keepsOthers() || setColumns.stream().anyMatch(rules.identity()::contains);
    }

    private io.moraine.model.CatalogException cannotBeSet() {
      String names =
          setColumns.stream()
              .map(each -> table.columns().get(each).name())
              .collect(Collectors.joining(", "));
      return Refusals.unsupported(
          table,
          "of a stored row this cannot be set: "
              + names
              + (TableRules.of(table).endable() ? "; only end_snapshot can" : ""));
    }

    @Override
    public int weight() {
      return setsOnly("end_snapshot") || setsOnly("begin_snapshot") ? 2 : 1;
    }

    @Override
    public long textLength() {
      return length(before) + length(after);
    }
  }

  private static long length(@Nullable Object[] row) {
    long length = 0;
    for (Object value : row) {
      length += value instanceof String text ? text.length() : 0;
    }
    return length;
  }
}
