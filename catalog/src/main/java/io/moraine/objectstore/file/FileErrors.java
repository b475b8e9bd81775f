package io.moraine.objectstore.file;

import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the errors of one store.
 *
 * @param location where the store is
 */
record FileErrors(String location) {
  /** An error of {@code kind} on the object or folder at {@code path}. */
  ObjectStoreException error(Kind kind, String path, String problem, @Nullable Throwable cause) {
    return new ObjectStoreException(kind, path, location + "/" + path + ": " + problem, cause);
  }

  /** What the filesystem's error means to a reader, or to a writer before anything was created. */
  ObjectStoreException of(String path, IOException cause) {
    return error(kind(cause), path, cause.toString(), cause);
  }

  /** Refuses to go on in an interrupted thread. */
  void checkInterrupt(String path) {
    if (Thread.currentThread().isInterrupted()) {
      throw error(Kind.INTERRUPTED, path, "interrupted", null);
    }
  }

  private static Kind kind(IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return Kind.NOT_FOUND;
    }
    if (cause instanceof AccessDeniedException) {
      return Kind.FORBIDDEN;
    }
    // The channel that throws these has set the thread's flag again.
    return cause instanceof ClosedByInterruptException
            || cause instanceof FileLockInterruptionException
        ? Kind.INTERRUPTED
        : Kind.UNAVAILABLE;
  }
}
