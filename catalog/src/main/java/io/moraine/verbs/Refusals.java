package io.moraine.verbs;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;

/** Errors of verbs. */
final class Refusals {
  private Refusals() {}

  /** The lake cannot hold what was asked for. */
  static CatalogException constraint(String reason) {
    return new CatalogException(Kind.CONSTRAINT, reason);
  }

  /** This version, or a reader of the lake, does not know it. */
  static CatalogException unsupported(String reason) {
    return new CatalogException(Kind.UNSUPPORTED, reason);
  }

  /** A name is taken. */
  static CatalogException taken(String what, String name) {
    return new CatalogException(
        Kind.ALREADY_EXISTS, "There is a " + what + " called " + name + " already");
  }

  /** Something is not there. */
  static CatalogException notFound(String what) {
    return new CatalogException(Kind.NOT_FOUND, "There is no " + what);
  }
}
