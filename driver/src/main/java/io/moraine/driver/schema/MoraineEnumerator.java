package io.moraine.driver.schema;

import io.moraine.model.Cursor;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/** The rows of a cursor, in the form that generated code expects; owns the cursor. */
final class MoraineEnumerator implements Enumerator<@Nullable Object> {
  private static final int ROWS_BETWEEN_DEADLINE_CHECKS = 256;

  private final StatementContext context;
  private final Cursor cursor;
  private final boolean singleColumn;
  private int rows;

  MoraineEnumerator(StatementContext context, Cursor cursor, boolean singleColumn) {
    this.context = context;
    this.cursor = cursor;
    this.singleColumn = singleColumn;
  }

  @Override
  public boolean moveNext() {
    context.checkCancelled();
    if (rows++ % ROWS_BETWEEN_DEADLINE_CHECKS == 0) {
      context.checkDeadline();
    }
    return cursor.next();
  }

  @Override
  public @Nullable Object current() {
    @Nullable Object[] row = cursor.row();
    return singleColumn ? row[0] : row;
  }

  @Override
  public void reset() {
    throw new UnsupportedOperationException("A scan goes forward only");
  }

  @Override
  public void close() {
    cursor.close();
  }
}
