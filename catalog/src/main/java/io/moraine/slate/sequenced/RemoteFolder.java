package io.moraine.slate.sequenced;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * A folder of numbered objects with its boundary, as it is in the store. Thread-safe.
 *
 * @param store where it is
 * @param names what its objects are called
 * @param listing finds their ends
 * @param executor asks for one thing beside another
 */
record RemoteFolder(
    ObjectStore store, SequencedFolder names, FolderListing listing, Executor executor) {
  static RemoteFolder in(ObjectStore store, SequencedFolder names, Executor executor) {
    return new RemoteFolder(store, names, new FolderListing(store, names, executor), executor);
  }

  /**
   * What follows a number.
   *
   * @param next the content of the next object, if it is there
   * @param highest the highest object above the next, if any is there
   */
  record After(Optional<Bytes> next, Optional<ObjectMeta> highest) {}

  /** What follows {@code id}, which is not the last number; both are asked for at once. */
  After after(long id) {
    Call.Fork<Optional<Bytes>> next = Call.fork(() -> find(id + 1));
    boolean done = false;
    try {
      executor.execute(next);
      Optional<ObjectMeta> highest = listing.above(id + 1).highest();
      After after = new After(next.join(), highest);
      done = true;
      return after;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ObjectStoreException(
          Kind.INTERRUPTED, names.folder(), "interrupted while looking for the newest object", e);
    } finally {
      if (!done) {
        next.cancel(true);
      }
    }
  }

  /** The content of the object numbered {@code id}, if it is there. */
  Optional<Bytes> find(long id) {
    try {
      return Optional.of(store.read(names.path(id)));
    } catch (ObjectStoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** The boundary as it is now, {@code known} if that did not change. */
  Boundary readBoundary(Boundary known) {
    try {
      return store
          .readIfChanged(names.boundary(), known.etag())
          .map(stored -> Boundary.decode(names.boundary(), stored))
          .orElse(known);
    } catch (ObjectStoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return Boundary.NONE;
      }
      throw e;
    }
  }

  /** Writes the boundary, unless it is not {@code known} any more. */
  void writeBoundary(Boundary known, long id, String putId) {
    Bytes content = Bytes.utf8(Long.toUnsignedString(id));
    if (known.etag().isEmpty()) {
      PutOutcome unused = store.putIfAbsent(names.boundary(), content, putId);
    } else {
      boolean unused = store.replaceIfUnchanged(names.boundary(), content, known.etag());
    }
  }

  /** The folder for messages. */
  String location() {
    return store.location() + "/" + names.folder();
  }
}
