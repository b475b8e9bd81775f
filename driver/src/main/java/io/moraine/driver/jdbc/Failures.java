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

  static SQLException of(RuntimeException failure) {
    Optional<CatalogException> catalog = catalogFailure(failure);
    if (catalog.isPresent()) {
      return SqlErrors.of(catalog.get());
    }
    RuntimeException translated = PlanErrors.translate(failure);
    return translated instanceof StatementException statement
        ? SqlErrors.of(statement)
        : SqlErrors.of(SqlState.INTERNAL, String.valueOf(translated.getMessage()), translated);
  }

  /** What Calcite throws where it did not foresee a statement. */
  static SQLException of(Error failure) {
    return failure instanceof StackOverflowError
        ? SqlErrors.of(
            SqlState.TOO_COMPLEX,
            "the statement is nested too deeply; split it or make its expressions shorter",
            failure)
        : SqlErrors.of(
            SqlState.INTERNAL, "the statement met a fault of the planner: " + failure, failure);
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
