package io.moraine.commit;

import io.moraine.verbs.ChangeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the latest snapshots did, by their ids, as far as it was asked for. Many commits at a time
 * ask for the same ones, each for all that it did not know of. Not thread-safe.
 */
final class RecentChanges {
  private static final int KEPT = 1024;

  private final @Nullable ChangeSet[] changeSets = new ChangeSet[KEPT];
  private final long[] snapshotIds = new long[KEPT];

  /** What snapshot {@code id} did; null if it is not remembered. */
  @Nullable ChangeSet find(long id) {
    int place = place(id);
    return snapshotIds[place] == id ? changeSets[place] : null;
  }

  void put(long id, ChangeSet changes) {
    int place = place(id);
    snapshotIds[place] = id;
    changeSets[place] = changes;
  }

  private static int place(long id) {
    return (int) Long.remainderUnsigned(id, KEPT);
  }
}
