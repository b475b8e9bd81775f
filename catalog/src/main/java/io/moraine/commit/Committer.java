package io.moraine.commit;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitOutcomeUnknownException;
import io.moraine.model.CommitPosition;
import io.moraine.model.CommitToken;
import io.moraine.model.Reconciliation;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.read.OneAtATime;
import io.moraine.read.StoreRecords;
import io.moraine.read.SystemRecords;
import io.moraine.slate.SlateException;
import io.moraine.slate.SlateReader;
import io.moraine.slate.write.FencedException;
import io.moraine.slate.write.PendingWrite;
import io.moraine.slate.write.PendingWrite.LogPosition;
import io.moraine.slate.write.UnknownWriteException;
import io.moraine.slate.write.WriteBatch;
import io.moraine.staged.CommitBatch;
import java.util.Objects;

/**
 * Commits. In its turn: the role is held, the stored head compared with the one the transaction was
 * pinned to, the records written as one batch and waited for until they are durable. Then, beside
 * the next commit, a publication that covers them is waited for.
 *
 * <p>Before anything is sent a commit can fail; once it was sent it is committed, lost or unknown,
 * and {@link Reconciler} tells which if the answer does not.
 */
final class Committer {
  /** How often the role is taken anew, if it is lost before anything was sent. */
  private static final int ATTEMPTS = 3;

  private static final String NO_PUT_ID = "0".repeat(26);

  private final LakeAccess access;
  private final WriterRole role;
  private final OneAtATime turns;
  private final Reconciler reconciler;
  private final CommitCounters counters;

  Committer(
      LakeAccess access,
      WriterRole role,
      OneAtATime turns,
      Reconciler reconciler,
      CommitCounters counters) {
    this.access = access;
    this.role = role;
    this.turns = turns;
    this.reconciler = reconciler;
    this.counters = counters;
  }

  /** A commit that is durable, but not seen by anybody yet. */
  private record Durable(ActiveWriter writer, CommitToken token) {}

  /**
   * Commits the rows of {@code transaction}.
   *
   * @return the commit position reached
   * @throws CatalogException as {@link io.moraine.model.Transaction#commit} says
   */
  CommitPosition commit(StagedTransaction transaction) {
    Durable durable = turns.run("The commit", () -> write(transaction));
    acknowledge(durable);
    return durable.token().position();
  }

  /** Writes a batch whatever the head; the caller has the turn and the role. */
  void writeAndPublish(ActiveWriter writer, CommitBatch batch) {
    acknowledge(send(writer, batch));
  }

  private Durable write(StagedTransaction transaction) {
    for (int attempt = 1; ; attempt++) {
      ActiveWriter writer = role.hold(transaction.settings());
      try {
        return send(writer, assemble(writer, transaction));
      } catch (FencedException e) {
        if (attempt == ATTEMPTS) {
          throw new CatalogException(
              Kind.WRITER_BUSY, "Other processes keep taking the writer role: " + message(e), e);
        }
      }
    }
  }

  private CommitBatch assemble(ActiveWriter writer, StagedTransaction transaction) {
    SlateReader newest = writer.slate().reader();
    SystemRecords system = SystemRecords.read(newest);
    system.checkWritable();
    CommitPosition pinned = transaction.pinned().position();
    if (!system.position().reaches(pinned)) {
      // The transaction saw more than this writer knows of: another must have taken the store.
      writer.slate().refresh();
    }
    if (!system.position().equals(pinned)) {
      throw lost(writer, pinned, system.position());
    }
    return transaction.rows().assemble(StoreRecords.all(newest), system.position().batchSeq());
  }

  /**
   * Writes a batch.
   *
   * @throws FencedException if another took the store before anything was sent
   */
  private Durable send(ActiveWriter writer, CommitBatch batch) {
    PendingWrite pending = writer.slate().write(writeBatch(batch));
    try {
      LogPosition position = pending.await();
      return new Durable(writer, CommitIdentity.token(writer.slate().epoch(), position, batch));
    } catch (FencedException e) {
      if (e.walId() == 0) {
        throw e;
      }
      LogPosition taken = new LogPosition(e.walId(), NO_PUT_ID, pending.seq());
      return settled(writer, CommitIdentity.token(writer.slate().epoch(), taken, batch), e);
    } catch (UnknownWriteException e) {
      return settled(writer, CommitIdentity.token(writer.slate().epoch(), e.position(), batch), e);
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

  /** What a commit came to that was sent and not answered, or whose place was taken. */
  private Durable settled(ActiveWriter writer, CommitToken token, RuntimeException cause) {
    Reconciliation found = reconcile(token, cause);
    return switch (found.outcome()) {
      case COMMITTED -> new Durable(writer, token);
      case NOT_COMMITTED -> {
        access.lake().requireLog(token.walId());
        counters.conflicts.increment();
        throw new CatalogException(
            Kind.CONFLICT,
            "commit conflict: another writer took the store while "
                + describe(token)
                + " was written: "
                + found.reason()
                + "; begin again",
            cause);
      }
      case UNKNOWN -> throw unknown(token, found.reason(), cause);
    };
  }

  private Reconciliation reconcile(CommitToken token, RuntimeException cause) {
    try {
      return reconciler.reconcile(token);
    } catch (CatalogException | SlateException | ObjectStoreException e) {
      e.addSuppressed(cause);
      throw unknown(token, "the store cannot be asked: " + message(e), e);
    }
  }

  /** Waits until every reader can see a commit. */
  private void acknowledge(Durable durable) {
    CommitToken token = durable.token();
    try {
      durable.writer().publisher().cover(token.firstSequence());
    } catch (FencedException e) {
      settled(durable.writer(), token, e);
      access.lake().requireLog(token.walId());
    } catch (CatalogException | SlateException | ObjectStoreException e) {
      throw unknown(token, "it is durable, but could not be published: " + message(e), e);
    }
    counters.committed(access.clock().now());
  }

  private CommitOutcomeUnknownException unknown(CommitToken token, String reason, Throwable cause) {
    counters.unknown.increment();
    return new CommitOutcomeUnknownException(
        token, "The outcome of " + describe(token) + " is unknown: " + reason, cause);
  }

  /** The error of a transaction whose head moved; whatever came first is seen by readers then. */
  private CatalogException lost(ActiveWriter writer, CommitPosition pinned, CommitPosition head) {
    cover(writer);
    counters.conflicts.increment();
    return new CatalogException(
        Kind.CONFLICT,
        "commit conflict: the transaction began at "
            + pinned
            + ", and the lake is at "
            + head
            + " now; staged rows are not tried again by themselves: begin again");
  }

  private void cover(ActiveWriter writer) {
    try {
      writer.publisher().cover(writer.slate().durable().tail().maxSeq());
    } catch (FencedException e) {
      // The fence that took the store covers it as well.
      access.lake().requireLog(writer.slate().durable().tail().lastWalId());
    }
  }

  private static String describe(CommitToken token) {
    return "the commit of "
        + token.position()
        + " in log object "
        + Long.toUnsignedString(token.walId());
  }

  private static String message(Throwable e) {
    return Objects.requireNonNullElse(e.getMessage(), e.toString());
  }
}
