package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The live columns of a table in a draft, nested ones too. Read once; does not follow changes. */
final class LiveColumns {
  private static final MetadataTable TABLE = MetadataTable.COLUMN;

  private final long tableId;
  private final List<@Nullable Object[]> rows;

  private LiveColumns(long tableId, List<@Nullable Object[]> rows) {
    this.tableId = tableId;
    this.rows = rows;
  }

  static LiveColumns of(Draft draft, long tableId) {
    return new LiveColumns(tableId, draft.live(TABLE, tableId));
  }

  static long idOf(@Nullable Object[] column) {
    return Rows.number(TABLE, column, "column_id");
  }

  static String nameOf(@Nullable Object[] column) {
    return Rows.text(TABLE, column, "column_name");
  }

  static DataType typeOf(@Nullable Object[] column) {
    return DataType.ofStored(Rows.text(TABLE, column, "column_type"));
  }

  /** The column that one lies in; empty at the top. */
  static OptionalLong parentOf(@Nullable Object[] column) {
    return Rows.find(TABLE, column, "parent_column") instanceof Long parent
        ? OptionalLong.of(parent)
        : OptionalLong.empty();
  }

  /** How a message calls a column. */
  static String called(@Nullable Object[] column) {
    return "column " + nameOf(column) + " (" + idOf(column) + ")";
  }

  /**
   * A column.
   *
   * @throws io.moraine.model.CatalogException of kind NOT_FOUND
   */
  @Nullable Object[] require(long columnId) {
    for (@Nullable Object[] row : rows) {
      if (idOf(row) == columnId) {
        return row;
      }
    }
    throw Refusals.notFound("live column " + columnId + " of table " + tableId);
  }

  /** The columns that lie in {@code parent}, or at the top. */
  List<@Nullable Object[]> in(OptionalLong parent) {
    List<@Nullable Object[]> found = new ArrayList<>();
    for (@Nullable Object[] row : rows) {
      if (parentOf(row).equals(parent)) {
        found.add(row);
      }
    }
    return found;
  }

  /** The column of a name at one place. */
  OptionalLong find(OptionalLong parent, String name) {
    String folded = Names.fold(name);
    for (@Nullable Object[] row : in(parent)) {
      if (Names.fold(nameOf(row)).equals(folded)) {
        return OptionalLong.of(idOf(row));
      }
    }
    return OptionalLong.empty();
  }

  /** A column and all columns inside of it, each before those inside of it. */
  List<@Nullable Object[]> subtree(@Nullable Object[] column) {
    List<@Nullable Object[]> found = new ArrayList<>();
    found.add(column);
    for (int i = 0; i < found.size(); i++) {
      found.addAll(in(OptionalLong.of(idOf(found.get(i)))));
    }
    return found;
  }

  /** The highest id. */
  long lastId() {
    return rows.stream().mapToLong(LiveColumns::idOf).max().orElse(0);
  }

  /** The first order behind those of all columns. */
  long nextOrder() {
    return 1
        + rows.stream().mapToLong(row -> Rows.number(TABLE, row, "column_order")).max().orElse(0);
  }
}
