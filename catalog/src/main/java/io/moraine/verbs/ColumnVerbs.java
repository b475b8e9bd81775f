package io.moraine.verbs;

import io.moraine.model.ColumnDefault;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewColumn;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The verbs of columns. */
final class ColumnVerbs {
  private static final MetadataTable TABLE = MetadataTable.COLUMN;

  private final Draft draft;

  ColumnVerbs(Draft draft) {
    this.draft = draft;
  }

  long add(long tableId, OptionalLong parentColumn, NewColumn column) {
    @Nullable Object[] table = draft.require(MetadataTable.TABLE, "table", tableId);
    LiveColumns columns = LiveColumns.of(draft, tableId);
    int depth = checkParent(columns, parentColumn);
    ColumnRules.check(column, depth);
    checkFree(columns, parentColumn, column.name(), OptionalLong.empty());
    if (depth == 0) {
      new ColumnUses(draft, tableId).checkMayBeCalled(column.name());
      checkFillsRows(tableId, column);
    }
    long first = draft.newColumnIds(tableId, ColumnRules.count(column));
    long id =
        new NewColumnRows(draft, tableId, first, columns.nextOrder())
            .insert(column, parentColumn.isPresent() ? parentColumn.getAsLong() : null);
    draft.replace(MetadataTable.TABLE, table, table);
    altered(tableId);
    return id;
  }

  /** Checks that a column can get further ones inside of it; gives how deep these lie. */
  private static int checkParent(LiveColumns columns, OptionalLong parentColumn) {
    int depth = 0;
    OptionalLong parent = parentColumn;
    while (parent.isPresent()) {
      @Nullable Object[] row = columns.require(parent.getAsLong());
      if (depth == 0 && !isStruct(row)) {
        throw Refusals.constraint(
            "Columns are added to structs only; "
                + LiveColumns.called(row)
                + " is a "
                + LiveColumns.typeOf(row).text());
      }
      parent = LiveColumns.parentOf(row);
      depth++;
    }
    return depth;
  }

  private static boolean isStruct(@Nullable Object[] row) {
    return LiveColumns.typeOf(row).word().equals("struct");
  }

  private static void checkFree(
      LiveColumns columns, OptionalLong parent, String name, OptionalLong own) {
    OptionalLong holder = columns.find(parent, name);
    if (holder.isPresent() && !holder.equals(own)) {
      throw Refusals.taken("column", name);
    }
  }

  /**
   * The rows that a table has would hold NULL in a column that is new and has no value for them.
   */
  private void checkFillsRows(long tableId, NewColumn column) {
    if (!column.nullable() && column.initialDefault().isEmpty() && hasRows(tableId)) {
      throw Refusals.constraint(
          "Table "
              + tableId
              + " has rows, which hold NULL in a new column "
              + column.name()
              + ": let it hold NULL, or give an initial default");
    }
  }

  /** Statistics count all rows that were ever added. */
  private boolean hasRows(long tableId) {
    for (@Nullable Object[] stats : draft.live(MetadataTable.TABLE_STATS, tableId)) {
      if (Rows.number(MetadataTable.TABLE_STATS, stats, "record_count") > 0) {
        return true;
      }
    }
    return false;
  }

  void drop(long tableId, long columnId) {
    LiveColumns columns = columnsOf(tableId);
    @Nullable Object[] column = columns.require(columnId);
    List<@Nullable Object[]> doomed = columns.subtree(column);
    checkNotLast(columns, column);
    Indexes.checkNone(draft, tableId, doomed);
    new ColumnUses(draft, tableId).checkUnused(column, "dropped");
    draft.columnIdsWereTaken(tableId, columns.lastId());
    for (@Nullable Object[] each : doomed) {
      draft.endWithParts(TABLE, each);
      for (@Nullable Object[] stats :
          draft.live(MetadataTable.TABLE_COLUMN_STATS, tableId, LiveColumns.idOf(each))) {
        draft.delete(MetadataTable.TABLE_COLUMN_STATS, stats);
      }
    }
    altered(tableId);
  }

  private static void checkNotLast(LiveColumns columns, @Nullable Object[] column) {
    OptionalLong parent = LiveColumns.parentOf(column);
    if (parent.isPresent() && !isStruct(columns.require(parent.getAsLong()))) {
      throw Refusals.constraint(
          LiveColumns.called(column) + " is what its list or map holds; drop that");
    } else if (columns.in(parent).size() == 1) {
      throw Refusals.constraint(
          LiveColumns.called(column)
              + " is the last of its "
              + (parent.isPresent() ? "struct" : "table"));
    }
  }

  void rename(long tableId, long columnId, String name) {
    LiveColumns columns = columnsOf(tableId);
    @Nullable Object[] column = columns.require(columnId);
    OptionalLong parent = LiveColumns.parentOf(column);
    NameRules.check("column", name);
    if (LiveColumns.nameOf(column).equals(name)) {
      throw Refusals.taken("column", name);
    } else if (parent.isPresent() && !isStruct(columns.require(parent.getAsLong()))) {
      throw Refusals.constraint(
          "What a list or map holds keeps its name, so does " + LiveColumns.called(column));
    }
    checkFree(columns, parent, name, OptionalLong.of(columnId));
    ColumnUses uses = new ColumnUses(draft, tableId);
    if (parent.isEmpty()) {
      uses.checkMayBeCalled(name);
      uses.checkNotSortedBy(column, "renamed");
    }
    alter(tableId, column, Rows.with(TABLE, column, "column_name", name));
  }

  void widen(long tableId, long columnId, String type) {
    @Nullable Object[] column = columnsOf(tableId).require(columnId);
    DataType before = LiveColumns.typeOf(column);
    DataType after = DataType.parse(type);
    if (!before.widensTo(after)) {
      throw Refusals.constraint(
          "The type of "
              + LiveColumns.called(column)
              + " cannot go from "
              + before.text()
              + " to "
              + after.text()
              + ": types only grow");
    }
    Indexes.checkNone(draft, tableId, List.<@Nullable Object[]>of(column));
    alter(tableId, column, Rows.with(TABLE, column, "column_type", after.text()));
  }

  void setDefault(long tableId, long columnId, Optional<ColumnDefault> value) {
    @Nullable Object[] column = columnsOf(tableId).require(columnId);
    String where = LiveColumns.called(column);
    DataType type = LiveColumns.typeOf(column);
    ColumnRules.checkMayHaveDefault(where, type, LiveColumns.parentOf(column).isPresent() ? 1 : 0);
    value.ifPresent(given -> ColumnRules.checkDefault(where, type, given));
    ColumnDefault given = value.orElse(null);
    @Nullable Object[] after =
        Rows.with(TABLE, column, "default_value", given == null ? null : given.text());
    after = Rows.with(TABLE, after, "default_value_type", DefaultForm.typeOf(given));
    alter(
        tableId,
        column,
        Rows.with(TABLE, after, "default_value_dialect", DefaultForm.dialectOf(given)));
  }

  void setNullable(long tableId, long columnId, boolean nullable) {
    @Nullable Object[] column = columnsOf(tableId).require(columnId);
    String called = LiveColumns.called(column);
    boolean before = Boolean.TRUE.equals(Rows.find(TABLE, column, "nulls_allowed"));
    if (LiveColumns.parentOf(column).isPresent()) {
      throw Refusals.constraint("Only a column at the top of a table is NOT NULL, not " + called);
    } else if (before == nullable) {
      throw Refusals.constraint(
          called + (nullable ? " may hold NULL already" : " is NOT NULL already"));
    } else if (!nullable && hasRows(tableId)) {
      checkHoldsNoNull(tableId, column);
    }
    alter(tableId, column, Rows.with(TABLE, column, "nulls_allowed", nullable));
  }

  private void checkHoldsNoNull(long tableId, @Nullable Object[] column) {
    MetadataTable table = MetadataTable.TABLE_COLUMN_STATS;
    for (@Nullable Object[] stats : draft.live(table, tableId, LiveColumns.idOf(column))) {
      if (Boolean.FALSE.equals(Rows.find(table, stats, "contains_null"))) {
        return;
      }
    }
    throw Refusals.constraint(
        LiveColumns.called(column)
            + " holds NULL, or its statistics do not say that it holds none; it stays nullable");
  }

  private LiveColumns columnsOf(long tableId) {
    var unused = draft.require(MetadataTable.TABLE, "table", tableId);
    return LiveColumns.of(draft, tableId);
  }

  private void alter(long tableId, @Nullable Object[] column, @Nullable Object[] after) {
    draft.replace(TABLE, column, after);
    altered(tableId);
  }

  private void altered(long tableId) {
    var unused = draft.changes().add(ChangeKind.ALTERED_TABLE, tableId);
    draft.schemaChangedOf(tableId);
  }
}
