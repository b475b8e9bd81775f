package io.moraine.api;

import io.moraine.base.Clock;
import io.moraine.model.CatalogOptions;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.read.OpenLake;
import io.moraine.read.ReadOptions;
import java.util.HashMap;
import java.util.Map;

/**
 * A lake that is open in this process, by its location: one for all catalogs on it, closed with the
 * last of them. One whose store was replaced by another is not given to new catalogs.
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

  /** A share in the lake at {@code location}, to be given back. Reads nothing. */
  static SharedLake share(Location location, CatalogOptions options, Clock clock) {
    String identity = location.identity();
    synchronized (OPEN) {
      SharedLake shared = OPEN.get(identity);
      if (shared == null || shared.lake.isReplaced()) {
        shared = new SharedLake(identity, open(location, identity, options, clock));
        OPEN.put(identity, shared);
      }
      shared.holders++;
      return shared;
    }
  }

  private static OpenLake open(
      Location location, String identity, CatalogOptions options, Clock clock) {
    ProcessResources process = ProcessResources.shared(options.blockCacheBytes());
    return new OpenLake(
        objectStore(location, clock),
        new RequestTally(),
        process.cache().viewOf(identity),
        process.workers(),
        clock,
        ReadOptions.DEFAULT.withWorkingMemoryBytes(options.workingMemoryBytes()));
  }

  private static ObjectStore objectStore(Location location, Clock clock) {
    if (location instanceof Location.Memory memory) {
      return MemoryObjectStore.named(memory.name(), clock);
    }
    return FileObjectStore.open(((Location.Folder) location).path().toString(), clock);
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
