package io.moraine.slate.read;

import io.moraine.objectstore.ObjectStoreException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for what another thread reads, and throws its errors as if it were read here. */
final class Awaited {
  private Awaited() {}

  /**
   * The result of {@code read}.
   *
   * @param object path of what is read
   * @throws ObjectStoreException of kind INTERRUPTED if the caller is interrupted meanwhile
   */
  static <T> T result(Future<T> read, String object) {
    try {
      return read.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ObjectStoreException(
          ObjectStoreException.Kind.INTERRUPTED,
          object,
          "interrupted while waiting for " + object,
          e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw new IllegalStateException("a read threw a checked exception", e);
    }
  }
}
