package io.moraine.model;

import java.util.List;
import java.util.Optional;

/**
 * A column to be created.
 *
 * @param name its name
 * @param type DuckLake's word for its type, such as {@code int64}, {@code decimal(9,2)}, {@code
 *     struct}
 * @param nullable whether it may hold NULL
 * @param initialDefault what rows of files without it get; empty for NULL
 * @param defaultValue what new rows get that give no value
 * @param children fields of a struct; {@code element} of a list; {@code key} and {@code value} of a
 *     map
 */
public record NewColumn(
    String name,
    String type,
    boolean nullable,
    Optional<String> initialDefault,
    Optional<ColumnDefault> defaultValue,
    List<NewColumn> children) {
  public NewColumn {
    children = List.copyOf(children);
  }

  /** A column that may hold NULL and has no default. */
  public static NewColumn of(String name, String type, NewColumn... children) {
    return new NewColumn(name, type, true, Optional.empty(), Optional.empty(), List.of(children));
  }

  /** The same that never holds NULL. */
  public NewColumn required() {
    return new NewColumn(name, type, false, initialDefault, defaultValue, children);
  }
}
