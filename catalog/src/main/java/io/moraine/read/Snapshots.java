package io.moraine.read;

import io.moraine.keyspace.Key;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;

/** Tells which snapshots a generation can show. */
final class Snapshots {
  private Snapshots() {}

  /**
   * @throws CatalogException of kind NOT_FOUND beyond the head, of kind SNAPSHOT_EXPIRED if the
   *     snapshot's record is gone
   */
  static void check(Generation generation, long snapshotId) {
    long head = generation.position().snapshotId();
    if (snapshotId < 0 || snapshotId > head) {
      throw new CatalogException(
          Kind.NOT_FOUND, "There is no snapshot " + snapshotId + "; the head is " + head);
    }
    if (generation.reader().get(new Key.Snapshot(snapshotId).encode()) == null) {
      throw new CatalogException(
          Kind.SNAPSHOT_EXPIRED,
          "Snapshot "
              + snapshotId
              + " is below the retention horizon (head is "
              + head
              + "); it was expired");
    }
  }
}
