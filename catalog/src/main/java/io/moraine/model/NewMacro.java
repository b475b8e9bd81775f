package io.moraine.model;

import java.util.List;
import java.util.Optional;

/**
 * A macro to be created.
 *
 * @param name its name
 * @param kind what it gives
 * @param implementations one for each list of parameters, at least one
 */
public record NewMacro(String name, Kind kind, List<Implementation> implementations) {
  public NewMacro {
    implementations = List.copyOf(implementations);
  }

  /** What a macro gives. */
  public enum Kind {
    /** A value. */
    SCALAR,
    /** A table. */
    TABLE
  }

  /**
   * One of a macro's implementations.
   *
   * @param dialect of its SQL, such as {@code duckdb}
   * @param sql an expression, or a query
   * @param parameters its parameters
   */
  public record Implementation(String dialect, String sql, List<Parameter> parameters) {
    public Implementation {
      parameters = List.copyOf(parameters);
    }
  }

  /**
   * A parameter.
   *
   * @param name its name
   * @param defaultValue what it is if it is not given, with its type
   */
  public record Parameter(String name, Optional<TypedDefault> defaultValue) {}

  /**
   * A default of a parameter.
   *
   * @param text the value
   * @param type DuckLake's word for its type
   */
  public record TypedDefault(String text, String type) {}
}
