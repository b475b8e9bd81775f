package io.moraine.staged;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.MetadataTable;

/**
 * Errors of staged rows. DuckLake tries again on four words in an error's text, so they may stand
 * in the one error that a new attempt cures, {@link LostRace}, and nowhere else. Hence these texts
 * name tables, columns and ids, never what a user wrote.
 */
final class Refusals {
  private Refusals() {}

  /** A row breaks a rule. */
  static CatalogException constraint(MetadataTable table, String reason) {
    return new CatalogException(Kind.CONSTRAINT, table.sqlName() + ": " + reason);
  }

  /** The rows together break a rule. */
  static CatalogException constraint(String reason) {
    return new CatalogException(Kind.CONSTRAINT, reason);
  }

  /** What this version does not write. */
  static CatalogException unsupported(MetadataTable table, String reason) {
    return new CatalogException(Kind.UNSUPPORTED, table.sqlName() + ": " + reason);
  }

  /** Too much is staged. */
  static CatalogException exhausted(String reason) {
    return new CatalogException(Kind.EXHAUSTED, reason);
  }
}
