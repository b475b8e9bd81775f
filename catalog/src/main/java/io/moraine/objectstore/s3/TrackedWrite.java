package io.moraine.objectstore.s3;

import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** All attempts of one write, and whether one of them may have changed something unnoticed. */
final class TrackedWrite {
  private final Attempts attempts;
  private final String path;

  /** An attempt is under way. */
  private boolean underWay;

  /** An attempt ended without an answer and may have done its work, or may yet. */
  private boolean unanswered;

  TrackedWrite(Attempts attempts, String path) {
    this.attempts = attempts;
    this.path = path;
  }

  /** Sends the write until it is answered; refusals are thrown as {@link Attempts} throws them. */
  <R> R send(Supplier<CompletableFuture<R>> sending) {
    try {
      return attempts.send(
          path,
          () -> {
            underWay = true;
            return sending.get();
          },
          this::failed);
    } catch (ObjectStoreException e) {
      unanswered |= underWay;
      throw e;
    }
  }

  private void failed(Throwable failure) {
    underWay = false;
    unanswered |= Failures.mayHaveActed(failure);
  }

  /** Whether an attempt without an answer may have done its work. */
  boolean isUnanswered() {
    return unanswered;
  }

  /**
   * What {@code failure} means for the write as a whole.
   *
   * @param done what the object may or may not have been, as in {@code created}
   */
  ObjectStoreException orUnanswered(ObjectStoreException failure, String done) {
    return unanswered ? unanswered(failure, done) : failure;
  }

  /** That it cannot be told what became of the write. */
  ObjectStoreException unanswered(ObjectStoreException failure, String done) {
    return new ObjectStoreException(
        Kind.UNANSWERED,
        path,
        failure.getMessage() + "; the object may or may not have been " + done,
        failure);
  }
}
