package io.moraine.slate.manifest;

import io.moraine.slate.format.Ulid;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Another database in the same object store, whose tables a clone reads.
 *
 * @param path its root, relative to the object store
 * @param sourceCheckpointId its checkpoint that was cloned
 * @param finalCheckpointId its checkpoint that keeps the tables; null while the clone is being made
 * @param sstIds the tables that lie there
 */
public record ExternalDb(
    String path, UUID sourceCheckpointId, @Nullable UUID finalCheckpointId, List<Ulid> sstIds) {
  /** Takes a copy of the list. */
  public ExternalDb {
    sstIds = List.copyOf(sstIds);
  }

  /** The same with no tables but {@code used} ones. */
  ExternalDb keeping(Set<Ulid> used) {
    return new ExternalDb(
        path,
        sourceCheckpointId,
        finalCheckpointId,
        sstIds.stream().filter(used::contains).toList());
  }
}
