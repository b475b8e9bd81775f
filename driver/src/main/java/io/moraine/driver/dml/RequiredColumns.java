package io.moraine.driver.dml;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The columns of a table that DuckLake declares NOT NULL. */
final class RequiredColumns {
  private final MetadataTable table;
  private final List<Integer> ordinals;

  RequiredColumns(MetadataTable table) {
    this.table = table;
    List<MetadataColumn> columns = table.columns();
    this.ordinals =
        IntStream.range(0, columns.size()).filter(i -> !columns.get(i).nullable()).boxed().toList();
  }

  /**
   * Refuses a NULL in one of them.
   *
   * @throws StatementException of state NOT_NULL
   */
  void check(@Nullable Object[] row) {
    for (int ordinal : ordinals) {
      if (row[ordinal] == null) {
        throw new StatementException(
            SqlState.NOT_NULL,
            "NULL is no value of column "
                + table.columns().get(ordinal).name()
                + " of "
                + table.sqlName()
                + ", which is NOT NULL");
      }
    }
  }
}
