package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a table depends on its columns and their names.
 *
 * <p>Source: the {@code ducklake} extension, branch v1.5-variegata, {@code
 * src/storage/ducklake_table_entry.cpp}.
 */
final class ColumnUses {
  /** Columns of the tables that hold inlined rows. */
  private static final Set<String> OF_INLINED_ROWS =
      Set.of(
          "row_id",
          "begin_snapshot",
          "end_snapshot",
          "_ducklake_internal_row_id",
          "_ducklake_internal_snapshot_id");

  private static final String INLINING = "data_inlining_row_limit";

  private final Draft draft;
  private final long tableId;

  ColumnUses(Draft draft, long tableId) {
    this.draft = draft;
    this.tableId = tableId;
  }

  /** Checks that rows can be inlined still when a column gets a name, if they are to be. */
  void checkMayBeCalled(String name) {
    if (OF_INLINED_ROWS.contains(Names.fold(name)) && inlines()) {
      throw Refusals.constraint(
          "Tables of inlined rows have a column "
              + name
              + " of their own; set the option "
              + INLINING
              + " of table "
              + tableId
              + " to 0 first");
    }
  }

  /** Unless it is said otherwise, few rows are inlined. */
  private boolean inlines() {
    @Nullable Object[] table = draft.require(MetadataTable.TABLE, "table", tableId);
    return !new ScopedOptions(draft)
        .inEffect(tableId, Rows.number(MetadataTable.TABLE, table, "schema_id"), INLINING)
        .orElse("")
        .equals("0");
  }

  /** Checks that the table is neither partitioned nor sorted by a column. */
  void checkUnused(@Nullable Object[] column, String done) {
    checkNotPartitionedBy(column, done);
    if (LiveColumns.parentOf(column).isEmpty()) {
      checkNotSortedBy(column, done);
    }
  }

  private void checkNotPartitionedBy(@Nullable Object[] column, String done) {
    MetadataTable keys = MetadataTable.PARTITION_COLUMN;
    for (@Nullable Object[] spec : draft.live(MetadataTable.PARTITION_INFO, tableId)) {
      long id = Rows.number(MetadataTable.PARTITION_INFO, spec, "partition_id");
      for (@Nullable Object[] key : draft.live(keys, tableId, id)) {
        if (Rows.number(keys, key, "column_id") == LiveColumns.idOf(column)) {
          throw inUse("partitioned", column, done);
        }
      }
    }
  }

  /** Checks that no sort expression names a column. */
  void checkNotSortedBy(@Nullable Object[] column, String done) {
    MetadataTable keys = MetadataTable.SORT_EXPRESSION;
    for (@Nullable Object[] order : draft.live(MetadataTable.SORT_INFO, tableId)) {
      long id = Rows.number(MetadataTable.SORT_INFO, order, "sort_id");
      for (@Nullable Object[] key : draft.live(keys, tableId, id)) {
        if (SortExpressions.names(Rows.text(keys, key, "expression"))
            .contains(Names.fold(LiveColumns.nameOf(column)))) {
          throw inUse("sorted", column, done);
        }
      }
    }
  }

  private io.moraine.model.CatalogException inUse(
      String how, @Nullable Object[] column, String done) {
    return Refusals.constraint(
        "Table "
            + tableId
            + " is "
            + how
            + " by "
            + LiveColumns.called(column)
            + "; change that before the column is "
            + done);
  }
}
