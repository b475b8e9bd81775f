package io.moraine.driver.testing;

import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.RowUpdate;
import io.moraine.model.Transaction;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that changes the rows of a {@link DumpedScope} at once, in the plainest way, and
 * knows no rule of the catalog. Rows that it is told to remove must be there.
 */
public final class EditedScope implements Transaction {
  private final DumpedScope scope;
  private int staged;

  /** A transaction over a scope that is no one else's. */
  public EditedScope(DumpedScope scope) {
    this.scope = scope;
  }

  @Override
  public ReadScope scope() {
    return scope;
  }

  @Override
  public void insert(MetadataTable table, List<@Nullable Object[]> rows) {
    rows.forEach(each -> scope.rows(table).add(each.clone()));
    staged += rows.size();
  }

  @Override
  public void delete(MetadataTable table, List<@Nullable Object[]> rows) {
    rows.forEach(each -> scope.rows(table).remove(placeOf(table, each)));
    staged += rows.size();
  }

  @Override
  public void update(MetadataTable table, List<RowUpdate> updates) {
    for (RowUpdate each : updates) {
      scope.rows(table).set(placeOf(table, each.before().toArray()), each.after().toArray());
    }
    staged += updates.size();
  }

  private int placeOf(MetadataTable table, @Nullable Object[] row) {
    List<@Nullable Object[]> rows = scope.rows(table);
    for (int i = 0; i < rows.size(); i++) {
      if (Arrays.equals(rows.get(i), row)) {
        return i;
      }
    }
    throw new IllegalStateException(table.sqlName() + " has no row " + Arrays.toString(row));
  }

  @Override
  public int stagedRows() {
    return staged;
  }

  @Override
  public void rollbackTo(int count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CommitPosition commit(Optional<Duration> timeout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
