package io.moraine.benchmarks.soak;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.api.Catalog;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The commits that were acknowledged and not looked for yet. Thread-safe. */
final class Acknowledged {
  @GuardedBy("this")
  private final TreeMap<Long, String> open = new TreeMap<>();

  @GuardedBy("this")
  private long checked;

  @GuardedBy("this")
  private long expired;

  /** A commit was acknowledged; false if another was under the same snapshot. */
  synchronized boolean add(long snapshot, String message) {
    return open.put(snapshot, message) == null;
  }

  private synchronized Map<Long, String> take() {
    Map<Long, String> taken = new TreeMap<>(open);
    open.clear();
    return taken;
  }

  /** Looks whether those are there that were acknowledged by now; gives those that are not. */
  List<String> lost(Catalog catalog) {
    Map<Long, String> due = take();
    Map<Long, String> stored = new HashMap<>();
    try (ReadScope scope = catalog.readScope()) {
      SoakLake.rows(scope, TableScan.of(MetadataTable.SNAPSHOT_CHANGES))
          .forEach(row -> stored.put(SoakLake.number(row[0]), String.valueOf(row[3])));
    } catch (RuntimeException e) {
      due.forEach((snapshot, message) -> add(snapshot, message));
      throw e;
    }
    // What is older than all that is there was expired.
    long oldest = stored.keySet().stream().mapToLong(Long::longValue).min().orElse(0);
    List<String> lost = new ArrayList<>();
    due.forEach(
        (snapshot, message) -> {
          if (snapshot < oldest) {
            count(false);
          } else if (message.equals(stored.get(snapshot))) {
            count(true);
          } else {
            lost.add(snapshot + " " + message + ", but there is " + stored.get(snapshot));
          }
        });
    return lost;
  }

  private synchronized void count(boolean found) {
    if (found) {
      checked++;
    } else {
      expired++;
    }
  }

  @Override
  public synchronized String toString() {
    return checked
        + " acknowledged commits found, "
        + expired
        + " expired before they were looked for";
  }
}
