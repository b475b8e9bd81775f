package io.moraine.driver.dml;

import io.moraine.driver.schema.StatementContext;
import io.moraine.model.MetadataTable;
import io.moraine.model.Transaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** DELETE. */
public final class Deletion implements PlannedWrite {
  private final MetadataTable table;
  private final RowSource source;

  /**
   * A DELETE.
   *
   * @param source the rows to delete, with all columns
   */
  public Deletion(MetadataTable table, RowSource source) {
    this.table = table;
    this.source = source;
  }

  @Override
  public long execute(StatementContext.Request request, Transaction transaction) {
    List<@Nullable Object[]> rows = SourceRows.read(source, request, transaction);
    transaction.delete(table, rows);
    return rows.size();
  }
}
