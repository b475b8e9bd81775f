package io.moraine.staged;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The first commit of a lake. */
public final class Bootstrap {
  private Bootstrap() {}

  /**
   * The records of an empty lake of format 9 with the schema {@code main}.
   *
   * @param at time of snapshot 0
   * @param mainSchema UUID of the schema
   * @param dataPath where data files lie, as DuckLake's {@code DATA_PATH}
   * @param encrypted what the option of that name says
   */
  public static CommitBatch batch(
      Instant at, UUID mainSchema, Optional<String> dataPath, String encrypted) {
    throw new UnsupportedOperationException();
  }
}
