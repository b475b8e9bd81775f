package io.moraine.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.commit.PublicationEdits.Making;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.read.Moment;
import io.moraine.read.OwnPublication;
import io.moraine.read.PublicationNames;
import io.moraine.read.SystemRecords;
import io.moraine.slate.SlateException;
import io.moraine.slate.SlateWriter;
import io.moraine.slate.compaction.StoreCompactor;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.CheckpointEdit;
import io.moraine.slate.write.WriterState;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Publishes what one writer made durable. Thread-safe.
 *
 * <p>One publication is sent at a time and covers everything durable when it starts, so who comes
 * meanwhile waits for it and may find itself covered by the next, which another makes. That one is
 * sent while the boundary tells whether the one before is in force; three are in flight at most. At
 * least once in five seconds the manifest is left alone for half a second, so that the leases of
 * readers and the work of compactors get through: a reader with a tenth of a second a request needs
 * three of them for one try. That time begins when a publication is there. If somebody got a lease
 * in it, others may wait for theirs: then the manifest is left alone again after two seconds, and
 * for a second unless all share a machine.
 */
final class Publisher {
  private static final Logger LOG = System.getLogger("io.moraine.writer");

  /** No sequence number is higher. */
  private static final long NEVER_COVERED = -1L;

  private static final long UNTIL_ENDED = Long.MAX_VALUE;

  /** So many may be sent and not known to be in force; then no other is sent. */
  private static final int MOST_SENT = 2;

  private static final Duration GAP = Duration.ofMillis(500);
  private static final Duration GAP_WHILE_USED = Duration.ofSeconds(1);
  private static final Duration GAP_EVERY = Duration.ofSeconds(5);
  private static final Duration GAP_EVERY_WHILE_USED = Duration.ofSeconds(2);

  private final SlateWriter writer;
  private final LakeAccess access;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();

  @GuardedBy("lock")
  private final Set<UUID> own = new HashSet<>();

  /** Whether one is being sent. */
  @GuardedBy("lock")
  private boolean underWay;

  /** Those that are there, and of which it is not known yet whether they are in force. */
  @GuardedBy("lock")
  private final Map<UUID, WriterState> sent = new HashMap<>();

  /** Whether the last publication was made, so that none may follow. */
  @GuardedBy("lock")
  private boolean over;

  @GuardedBy("lock")
  private @Nullable Published newest;

  /** Held while one is shown, so that none is shown after a later one. */
  private final ReentrantLock showing = new ReentrantLock();

  @GuardedBy("showing")
  private long shownManifestId;

  @GuardedBy("lock")
  private long lastGapNanos;

  /** Whether the publication that is under way is the first after a gap that was due. */
  @GuardedBy("lock")
  private boolean afterGap;

  /** Whether somebody got a lease in the last gap. */
  @GuardedBy("lock")
  private boolean gapUsed;

  /** When the last publication was there, or had failed. */
  @GuardedBy("lock")
  private long aloneSinceNanos;

  /**
   * A publication that was made.
   *
   * @param id its id
   * @param state what it shows
   * @param askedAt when it was sent, or earlier
   */
  record Published(UUID id, WriterState state, Moment askedAt) {
    boolean covers(long seq) {
      return Publisher.covers(state, seq);
    }
  }

  private static boolean covers(WriterState state, long seq) {
    return Long.compareUnsigned(state.tail().maxSeq(), seq) >= 0;
  }

  Publisher(SlateWriter writer, LakeAccess access) {
    this.writer = writer;
    this.access = access;
    this.clock = access.clock();
    this.lastGapNanos = clock.monotonicNanos();
    this.aloneSinceNanos = lastGapNanos;
  }

  /** The newest publication, or null before the first. */
  @Nullable Published newest() {
    lock.lock();
    try {
      return newest;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns once a publication covers the batch with sequence number {@code seq}, which is durable.
   *
   * @throws io.moraine.slate.write.FencedException if another writer took the store
   * @throws CatalogException of kind CANCELLED or TIMEOUT if the call ends while it waits
   * @throws io.moraine.slate.SlateException if it cannot be published now
   */
  void cover(long seq) {
    if (begin(seq)) {
      try {
        publish(PublicationNames.OPEN, UnaryOperator.identity());
      } catch (SlateException | ObjectStoreException e) {
        if (!isCovered(seq)) {
          throw e; // else one that was sent after it is in force
        }
      }
    }
    if (!isCovered(seq)) {
      throw new CatalogException(
          Kind.CLOSED, "The writer role was given up before it was published");
    }
  }

  private boolean isCovered(long seq) {
    Published last = newest();
    return last != null && last.covers(seq);
  }

  /**
   * Publishes whatever is durable, for the last time.
   *
   * @param also what the same manifest is to change besides
   */
  void close(UnaryOperator<CheckpointEdit> also) {
    if (begin(NEVER_COVERED)) {
      publish(PublicationNames.CLOSED, also);
    }
  }

  /** Publishes once more: the last publication grows old, or the tables changed. */
  void renew() {
    if (begin(NEVER_COVERED)) {
      publish(PublicationNames.OPEN, UnaryOperator.identity());
    }
  }

  /** Publishing begins anew, after the last publication. */
  void resume() {
    lock.lock();
    try {
      over = false;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for its turn; false if there is nothing left to do. */
  private boolean begin(long seq) {
    Call call = Call.current();
    Runnable takeBack = call.onCancel(this::wake);
    lock.lock();
    try {
      while (true) {
        if (over || (newest != null && newest.covers(seq))) {
          return false;
        }
        long wait = mustWait(seq) ? UNTIL_ENDED : gapNanos();
        if (wait <= 0) {
          noteGap();
          underWay = true;
          return true;
        }
        awaitTurn(call, wait);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CatalogException(Kind.CANCELLED, "Waiting for a publication was interrupted", e);
    } finally {
      lock.unlock();
      takeBack.run();
    }
  }

  /** Whether another one must end first, or is enough. */
  @GuardedBy("lock")
  private boolean mustWait(long seq) {
    return underWay
        || sent.size() >= MOST_SENT
        || (!sent.isEmpty() && (seq == NEVER_COVERED || isGapDue()))
        || sent.values().stream().anyMatch(state -> covers(state, seq));
  }

  @GuardedBy("lock")
  private boolean isGapDue() {
    Duration every = gapUsed ? GAP_EVERY_WHILE_USED : GAP_EVERY;
    return clock.monotonicNanos() - lastGapNanos >= every.toNanos();
  }

  @SuppressWarnings("WaitNotInLoop") // called in a loop
  @GuardedBy("lock")
  private void awaitTurn(Call call, long nanos) throws InterruptedException {
    Pauses.checkGoesOn(call, "Waiting for a publication");
    long left = call.remainingNanos();
    long unused =
        nanos == UNTIL_ENDED ? ended.awaitNanos(left) : clock.await(ended, Math.min(nanos, left));
  }

  private void wake() {
    lock.lock();
    try {
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether somebody got a lease or renewed one, or pinned the store otherwise, between the newest
   * publication and {@code next}. Flushes and compactions write in gaps as well, and need none.
   */
  @GuardedBy("lock")
  private boolean isLeased(WriterState next) {
    if (newest == null) {
      return false;
    }
    Set<Checkpoint> before = Set.copyOf(newest.state().manifest().checkpoints());
    return next.manifest().checkpoints().stream()
        .anyMatch(
            each ->
                !PublicationNames.isOne(each)
                    && !StoreCompactor.CHECKPOINT.equals(each.name())
                    && !before.contains(each));
  }

  /** How long the manifest must be left alone yet before the next one is sent. */
  @GuardedBy("lock")
  private long gapNanos() {
    return sent.isEmpty() && isGapDue() ? gapLeftNanos() : 0;
  }

  /** What the manifest has not been left alone for of a whole gap; 0 or less for nothing. */
  @GuardedBy("lock")
  private long gapLeftNanos() {
    boolean isNear = access.lake().objects().isLocal();
    Duration gap = gapUsed && !isNear ? GAP_WHILE_USED : GAP;
    return aloneSinceNanos + gap.toNanos() - clock.monotonicNanos();
  }

  /** Takes note of the gap before the publication that is sent now, waited for or not. */
  @GuardedBy("lock")
  private void noteGap() {
    boolean isGap = sent.isEmpty() && gapLeftNanos() <= 0;
    afterGap = isGap && isGapDue();
    if (isGap) {
      lastGapNanos = clock.monotonicNanos();
    }
  }

  /** Publishes; the caller has the turn, and gives it back. */
  private void publish(String name, UnaryOperator<CheckpointEdit> also) {
    UUID id = access.ids().nextUuid();
    Moment askedAt = access.now();
    WriterState state = null;
    try {
      Making making =
          new Making(
              id, name, ownSoFar(), access.lake().publicationsInUse(), access.storeSeconds());
      state =
          writer.updateCheckpoints(
              access.swept(also.apply(PublicationEdits.add(making))), there -> goOn(id, there));
      show(id, state, askedAt);
    } finally {
      end(id, name, state, askedAt);
    }
  }

  /** Has later scopes of this process show what was published, before anybody is told of it. */
  private void show(UUID id, WriterState state, Moment askedAt) {
    showing.lock();
    try {
      if (Long.compareUnsigned(state.manifest().id(), shownManifestId) > 0) {
        shownManifestId = state.manifest().id();
        access.lake().offer(own(id, state, askedAt));
      }
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "A publication must be read from the store: {0}", e.getMessage());
      access.lake().requireLog(state.tail().lastWalId());
    } finally {
      showing.unlock();
    }
  }

  /** The next may be sent: publication {@code id} is there. */
  private void goOn(UUID id, WriterState there) {
    lock.lock();
    try {
      gapUsed = afterGap ? isLeased(there) : gapUsed;
      own.add(id);
      sent.put(id, there);
      underWay = false;
      aloneSinceNanos = clock.monotonicNanos();
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private OwnPublication own(UUID id, WriterState state, Moment askedAt) {
    CommitPosition position =
        SystemRecords.readPosition(access.lake().slate().open(state.manifest(), state.tail()));
    return new OwnPublication(id, state.manifest(), state.tail(), position, askedAt);
  }

  private Set<UUID> ownSoFar() {
    lock.lock();
    try {
      return Set.copyOf(own);
    } finally {
      lock.unlock();
    }
  }

  private void end(UUID id, String name, @Nullable WriterState state, Moment askedAt) {
    lock.lock();
    try {
      if (sent.remove(id) == null) {
        underWay = false;
        aloneSinceNanos = clock.monotonicNanos();
      }
      if (state != null) {
        ended(new Published(id, state, askedAt));
        over = name.equals(PublicationNames.CLOSED);
      }
      own.add(id); // also one that failed may be there
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void ended(Published published) {
    if (newest == null
        || Long.compareUnsigned(published.state.manifest().id(), newest.state.manifest().id())
            > 0) {
      newest = published;
      // One that failed and is not there by now was never written.
      Set<UUID> there = new HashSet<>(sent.keySet());
      published.state.manifest().checkpoints().forEach(each -> there.add(each.id()));
      own.retainAll(there);
    }
  }
}
