package io.moraine.slate.write;

import io.moraine.base.Call;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.slate.format.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
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
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition joined = lock.newCondition();
  private volatile @Nullable Fate fate; // written with the lock held
  private volatile long sentBytes;
  private volatile int batches; // written under the lock of the LogWriter
  private volatile boolean closed; // likewise
  private long payloadBytes; // used under that lock
  private Siblings siblings = Siblings.NONE; // likewise

  /** Whether an attempt to create the object was not answered. */
  private volatile boolean inDoubt;

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

  /**
   * Adds the rows of one batch.
   *
   * @param others the company of that batch
   */
  void add(List<Row> newer, Siblings others) {
    rows.addAll(newer);
    newer.forEach(row -> payloadBytes += row.payloadBytes());
    int more = batches + 1;
    batches = more;
    siblings = others;
  }

  /** Has who waits for batches to join look again. */
  void wakeSender() {
    wake(joined);
  }

  /** Of the batch that was added last; to be asked for under the lock of the {@link LogWriter}. */
  Siblings siblings() {
    return siblings;
  }

  /** No batch may be added any more; to be called under the lock of the {@link LogWriter}. */
  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  /** Size of its rows; to be asked for under the lock of the {@link LogWriter}. */
  long payloadBytes() {
    return payloadBytes;
  }

  /** How many batches it has. */
  int batches() {
    return batches;
  }

  /** Sends the object unless somebody has begun to. */
  void send() {
    if (begun.compareAndSet(false, true)) {
      sender.accept(this);
    }
  }

  /** Who began to send it does not go on. */
  void leave() {
    begun.set(false);
    wake(changed);
  }

  void sent(long bytes) {
    sentBytes = bytes;
  }

  /** What a failed attempt to create the object, and those before it, leave of its fate. */
  Fate fateAfter(ObjectStoreException failure) {
    Fate last = Fate.of(walId, failure);
    if (last.outcome() == Outcome.UNKNOWN) {
      inDoubt = true;
    }
    return inDoubt ? new Fate(Outcome.UNKNOWN, walId, last.reason(), failure) : last;
  }

  void settle(Fate newFate) {
    lock.lock();
    try {
      fate = newFate;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isSettled() {
    return fate != null;
  }

  /** Size of the object, once it was sent. */
  long sentBytes() {
    return sentBytes;
  }

  /**
   * Waits for the object's fate, at most {@code nanos} and as long as {@code call} lasts; null if
   * it is not known by then. An interrupt does not end that: what is sent is sent.
   */
  @Nullable Fate await(Call call, long nanos) {
    boolean unused = await(changed, call, nanos, () -> fate != null);
    return fate;
  }

  /** Waits until its fate is known, or nobody sends it; false if {@code call} ends before. */
  boolean awaitSender(Call call) {
    return await(changed, call, Long.MAX_VALUE, () -> fate != null || !begun.get());
  }

  /**
   * Waits, for its sender, as long as there are {@code known} batches, at most {@code nanos} and as
   * long as {@code call} lasts. Others that come are seen once {@link #wakeSender} is called.
   */
  void awaitJoin(Call call, int known, long nanos) {
    boolean unused = await(joined, call, nanos, () -> batches != known);
  }

  private boolean await(Condition condition, Call call, long nanos, BooleanSupplier done) {
    Runnable takeBack = call.onCancel(() -> wake(condition));
    boolean interrupted = false;
    lock.lock();
    try {
      long left = Math.min(nanos, call.remainingNanos());
      while (!done.getAsBoolean() && left > 0 && !call.isCancelled()) {
        try {
          left = condition.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return done.getAsBoolean();
    } finally {
      lock.unlock();
      takeBack.run();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void wake(Condition condition) {
    lock.lock();
    try {
      condition.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
