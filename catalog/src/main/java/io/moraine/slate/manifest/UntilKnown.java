package io.moraine.slate.manifest;

import io.moraine.base.Call;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.function.Supplier;

/**
 * Creations that are repeated until their outcome is known. The same put id in each of them has the
 * store recognise what an earlier one has created.
 */
public final class UntilKnown {
  /** On top of those that the store makes of each, over as much time as it gives each. */
  private static final int ATTEMPTS = 8;

  private UntilKnown() {}

  /**
   * The outcome of {@code creation}.
   *
   * @throws ObjectStoreException of kind UNANSWERED if it stays unknown; of another kind if an
   *     attempt was certainly refused, and none before it is unanswered
   */
  public static <T> T get(Supplier<T> creation) {
    ObjectStoreException unanswered = null;
    for (int attempt = 0; attempt < ATTEMPTS && !isOver(); attempt++) {
      try {
        return creation.get();
      } catch (ObjectStoreException e) {
        if (e.kind() == Kind.UNANSWERED) {
          unanswered = e;
        } else if (unanswered == null) {
          throw e;
        }
      } catch (RuntimeException e) {
        if (unanswered == null) {
          throw e;
        }
        unanswered.addSuppressed(e); // and does not make the attempt before it known
      }
    }
    if (unanswered == null) {
      return creation.get(); // tells in its own words that the caller's time is up
    }
    throw unanswered;
  }

  private static boolean isOver() {
    Call call = Call.current();
    return Thread.currentThread().isInterrupted()
        || call.isCancelled()
        || call.remainingNanos() <= 0;
  }
}
