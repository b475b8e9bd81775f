package io.moraine.read;

import io.moraine.base.Background;
import io.moraine.base.IdSource;

/**
 * What a lake does not make itself.
 *
 * @param ids where the ids of leases come from
 * @param background runs what keeps them
 */
public record Sources(IdSource ids, Background background) {
  /** Those of the machine. */
  public static final Sources SYSTEM = new Sources(IdSource.SYSTEM, Background.THREADS);
}
