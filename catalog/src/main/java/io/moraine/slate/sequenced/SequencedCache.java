package io.moraine.slate.sequenced;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.slate.sequenced.SequencedMetadata.Entry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a folder. Thread-safe; never waits for a store.
 *
 * <p>The newest object only ever gives way to one with a higher number. It may be dropped, which
 * forgets nothing else: what is found afterwards must be above the boundary, and no older than what
 * was once given out.
 */
final class SequencedCache {
  @GuardedBy("this")
  private @Nullable Known newest;

  @GuardedBy("this")
  private Boundary boundary = Boundary.NONE;

  /** The highest number given out as the one in force. */
  @GuardedBy("this")
  private long lastGiven;

  /** Why nothing is remembered. */
  @GuardedBy("this")
  private FallBack reason = FallBack.COLD;

  @GuardedBy("this")
  private long confirmedAtNanos;

  /** How often there was reason to doubt, and how many of those a listing has settled. */
  @GuardedBy("this")
  private long doubts;

  @GuardedBy("this")
  private long doubtsSettled;

  /**
   * The newest object.
   *
   * @param entry its number and content
   * @param meta what a listing said of it; null if none did
   */
  record Known(Entry entry, @Nullable ObjectMeta meta) {
    long id() {
      return entry.id();
    }
  }

  synchronized @Nullable Known newest() {
    return newest;
  }

  synchronized Boundary boundary() {
    return boundary;
  }

  synchronized long lastGiven() {
    return lastGiven;
  }

  synchronized FallBack reasonForNothing() {
    return reason;
  }

  synchronized long doubts() {
    return doubts;
  }

  /**
   * Remembers {@code found} if it is newer than what is remembered, and not dead.
   *
   * @param seenAtNanos when it was seen to be there
   * @return whether it is remembered now
   */
  synchronized boolean advance(Known found, long seenAtNanos) {
    if (!boundary.isBelow(found.id())) {
      return false;
    }
    if (newest == null) {
      confirmedAtNanos = seenAtNanos;
    } else {
      int order = Long.compareUnsigned(found.id(), newest.id());
      if (order == 0 && !found.entry().bytes().equals(newest.entry().bytes())) {
        doubts++;
      }
      if (order <= 0) {
        return false;
      }
    }
    newest = found;
    return true;
  }

  /** Forgets the object numbered {@code id}, if it is the newest. */
  synchronized void drop(long id, FallBack why) {
    if (newest != null && newest.id() == id) {
      newest = null;
      reason = why;
    }
  }

  /**
   * Forgets the newest object if it is dead: its successors may be gone, so that only a listing
   * finds what lives.
   */
  synchronized void dropDead() {
    if (newest != null && !boundary.isBelow(newest.id())) {
      drop(newest.id(), FallBack.BOUNDARY);
    }
  }

  /** Has the newest object confirmed before it is trusted again. */
  synchronized void doubt() {
    doubts++;
  }

  /** Why the newest object must be confirmed now, if it must. */
  synchronized Optional<FallBack> confirmationDue(long nowNanos, long intervalNanos) {
    if (doubts != doubtsSettled) {
      return Optional.of(FallBack.DISTRUST);
    }
    return nowNanos - confirmedAtNanos >= intervalNanos
        ? Optional.of(FallBack.CONFIRMATION)
        : Optional.empty();
  }

  /** Keeps what a listing says of {@code known}, if that is the newest still. */
  synchronized void describe(Known known) {
    if (newest != null && newest.entry().equals(known.entry())) {
      newest = known;
    }
  }

  /**
   * A listing showed that the newest object is in its place.
   *
   * @param askedAtNanos when that listing began
   * @param doubtsThen the doubts there were then
   */
  synchronized void settle(long askedAtNanos, long doubtsThen) {
    if (askedAtNanos - confirmedAtNanos > 0) {
      confirmedAtNanos = askedAtNanos;
    }
    doubtsSettled = Math.max(doubtsSettled, doubtsThen);
  }

  /**
   * Takes note of a boundary that was read.
   *
   * @param before the one known before the request was sent
   * @return false if it fell, which no boundary ever does
   */
  synchronized boolean note(Boundary before, Boundary now) {
    boolean fell = now.isBelow(before.id());
    if (fell) {
      doubts++;
    }
    if (fell ? boundary.equals(before) : !now.isBelow(boundary.id())) {
      boundary = now;
    }
    return !fell;
  }

  /**
   * Whether the object numbered {@code id} is alive; counts it as given out if so. If not, what is
   * remembered is forgotten if it is dead as well, be it the same object or not.
   */
  synchronized boolean give(long id) {
    if (!boundary.isBelow(id)) {
      dropDead();
      return false;
    }
    if (Long.compareUnsigned(id, lastGiven) > 0) {
      lastGiven = id;
    }
    return true;
  }
}
