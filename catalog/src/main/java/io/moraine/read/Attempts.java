package io.moraine.read;

import io.moraine.base.Call;
import io.moraine.model.CatalogException;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.SlateException;
import org.jspecify.annotations.Nullable;

/** Repeats the search for a revision while the store changes under it. */
final class Attempts {
  static final String PURPOSE = "Opening a revision";

  private Attempts() {}

  /** One attempt. */
  @FunctionalInterface
  interface Attempt<T> {
    /**
     * Makes it.
     *
     * @param afterRace whether the one before lost a race against another process
     */
    T make(boolean afterRace);
  }

  /**
   * Makes {@code attempt} until it neither starts over nor misses an object.
   *
   * @throws CatalogException of kind TIMEOUT at the deadline; of kind CORRUPTION if the newest
   *     manifest names an object that is not there
   */
  static <T> T until(Deadline deadline, LatestManifest latest, Attempt<T> attempt) {
    Call call = Call.current().until(deadline.clock(), deadline.atNanos());
    try {
      return call.run(() -> repeat(deadline, latest, attempt));
    } catch (ObjectStoreException | SlateException e) {
      throw deadline.passed() ? deadline.missed(PURPOSE, e) : e;
    }
  }

  private static <T> T repeat(Deadline deadline, LatestManifest latest, Attempt<T> attempt) {
    String missing = null;
    boolean afterRace = false;
    while (true) {
      deadline.check(PURPOSE);
      try {
        return attempt.make(afterRace);
      } catch (StartOverException e) {
        afterRace = !e.isDoubtful();
        if (e.isDoubtful()) {
          latest.distrust();
        }
      } catch (SlateException e) {
        afterRace = false;
        missing = missingAgain(e, missing);
        latest.distrust();
      }
    }
  }

  private static String missingAgain(SlateException e, @Nullable String before) {
    if (e.kind() != SlateException.Kind.MISSING_OBJECT) {
      throw e;
    }
    if (e.object().equals(before)) {
      throw new CatalogException(
          CatalogException.Kind.CORRUPTION,
          "The newest manifest names an object that is not there: " + e.getMessage(),
          e);
    }
    return e.object();
  }
}
