package io.moraine.verbs;

import io.moraine.model.ColumnDefault;
import org.jspecify.annotations.Nullable;

/**
 * How a default is stored beside its text. Without a default nothing is, as Moraine does it; with
 * one the type must be, for DuckDB loads no lake that leaves it open.
 */
final class DefaultForm {
  private DefaultForm() {}

  /** The value of {@code default_value_type}. */
  static @Nullable String typeOf(@Nullable ColumnDefault value) {
    if (value == null) {
      return null;
    }
    return value.expression() ? "expression" : "literal";
  }

  /** The value of {@code default_value_dialect}. */
  static @Nullable String dialectOf(@Nullable ColumnDefault value) {
    return value == null ? null : "duckdb";
  }
}
