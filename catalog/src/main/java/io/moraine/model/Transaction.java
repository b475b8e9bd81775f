package io.moraine.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rows staged over one revision, committed together or not at all. Thread-safe. Ends with {@link
 * #commit} or {@link #close()}.
 *
 * <p>Rows have all columns of their table in declared order, of the classes that {@link ColumnType}
 * names. Each staging call stages all of its rows or none.
 */
public interface Transaction extends AutoCloseable {
  /**
   * The revision under the staged rows; each cursor shows what was staged when it was opened.
   * Closed with the transaction.
   */
  ReadScope scope();

  /**
   * Stages new rows.
   *
   * @throws CatalogException of kind CONSTRAINT for a value, or NULL, that no record can hold;
   *     UNSUPPORTED for what cannot be written; EXHAUSTED for too many rows
   */
  void insert(MetadataTable table, List<@Nullable Object[]> rows);

  /**
   * Stages the removal of rows of {@link #scope()}.
   *
   * @throws CatalogException as {@link #insert} says
   */
  void delete(MetadataTable table, List<@Nullable Object[]> rows);

  /**
   * Stages changes of rows of {@link #scope()}.
   *
   * @throws CatalogException as {@link #insert} says; of kind UNSUPPORTED also for columns that
   *     cannot be set
   */
  void update(MetadataTable table, List<RowUpdate> updates);

  /** How many rows are staged. */
  int stagedRows();

  /**
   * Forgets all but the first {@code count} staged rows: what a savepoint remembers is {@link
   * #stagedRows()}.
   */
  void rollbackTo(int count);

  /**
   * Commits. Returns when everything is durable and every reader can see it; a transaction without
   * staged rows writes nothing.
   *
   * @param timeout most time, if limited; the store's own limits hold besides
   * @return the commit position that was reached
   * @throws CatalogException of kind CONFLICT if another commit came first: begin again on a new
   *     scope, which shows that commit; CONSTRAINT or UNSUPPORTED if the staged rows cannot be
   *     committed; WRITER_BUSY if another process is writing; READ_ONLY
   * @throws CommitOutcomeUnknownException if it cannot be told whether it was committed
   */
  CommitPosition commit(Optional<Duration> timeout);

  /** Ends it; what was not committed is forgotten. Closing twice does nothing. */
  @Override
  void close();
}
