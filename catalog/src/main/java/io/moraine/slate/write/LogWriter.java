package io.moraine.slate.write;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.WalObject;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.PutIds;
import io.moraine.slate.manifest.UntilKnown;
import io.moraine.slate.read.WalTail;
import io.moraine.slate.write.LogObject.Fate;
import io.moraine.slate.write.LogObject.Outcome;
import io.moraine.slate.write.PendingWrite.LogPosition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches to the log, and keeps what the store holds with them. Thread-safe.
 *
 * <p>One object is on its way at a time; batches that come meanwhile gather in the next, at most 64
 * in one and none more once it has 16 MiB. So ids have no gap, and whatever becomes of an object,
 * none that follows it is in the log.
 *
 * <p>Who was told of a batch hands in the next soon, and many do at about the same time. Those that
 * miss an object wait for its end and the next one, and the store gets more requests. So an object
 * waits for batches to join until it has half of those that are under way, so that the other half
 * can be made meanwhile; but for each no longer than an eighth of the time that an object takes, or
 * 5 ms if one is about to be handed in, and 25 ms in all.
 *
 * <p>An object is sent by a thread of the executor, or by the first who waits for it. Others may
 * wait for the same object: an interrupt does not break it off, and if that caller's {@link Call}
 * ends, whoever comes first goes on. Without an executor the store is near, and the caller goes on.
 */
final class LogWriter {
  /** As in Moraine: what so many batches share is small beside them. */
  private static final int MOST_BATCHES = 64;

  /** An object of so many bytes takes no more batches: whoever reads it holds it in memory. */
  private static final long MOST_BYTES = 16L << 20;

  /** An object that no batch has joined for so long is not held back any more. */
  private static final long LONGEST_LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Nor is one that batches join slowly. */
  private static final long LONGEST_GATHERING_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

  /** It is held back for this part of the time that an object takes. */
  private static final int LINGER_PART = 8;

  /** Who is interrupted more often while it sends one object does not go on for the others. */
  private static final int MOST_INTERRUPTS = 8;

  private final WriterParts parts;
  private final WriterOptions options;

  @GuardedBy("this")
  private WriterState newest;

  @GuardedBy("this")
  private WriterState durable;

  @GuardedBy("this")
  private long lastWalId;

  @GuardedBy("this")
  private @Nullable LogObject onItsWay;

  /** Objects that follow it, in order; only the last one takes more batches. */
  @GuardedBy("this")
  private final Deque<LogObject> gathering = new ArrayDeque<>();

  /** How long the last object took. */
  @GuardedBy("this")
  private long lastPutNanos;

  /** Why no batch can be written any more. */
  @GuardedBy("this")
  private @Nullable Fate end;

  /** Whether that is for the log alone: what is durable can still be published. */
  @GuardedBy("this")
  private boolean manifestsGoOn = true;

  LogWriter(WriterParts parts, WriterOptions options, WriterState opened) {
    this.parts = parts;
    this.options = options;
    this.newest = opened;
    this.durable = opened;
    this.lastWalId = opened.tail().lastWalId();
  }

  synchronized WriterState newest() {
    return newest;
  }

  synchronized WriterState durable() {
    return durable;
  }

  synchronized boolean isUsable() {
    return end == null;
  }

  /** Ends writing, manifests included: another writer took the store, or may have to. */
  synchronized void end(Fate why) {
    if (manifestsGoOn) {
      end = why;
      manifestsGoOn = false;
    }
  }

  /** Ends writing, unless it has ended: who waits for a publication still gets it then. */
  synchronized void close(Fate why) {
    if (end == null) {
      end(why);
    }
  }

  /**
   * Checks that there is no end.
   *
   * @throws FencedException if the writer is fenced
   * @throws ObjectStoreException if it ended otherwise
   */
  synchronized void checkUsable() {
    if (end != null) {
      throw failure(end.ofFollowers());
    }
  }

  /**
   * Checks that manifests may be written: also after a log object that failed or is unknown, since
   * what is durable lies before it.
   */
  synchronized void checkManifestsUsable() {
    if (!manifestsGoOn) {
      checkUsable();
    }
  }

  /**
   * Takes the rows of one batch, made by {@code rowsOf} from the sequence number they get.
   *
   * @param siblings what it is worth a moment to wait for
   */
  synchronized PendingWrite add(LongFunction<List<Row>> rowsOf, Siblings siblings) {
    checkUsable();
    long seq = newest.tail().maxSeq() + 1;
    List<Row> rows = rowsOf.apply(seq);
    LogObject object = target();
    object.add(rows, siblings);
    newest = new WriterState(newest.manifest(), newest.tail().with(object.walId(), rows));
    if (!siblings.isNextComing() || isEnough(object)) {
      object.wakeSender();
    }
    if (onItsWay == null) {
      sendNext();
    }
    return new Pending(object, seq);
  }

  @GuardedBy("this")
  private LogObject target() {
    LogObject last = gathering.isEmpty() ? onItsWay : gathering.peekLast();
    if (last != null && !last.isClosed() && !isFull(last)) {
      return last;
    }
    long id = ++lastWalId;
    LogObject next =
        new LogObject(id, parts.layout().wal(id), PutIds.next(options.ids()), this::send);
    gathering.addLast(next);
    return next;
  }

  private static boolean isFull(LogObject object) {
    return object.batches() >= MOST_BATCHES || object.payloadBytes() >= MOST_BYTES;
  }

  @GuardedBy("this")
  private void sendNext() {
    LogObject next = gathering.pollFirst();
    onItsWay = next;
    if (next != null) {
      handOver(next);
    }
  }

  /** Lets others join the object until none does for a while; from then on none can. */
  private void linger(LogObject object) {
    long until = options.clock().monotonicNanos() + LONGEST_GATHERING_NANOS;
    int joined = 0;
    while (joined != object.batches()
        && !object.isClosed()
        && options.clock().monotonicNanos() - until < 0) {
      joined = object.batches();
      object.awaitJoin(Call.current(), joined, lingerNanos(object));
    }
    close(object);
  }

  private synchronized void close(LogObject object) {
    object.close();
  }

  private synchronized long lingerNanos(LogObject object) {
    if (isEnough(object)) {
      return 0;
    }
    return object.siblings().isNextComing()
        ? LONGEST_LINGER_NANOS
        : Math.min(lastPutNanos / LINGER_PART, LONGEST_LINGER_NANOS);
  }

  private static boolean isEnough(LogObject object) {
    return isFull(object) || 2 * object.batches() >= object.siblings().underWay();
  }

  /** Sends the object that is on its way. One thread at a time does, without the lock. */
  private void send(LogObject object) {
    Fate fate = new Fate(Outcome.FAILED, object.walId(), object.path() + ": not encoded", null);
    boolean left = false;
    try {
      linger(object);
      Bytes content = WalObject.encode(object.rows());
      object.sent(content.length());
      fate = new Fate(Outcome.UNKNOWN, object.walId(), object.path() + ": broken off", null);
      long sentAt = options.clock().monotonicNanos();
      fate = Fate.of(object.walId(), object.path(), create(object, content));
      took(options.clock().monotonicNanos() - sentAt);
    } catch (ObjectStoreException e) {
      fate = object.fateAfter(e);
      left = isOver(Call.current()) && parts.executor().isPresent();
    } catch (RuntimeException e) {
      fate = new Fate(fate.outcome(), fate.walId(), fate.reason() + ": " + e, e);
    } finally {
      if (left) {
        leave(object);
      } else {
        settle(object, fate);
      }
    }
  }

  private synchronized void took(long nanos) {
    lastPutNanos = nanos;
  }

  /** An interrupt is meant for this thread, not for the others that wait for the object. */
  private PutOutcome create(LogObject object, Bytes content) {
    boolean interrupted = Thread.interrupted();
    try {
      for (int attempt = 1; ; attempt++) {
        try {
          return createWhileCalled(object, content);
        } catch (ObjectStoreException e) {
          if (!Thread.interrupted()) {
            throw e;
          }
          interrupted = true;
          var unused = object.fateAfter(e);
          if (attempt == MOST_INTERRUPTS) {
            throw e;
          }
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Who waits for the object counts the request. */
  private PutOutcome createWhileCalled(LogObject object, Bytes content) {
    Supplier<PutOutcome> put =
        () -> parts.log().putIfAbsent(object.path(), content, object.putId());
    Call call = Call.current();
    Call sending = new Call();
    if (parts.executor().isEmpty()) {
      return sending.run(() -> UntilKnown.get(put));
    }
    Runnable takeBack = call.onCancel(sending::cancel);
    try {
      return limited(sending, call.remainingNanos()).run(() -> UntilKnown.get(put));
    } finally {
      takeBack.run();
    }
  }

  private Call limited(Call call, long nanos) {
    return nanos == Long.MAX_VALUE
        ? call
        : call.until(options.clock(), options.clock().monotonicNanos() + nanos);
  }

  private static boolean isOver(Call call) {
    return call.isCancelled() || call.remainingNanos() <= 0;
  }

  /** Whoever comes first goes on with the object. */
  private void leave(LogObject object) {
    object.leave();
    handOver(object);
  }

  /** Has a thread of the executor send the object, if there are any. */
  private void handOver(LogObject object) {
    try {
      parts.executor().ifPresent(executor -> executor.execute(object::send));
    } catch (RejectedExecutionException e) {
      // The threads are gone, as at the end of the program; who waits for the object sends it.
      return;
    }
  }

  private synchronized void settle(LogObject object, Fate fate) {
    if (fate.outcome() == Outcome.DURABLE) {
      WalTail tail =
          newest.tail().lastWalId() == object.walId()
              ? newest.tail()
              : durable.tail().with(object.walId(), object.rows());
      durable = new WriterState(durable.manifest(), tail);
      object.settle(fate);
      sendNext();
      return;
    }
    if (end == null) {
      end = fate;
      manifestsGoOn = fate.outcome() != Outcome.FENCED;
    }
    if (fate.outcome() != Outcome.UNKNOWN) {
      newest = durable;
    }
    object.settle(fate);
    onItsWay = null;
    gathering.forEach(each -> each.settle(fate.ofFollowers()));
    gathering.clear();
  }

  /** Goes on with another manifest, whose tables may hold part of the log. */
  synchronized void over(Manifest manifest) {
    boolean same = newest.tail() == durable.tail();
    durable = new WriterState(manifest, durable.tail().over(manifest));
    newest = same ? durable : new WriterState(manifest, newest.tail().over(manifest));
  }

  private static RuntimeException failure(Fate fate) {
    if (fate.outcome() == Outcome.FENCED) {
      return new FencedException(fate.reason(), fate.walId());
    }
    return new ObjectStoreException(
        fate.cause() instanceof ObjectStoreException e && e.kind() != Kind.UNANSWERED
            ? e.kind()
            : Kind.UNAVAILABLE,
        "wal",
        "the writer is of no use any more: " + fate.reason(),
        fate.cause());
  }

  /** What is on its way now; the first of what gathers, if nothing is. */
  private synchronized @Nullable LogObject startedNow() {
    if (onItsWay == null) {
      sendNext();
    }
    return onItsWay;
  }

  private final class Pending implements PendingWrite {
    private final LogObject object;
    private final long seq;

    private Pending(LogObject object, long seq) {
      this.object = object;
      this.seq = seq;
    }

    @Override
    public long seq() {
      return seq;
    }

    @Override
    public long walId() {
      return object.walId();
    }

    @Override
    public LogPosition await() {
      LogPosition position = new LogPosition(object.walId(), object.putId(), seq);
      Fate fate = settled(Call.current());
      if (fate == null) {
        throw new UnknownWriteException(position, object.path() + ": not waited for", null);
      }
      Call.countRequest(object.sentBytes());
      return switch (fate.outcome()) {
        case DURABLE -> position;
        case UNKNOWN -> throw new UnknownWriteException(position, fate.reason(), fate.cause());
        case FENCED, FAILED -> throw failure(fate);
      };
    }

    /** Null if the call ends before. */
    private @Nullable Fate settled(Call call) {
      while (!object.isSettled()) {
        LogObject first = startedNow();
        if (first == null) {
          break;
        }
        if (isOver(call) && parts.executor().isPresent()) {
          return null; // and the executor sends it
        }
        first.send();
        if (!first.awaitSender(call)) {
          return null;
        }
      }
      return object.await(call, Long.MAX_VALUE);
    }
  }
}
