package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.plan.PlanErrors;
import io.moraine.model.CatalogException;
import java.sql.SQLException;
import java.util.Optional;

/** Turns what the layers below throw into what JDBC throws. */
final class Failures {
  private Failures() {}

  /**
   * The exception for anything that was thrown. Errors of the virtual machine itself, such as a
   * heap that is used up, are thrown on; a stack that is used up is the fault of a statement.
   */
  static SQLException of(Throwable failure) {
    if (failure instanceof VirtualMachineError fault && !(failure instanceof StackOverflowError)) {
      throw fault;
    }
    RuntimeException translated = PlanErrors.translate(failure);
    if (translated instanceof CatalogException catalog) {
      return SqlErrors.of(catalog);
    }
    return translated instanceof StatementException statement
        ? SqlErrors.of(statement)
        : SqlErrors.of(SqlState.INTERNAL, String.valueOf(translated.getMessage()), translated);
  }

  /** The error of the catalog that is behind a failure, if one is. */
  static Optional<CatalogException> catalogFailure(RuntimeException failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof CatalogException catalog) {
        return Optional.of(catalog);
      }
    }
    return Optional.empty();
  }
}
