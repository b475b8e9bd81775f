package io.moraine.api;

import io.moraine.base.Background;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.commit.LakeWriter;
import io.moraine.model.CatalogOptions;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.RequestTally;
import io.moraine.read.OpenLake;
import io.moraine.read.ReadOptions;
import io.moraine.read.Sources;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A lake that is open in this process, by its location and who asks: one for all catalogs on it,
 * closed with the last of them. One whose store was replaced by another is not given to new
 * catalogs.
 */
final class SharedLake {
  private static final Map<String, SharedLake> OPEN = new HashMap<>();
  private static final AtomicLong UNSHARED = new AtomicLong();

  private final String identity;
  private final OpenLake lake;
  private final LakeWriter writer;
  private int holders; // guarded by OPEN

  private SharedLake(String identity, OpenLake lake, LakeWriter writer) {
    this.identity = identity;
    this.lake = lake;
    this.writer = writer;
  }

  /**
   * A share in a lake that nobody else has: as if it were open in a process of its own.
   *
   * @param background runs what nobody waits for
   */
  static SharedLake alone(
      ObjectStore store, CatalogOptions options, Clock clock, IdSource ids, Background background) {
    ProcessResources process = ProcessResources.shared(options.blockCacheBytes());
    String identity = "alone " + UNSHARED.incrementAndGet();
    StoreSource source = new StoreSource(identity, (tally, time) -> store, () -> {});
    SharedLake lake = open(source, process, options, clock, ids, background);
    lake.holders++;
    return lake;
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
          shared = open(source, process, options, clock, IdSource.SYSTEM, Background.THREADS);
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

  private static SharedLake open(
      StoreSource source,
      ProcessResources process,
      CatalogOptions options,
      Clock clock,
      IdSource ids,
      Background background) {
    RequestTally tally = new RequestTally();
    OpenLake lake =
        new OpenLake(
            source.opening().apply(tally, clock),
            tally,
            process.cache().viewOf(source.identity()),
            process.workers(),
            clock,
            ReadOptions.DEFAULT.withWorkingMemoryBytes(options.workingMemoryBytes()),
            new Sources(ids, background));
    return new SharedLake(source.identity(), lake, new LakeWriter(lake, clock, ids, background));
  }

  OpenLake lake() {
    return lake;
  }

  LakeWriter writer() {
    return writer;
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
    try {
      writer.close();
    } finally {
      lake.close();
    }
  }
}
