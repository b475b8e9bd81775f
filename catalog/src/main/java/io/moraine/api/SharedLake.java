package io.moraine.api;

import io.moraine.base.Clock;
import io.moraine.model.CatalogOptions;
import io.moraine.objectstore.RequestTally;
import io.moraine.read.OpenLake;
import io.moraine.read.ReadOptions;
import java.util.HashMap;
import java.util.Map;

/**
 * A lake that is open in this process, by its location and who asks: one for all catalogs on it,
 * closed with the last of them. One whose store was replaced by another is not given to new
 * catalogs.
 */
final class SharedLake {
  private static final Map<String, SharedLake> OPEN = new HashMap<>();

  private final String identity;
  private final OpenLake lake;
  private int holders; // guarded by OPEN

  private SharedLake(String identity, OpenLake lake) {
    this.identity = identity;
    this.lake = lake;
  }

  /**
   * A share in the lake at {@code location}, to be given back. Reads nothing of it, but looks for
   * what opens it.
   */
  static SharedLake share(Location location, CatalogOptions options, Clock clock) {
    ProcessResources process = ProcessResources.shared(options.blockCacheBytes());
    StoreSource source = StoreSource.of(location, options);
    boolean opened = false;
    try {
      synchronized (OPEN) {
        SharedLake shared = OPEN.get(source.identity());
        if (shared == null || shared.lake.isReplaced()) {
          shared = new SharedLake(source.identity(), open(source, process, options, clock));
          opened = true;
          OPEN.put(source.identity(), shared);
        }
        shared.holders++;
        return shared;
      }
    } finally {
      if (!opened) {
        source.discarding().run();
      }
    }
  }

  private static OpenLake open(
      StoreSource source, ProcessResources process, CatalogOptions options, Clock clock) {
    RequestTally tally = new RequestTally();
    return new OpenLake(
        source.opening().apply(tally, clock),
        tally,
        process.cache().viewOf(source.identity()),
        process.workers(),
        clock,
        ReadOptions.DEFAULT.withWorkingMemoryBytes(options.workingMemoryBytes()));
  }

  OpenLake lake() {
    return lake;
  }

  /** Gives the share back. */
  void release() {
    synchronized (OPEN) {
      holders--;
      if (holders > 0) {
        return;
      }
      OPEN.remove(identity, this);
    }
    lake.close();
  }
}
