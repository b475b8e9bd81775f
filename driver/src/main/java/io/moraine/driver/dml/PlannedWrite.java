package io.moraine.driver.dml;

import io.moraine.driver.error.StatementException;
import io.moraine.driver.schema.StatementContext;
import io.moraine.model.CatalogException;
import io.moraine.model.Transaction;

/**
 * An INSERT, UPDATE or DELETE ready to run, any number of times and by any number of threads at
 * once.
 */
public interface PlannedWrite {
  /**
   * Reads what the statement reads through the transaction's own scope, so that it sees what was
   * staged before it, and then stages what it changes: everything, or nothing if it fails.
   *
   * @param request parameters, cancel flag, clock and deadline of this execution; its scope is not
   *     asked for
   * @param transaction what to stage in
   * @return how many rows were inserted, updated or deleted
   * @throws StatementException if a value cannot be computed or its column doesn't take it, and if
   *     the statement is cancelled or runs into its time limit
   * @throws CatalogException as the methods of {@link Transaction} say
   */
  long execute(StatementContext.Request request, Transaction transaction);
}
