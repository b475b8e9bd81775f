package io.moraine.driver.transaction;

import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.RowUpdate;
import io.moraine.model.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transaction whose commit is the test's affair.
 *
 * @param inner the transaction
 * @param commit what its commit does
 */
public record EndingTransaction(Transaction inner, Commit commit) implements Transaction {
  /** What a commit does. */
  @FunctionalInterface
  public interface Commit {
    /** Commits {@code transaction}, or not. */
    CommitPosition of(Transaction transaction, Optional<Duration> timeout);
  }

  @Override
  public CommitPosition commit(Optional<Duration> timeout) {
    return commit.of(inner, timeout);
  }

  @Override
  public ReadScope scope() {
    return inner.scope();
  }

  @Override
  public void insert(MetadataTable table, List<@Nullable Object[]> rows) {
    inner.insert(table, rows);
  }

  @Override
  public void delete(MetadataTable table, List<@Nullable Object[]> rows) {
    inner.delete(table, rows);
  }

  @Override
  public void update(MetadataTable table, List<RowUpdate> updates) {
    inner.update(table, updates);
  }

  @Override
  public int stagedRows() {
    return inner.stagedRows();
  }

  @Override
  public void rollbackTo(int count) {
    inner.rollbackTo(count);
  }

  @Override
  public void close() {
    inner.close();
  }
}
