package io.moraine.slate.sequenced;

import io.moraine.base.Bytes;
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
 */
record RemoteFolder(ObjectStore store, SequencedFolder names, FolderListing listing) {
  static RemoteFolder in(ObjectStore store, SequencedFolder names, Executor executor) {
    return new RemoteFolder(store, names, new FolderListing(store, names, executor));
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
