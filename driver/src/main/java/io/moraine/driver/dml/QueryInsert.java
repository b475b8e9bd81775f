package io.moraine.driver.dml;

import io.moraine.driver.schema.StatementContext;
import io.moraine.model.Transaction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** INSERT of what a query gives. */
public final class QueryInsert implements PlannedWrite {
  private final TargetColumns columns;
  private final RowSource source;
  private final RequiredColumns required;

  /**
   * An INSERT.
   *
   * @param source rows with a value of each of {@code columns}, of that column's type
   */
  public QueryInsert(TargetColumns columns, RowSource source) {
    this.columns = columns;
    this.source = source;
    this.required = new RequiredColumns(columns.table());
  }

  @Override
  public long execute(StatementContext.Request request, Transaction transaction) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (@Nullable Object[] values : SourceRows.read(source, request, transaction)) {
      @Nullable Object[] row = new Object[columns.table().columns().size()];
      for (int i = 0; i < values.length; i++) {
        row[columns.ordinals().get(i)] = values[i];
      }
      required.check(row);
      rows.add(row);
    }
    transaction.insert(columns.table(), rows);
    return rows.size();
  }
}
