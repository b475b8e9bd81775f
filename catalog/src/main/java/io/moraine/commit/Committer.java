package io.moraine.commit;

import io.moraine.base.Call;
import io.moraine.commit.Proposal.Decision;
import io.moraine.commit.Proposal.LostException;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.read.OneAtATime;
import io.moraine.slate.SlateException;
import io.moraine.slate.SlateReader;
import io.moraine.slate.write.FencedException;
import io.moraine.slate.write.PendingWrite;
import io.moraine.slate.write.Siblings;
import io.moraine.slate.write.UnknownWriteException;
import io.moraine.slate.write.WriteBatch;
import io.moraine.staged.CommitBatch;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Commits, many at a time. In its turn each is decided on the state that those before it wrote, be
 * that durable or not, and its batch handed in; everything that is waited for, it waits for beside
 * the turns of others. So the batches that are handed in while a log object is on its way are one
 * group, the next object, with one fate.
 *
 * <p>Before its object is sent a commit can fail, or be decided anew after a lost race; afterwards
 * it is committed, lost or unknown, see {@link Outcomes}. Whatever it is told of a state, an error
 * or that nothing changed, it is told once others can see that state.
 */
final class Committer {
  /** How often a commit is decided, the first time included. */
  private static final int ATTEMPTS = 10;

  /** Before the second attempt; doubled each time. */
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final String PURPOSE = "The commit";

  private final LakeAccess access;
  private final WriterRole role;
  private final OneAtATime turns;
  private final Outcomes outcomes;
  private final Pauses pauses;

  /** Commits that were begun and have not ended. */
  private final AtomicInteger underWay = new AtomicInteger();

  Committer(LakeAccess access, WriterRole role, OneAtATime turns, Outcomes outcomes) {
    this.access = access;
    this.role = role;
    this.turns = turns;
    this.outcomes = outcomes;
    this.pauses = new Pauses(access.clock());
  }

  /**
   * A decision, and the write that its fate hangs on.
   *
   * @param write of its batch; of the state it was decided on if it has none, null if that is from
   *     before the epoch
   */
  private record Staged<T>(
      ActiveWriter writer, Decision<T> decision, @Nullable PendingWrite write) {}

  /**
   * Has the first turn of a commit of {@code proposal}.
   *
   * @param before is run before each attempt
   * @return to be asked once: waits for what becomes of it, and gives what the proposal gave in the
   *     attempt that was committed
   * @throws CatalogException as {@link io.moraine.model.Transaction#commit} says; what is returned
   *     throws likewise
   */
  <T> Supplier<T> begin(Proposal<T> proposal, Runnable before) {
    int unused = underWay.incrementAndGet();
    boolean begun = false;
    try {
      Supplier<T> first = attempt(proposal, before);
      begun = true;
      return () -> end(proposal, before, first);
    } finally {
      if (!begun) {
        unused = underWay.decrementAndGet();
      }
    }
  }

  private <T> T end(Proposal<T> proposal, Runnable before, Supplier<T> first) {
    try {
      return outcome(proposal, before, first);
    } finally {
      int unused = underWay.decrementAndGet();
    }
  }

  /** Of the first attempt that is not lost. */
  private <T> T outcome(Proposal<T> proposal, Runnable before, Supplier<T> first) {
    Supplier<T> current = first;
    for (int attempt = 1; ; attempt++) {
      try {
        return current.get();
      } catch (LostException e) {
        if (!proposal.isRepeatable() && e.conflict() != null) {
          throw outcomes.told(e.conflict());
        }
        if (attempt == ATTEMPTS) {
          throw exhausted(e);
        }
        pause(attempt);
      }
      current = attempt(proposal, before);
    }
  }

  /** One turn; its outcome is waited for outside of it. */
  private <T> Supplier<T> attempt(Proposal<T> proposal, Runnable before) {
    before.run();
    try {
      Staged<T> staged = turns.run(PURPOSE, () -> stage(proposal));
      return () -> settle(staged);
    } catch (LostException e) {
      return () -> {
        throw e;
      };
    }
  }

  /** Grows from 2 ms to 50 ms, and a random part of 2 ms more. Source: Moraine 0.7.0. */
  private void pause(int attempt) {
    long base = Math.min(FIRST_PAUSE_NANOS << (attempt - 1), LONGEST_PAUSE_NANOS);
    pauses.pause(base + Math.floorMod(access.ids().nextLong(), FIRST_PAUSE_NANOS), PURPOSE);
  }

  private static CatalogException exhausted(LostException last) {
    return new CatalogException(
        Kind.WRITER_BUSY,
        "retry budget exhausted: "
            + ATTEMPTS
            + " attempts to commit lost the writer role to other processes, or the store refused"
            + " them; nothing was written, try again later: "
            + last.getMessage(),
        last);
  }

  /** Writes a batch whatever the head; the caller has the turn and the role. */
  void writeAndPublish(ActiveWriter writer, CommitBatch batch) {
    PendingWrite write = hand(writer, batch, Siblings.NONE);
    outcomes.acknowledge(outcomes.durable(writer, write, batch));
  }

  private <T> Staged<T> stage(Proposal<T> proposal) {
    Pauses.checkGoesOn(Call.current(), PURPOSE);
    try {
      ActiveWriter writer = role.hold(proposal.settings());
      Decision<T> decision = proposal.decide(state(writer));
      PendingWrite write =
          decision instanceof Decision.Write<T> batch
              ? hand(writer, batch.batch(), new Siblings(underWay.get(), turns.isAwaited()))
              : writer.progress().last();
      return new Staged<>(writer, decision, write);
    } catch (FencedException e) {
      access.lake().requireLog(e.walId());
      throw new LostException(message(e), null, e);
    }
  }

  private static WrittenState state(ActiveWriter writer) {
    SlateReader newest = writer.slate().reader();
    Progress progress = writer.progress();
    return new WrittenState(writer, newest, progress.position(newest), progress.last());
  }

  /**
   * Hands a batch in, with which its epoch goes on.
   *
   * @throws FencedException if another took the store
   * @throws LostException if the epoch ended otherwise
   */
  private static PendingWrite hand(ActiveWriter writer, CommitBatch batch, Siblings siblings) {
    try {
      PendingWrite write = writer.slate().write(writeBatch(batch), siblings);
      writer.progress().advance(write, batch.position());
      return write;
    } catch (SlateException e) {
      if (writer.isUsable()) {
        throw e;
      }
      throw new LostException(message(e), null, e);
    }
  }

  private static WriteBatch writeBatch(CommitBatch batch) {
    WriteBatch.Builder builder = new WriteBatch.Builder();
    for (CommitBatch.RecordChange change : batch.changes()) {
      if (change.value() == null) {
        builder.delete(change.key());
      } else {
        builder.put(change.key(), change.value());
      }
    }
    return builder.build();
  }

  private <T> T settle(Staged<T> staged) {
    PendingWrite write = staged.write();
    if (staged.decision() instanceof Decision.Write<T> batch) {
      outcomes.acknowledge(
          outcomes.durable(staged.writer(), Objects.requireNonNull(write), batch.batch()));
      return batch.result();
    }
    if (staged.decision() instanceof Decision.Refuse<T> refusal) {
      awaitShown(staged.writer(), write, refusal.reason());
      throw outcomes.told(refusal.reason());
    }
    awaitShown(staged.writer(), write, null);
    return ((Decision.Keep<T>) staged.decision()).result();
  }

  /**
   * Waits until others can see the state that {@code write} led to.
   *
   * @param refusal what is answered if another writer took its place
   * @throws LostException if that state never came to be
   */
  private void awaitShown(
      ActiveWriter writer, @Nullable PendingWrite write, @Nullable RuntimeException refusal) {
    try {
      outcomes.awaitShown(writer, write);
    } catch (FencedException e) {
      access.lake().requireLog(e.walId());
      throw new LostException(message(e), refusal == null ? null : conflict(refusal, e), e);
    } catch (UnknownWriteException | ObjectStoreException e) {
      throw new LostException(message(e), null, e);
    }
  }

  /** What was wrong on a state that never came to be is of no matter to anybody. */
  private static RuntimeException conflict(RuntimeException refusal, FencedException cause) {
    return refusal instanceof CatalogException e && e.kind() == Kind.CONFLICT
        ? refusal
        : new CatalogException(
            Kind.CONFLICT,
            "commit conflict: another writer took the store while the state was written that the"
                + " commit was decided on; begin again",
            cause);
  }

  private static String message(Throwable e) {
    return Objects.requireNonNullElse(e.getMessage(), e.toString());
  }
}
