package io.moraine.model;

import java.util.Optional;

/**
 * How a lake is created.
 *
 * @param dataPath where data files lie, as DuckLake's {@code DATA_PATH}; without it DuckLake must
 *     be told at each attach
 * @param encrypted whether DuckLake encrypts data files
 */
public record NewLake(Optional<String> dataPath, boolean encrypted) {
  /** A lake without a data path, whose files are not encrypted. */
  public static final NewLake PLAIN = new NewLake(Optional.empty(), false);
}
