package io.moraine.driver.dml;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.schema.StatementContext;
import io.moraine.model.Transaction;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/** Reads a source to its end before anything is staged, so that no statement sees its own rows. */
final class SourceRows {
  private SourceRows() {}

  /**
   * All rows of a source, read through the scope of a transaction.
   *
   * @throws StatementException of state CANCELLED also where the plan just ended
   */
  static List<@Nullable Object[]> read(
      RowSource source, StatementContext.Request request, Transaction transaction) {
    StatementContext.Request ours = request.readingIn(transaction::scope);
    List<@Nullable Object[]> rows = new ArrayList<>();
    try (Enumerator<?> enumerator = source.open(ours).enumerator()) {
      while (enumerator.moveNext()) {
        rows.add(rowOf(enumerator.current()));
      }
    }
    if (request.cancelFlag().get()) {
      throw new StatementException(SqlState.CANCELLED, "The statement was cancelled");
    }
    return rows;
  }

  private static @Nullable Object[] rowOf(@Nullable Object row) {
    return row instanceof @Nullable Object[] values ? values : new @Nullable Object[] {row};
  }
}
