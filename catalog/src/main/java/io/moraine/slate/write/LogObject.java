package io.moraine.slate.write;

import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.slate.format.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One object of the log, from its first batch until its fate is known. Batches are added under the
 * lock of its {@link LogWriter}, and none once it is sent.
 */
final class LogObject {
  private final long walId;
  private final String path;
  private final String putId;
  private final List<Row> rows = new ArrayList<>();
  private final Consumer<LogObject> sender;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final CountDownLatch settled = new CountDownLatch(1);
  private volatile @Nullable Fate fate;
  private volatile long sentBytes;

  /** What became of the object. */
  enum Outcome {
    /** It is in the log. */
    DURABLE,
    /** Its id went to another writer. */
    FENCED,
    /** It may be in the log. */
    UNKNOWN,
    /** It is not in the log. */
    FAILED
  }

  /**
   * An outcome and what caused it.
   *
   * @param walId the object that decided it, this one or one before
   */
  record Fate(Outcome outcome, long walId, String reason, @Nullable RuntimeException cause) {
    static Fate of(long walId, String path, PutOutcome put) {
      return put == PutOutcome.EXISTS
          ? new Fate(
              Outcome.FENCED, walId, path + ": another writer took the store and this id", null)
          : new Fate(Outcome.DURABLE, walId, "", null);
    }

    /** Of a creation that failed: unknown unless the store itself says that nothing was created. */
    static Fate of(long walId, RuntimeException failure) {
      boolean refused = failure instanceof ObjectStoreException e && e.kind() != Kind.UNANSWERED;
      String message = Objects.requireNonNullElse(failure.getMessage(), failure.toString());
      return new Fate(refused ? Outcome.FAILED : Outcome.UNKNOWN, walId, message, failure);
    }

    /** What becomes of objects that would have followed. */
    Fate ofFollowers() {
      return outcome == Outcome.UNKNOWN
          ? new Fate(Outcome.FAILED, walId, "not sent after " + reason, cause)
          : this;
    }
  }

  /**
   * An object of no batch yet.
   *
   * @param send sends it and settles its fate
   */
  LogObject(long walId, String path, String putId, Consumer<LogObject> send) {
    this.walId = walId;
    this.path = path;
    this.putId = putId;
    this.sender = send;
  }

  long walId() {
    return walId;
  }

  String path() {
    return path;
  }

  String putId() {
    return putId;
  }

  List<Row> rows() {
    return rows;
  }

  /** Sends the object unless somebody has begun to. */
  void send() {
    if (begun.compareAndSet(false, true)) {
      sender.accept(this);
    }
  }

  void sent(long bytes) {
    sentBytes = bytes;
  }

  void settle(Fate newFate) {
    fate = newFate;
    settled.countDown();
  }

  boolean isSettled() {
    return fate != null;
  }

  /** Size of the object, once it was sent. */
  long sentBytes() {
    return sentBytes;
  }

  /** Waits for the object's fate. An interrupt does not end that: what is sent is sent. */
  Fate await() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          settled.await();
          return Objects.requireNonNull(fate);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
