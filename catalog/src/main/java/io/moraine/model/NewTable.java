package io.moraine.model;

import java.util.List;
import java.util.Optional;

/**
 * A table to be created.
 *
 * @param name its name
 * @param columns its columns, at least one
 * @param path its folder, absolute or below its schema's, ending in a slash; empty for one that is
 *     derived from the name
 */
public record NewTable(String name, List<NewColumn> columns, Optional<TablePath> path) {
  public NewTable {
    columns = List.copyOf(columns);
  }

  /** A table in a folder of its own. */
  public static NewTable of(String name, NewColumn... columns) {
    return new NewTable(name, List.of(columns), Optional.empty());
  }

  /**
   * Where the files of a table are.
   *
   * @param path the folder, ending in a slash
   * @param relative whether it is below its schema's folder
   */
  public record TablePath(String path, boolean relative) {}
}
