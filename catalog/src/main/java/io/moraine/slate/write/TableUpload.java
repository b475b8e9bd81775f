package io.moraine.slate.write;

import io.moraine.base.Bytes;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.slate.format.SstWriter;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.PutIds;
import io.moraine.slate.manifest.SsTableHandle;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.manifest.UntilKnown;
import java.util.Objects;

/**
 * Writes tables of the tree, which no manifest names yet.
 *
 * @param store where they go
 * @param layout where in there
 * @param ids where put ids come from
 */
public record TableUpload(ObjectStore store, StoreLayout layout, IdSource ids) {
  /** The version of the blocks that are written. */
  private static final int FORMAT_VERSION = 2;

  /**
   * Writes a table.
   *
   * @param id its id, which nothing else has
   * @return the view of all of it
   * @throws ObjectStoreException if it could not be written
   */
  public SsTableView put(Ulid id, SstWriter.Table table) {
    String path = layout.table(id);
    String putId = PutIds.next(ids);
    PutOutcome outcome = UntilKnown.get(() -> store.putIfAbsent(path, table.content(), putId));
    if (outcome == PutOutcome.EXISTS) {
      throw new ObjectStoreException(
          Kind.UNAVAILABLE, path, path + ": another object has this new id", null);
    }
    Bytes first = Objects.requireNonNull(table.info().firstEntry());
    SsTableHandle handle = new SsTableHandle(id, path, FORMAT_VERSION, first, table.info());
    return new SsTableView(id, handle, null);
  }
}
