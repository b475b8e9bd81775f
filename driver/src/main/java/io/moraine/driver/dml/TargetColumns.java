package io.moraine.driver.dml;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.type.ColumnTypes;
import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlIdentifier;

/**
 * The columns of a table that a statement sets.
 *
 * @param table the table
 * @param ordinals of the columns, in the statement's order
 */
public record TargetColumns(MetadataTable table, List<Integer> ordinals) {
  /** Copies the list. */
  public TargetColumns {
    ordinals = List.copyOf(ordinals);
  }

  /**
   * The columns of these names.
   *
   * @param names as written; with the table's name or alias before them, or without
   * @param target what the statement calls the table
   * @throws StatementException of state UNKNOWN_COLUMN or DUPLICATE_NAME
   */
  public static TargetColumns named(
      MetadataTable table, List<SqlIdentifier> names, SqlIdentifier target) {
    List<Integer> ordinals = new ArrayList<>();
    for (SqlIdentifier name : names) {
      int ordinal = ordinalOf(table, name, target);
      if (ordinals.contains(ordinal)) {
        throw failure(
            SqlState.DUPLICATE_NAME,
            "Column '" + name + "' of table '" + table.sqlName() + "' is set twice",
            name);
      }
      ordinals.add(ordinal);
    }
    return new TargetColumns(table, ordinals);
  }

  /** All columns, in their order. */
  public static TargetColumns all(MetadataTable table) {
    return new TargetColumns(table, IntStream.range(0, table.columns().size()).boxed().toList());
  }

  /** The name of the column that the statement sets in a place of its order. */
  String name(int place) {
    return table.columns().get(ordinals.get(place)).name();
  }

  /** The type of that column, for values that may be NULL. */
  public RelDataType type(int place, RelDataTypeFactory types) {
    return types.createTypeWithNullability(
        ColumnTypes.of(table.columns().get(ordinals.get(place)).type()).sqlType(types), true);
  }

  /**
   * Refuses a source of another number of columns.
   *
   * @throws StatementException of state COLUMN_COUNT
   */
  public void requireCount(int given) {
    if (given != ordinals.size()) {
      throw new StatementException(
          SqlState.COLUMN_COUNT,
          "INSERT into "
              + table.sqlName()
              + " sets "
              + ordinals.size()
              + " columns, but is given rows of "
              + given);
    }
  }

  private static int ordinalOf(MetadataTable table, SqlIdentifier name, SqlIdentifier target) {
    String column = name.names.get(name.names.size() - 1);
    boolean qualified = name.names.size() > 1;
    if (!qualified || name.names.get(0).equalsIgnoreCase(target.getSimple())) {
      for (int i = 0; i < table.columns().size(); i++) {
        if (table.columns().get(i).name().equalsIgnoreCase(column)) {
          return i;
        }
      }
    }
    throw failure(
        SqlState.UNKNOWN_COLUMN,
        "Column '" + name + "' not found in table '" + table.sqlName() + "'",
        name);
  }

  private static StatementException failure(SqlState state, String message, SqlIdentifier place) {
    return new StatementException(
        state,
        message
            + " (line "
            + place.getParserPosition().getLineNum()
            + ", column "
            + place.getParserPosition().getColumnNum()
            + ")");
  }
}
