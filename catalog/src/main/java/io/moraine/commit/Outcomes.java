package io.moraine.commit;

import io.moraine.commit.Proposal.LostException;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitOutcomeUnknownException;
import io.moraine.model.CommitToken;
import io.moraine.model.Reconciliation;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.SlateException;
import io.moraine.slate.write.FencedException;
import io.moraine.slate.write.PendingWrite;
import io.moraine.slate.write.PendingWrite.LogPosition;
import io.moraine.slate.write.UnknownWriteException;
import io.moraine.staged.CommitBatch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of commits whose batches were handed in: durable, then seen by all; or lost; or
 * unknown, if neither the store's answer nor {@link Reconciler} tells.
 */
final class Outcomes {
  private static final String NO_PUT_ID = "0".repeat(26);

  private final LakeAccess access;
  private final Reconciler reconciler;
  private final CommitCounters counters;

  Outcomes(LakeAccess access, Reconciler reconciler, CommitCounters counters) {
    this.access = access;
    this.reconciler = reconciler;
    this.counters = counters;
  }

  /** A commit that is durable, but perhaps not seen by anybody yet. */
  record Durable(ActiveWriter writer, CommitToken token) {}

  /**
   * Waits until a batch is durable.
   *
   * @throws LostException if its place in the log, or that of one before it, went to another writer
   * @throws CommitOutcomeUnknownException if that cannot be told
   * @throws ObjectStoreException if it was certainly not written
   */
  Durable durable(ActiveWriter writer, PendingWrite write, CommitBatch batch) {
    long epoch = writer.slate().epoch();
    try {
      return new Durable(writer, CommitIdentity.token(epoch, write.await(), batch));
    } catch (FencedException e) {
      LogPosition taken = new LogPosition(write.walId(), NO_PUT_ID, write.seq());
      CommitToken token = CommitIdentity.token(epoch, taken, batch);
      if (e.walId() != write.walId()) {
        access.lake().requireLog(e.walId());
        throw lost(token, "one before it met another writer's object or fence", e);
      }
      return settled(writer, token, e);
    } catch (UnknownWriteException e) {
      return settled(writer, CommitIdentity.token(epoch, e.position(), batch), e);
    }
  }

  /** What a commit came to that was sent and not answered, or whose place was taken. */
  private Durable settled(ActiveWriter writer, CommitToken token, RuntimeException cause) {
    Reconciliation found = reconcile(token, cause);
    return switch (found.outcome()) {
      case COMMITTED -> new Durable(writer, token);
      case NOT_COMMITTED -> {
        access.lake().requireLog(token.walId());
        throw lost(token, found.reason(), cause);
      }
      case UNKNOWN -> throw unknown(token, found.reason(), cause);
    };
  }

  private static LostException lost(CommitToken token, String reason, RuntimeException cause) {
    CatalogException conflict =
        new CatalogException(
            Kind.CONFLICT,
            "commit conflict: another writer took the store while "
                + describe(token)
                + " was written: "
                + reason
                + "; begin again",
            cause);
    return new LostException(describe(token) + " was not written: " + reason, conflict, cause);
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
  void acknowledge(Durable durable) {
    CommitToken token = durable.token();
    try {
      durable.writer().publisher().cover(token.firstSequence());
    } catch (FencedException e) {
      var unused = settled(durable.writer(), token, e);
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

  /**
   * Waits until every reader can see what {@code write} led to; null for what the epoch began with.
   *
   * @throws FencedException if another writer took the store before that was shown
   * @throws UnknownWriteException if it cannot be told whether it is durable
   * @throws ObjectStoreException if it was certainly not written
   */
  void awaitShown(ActiveWriter writer, @Nullable PendingWrite write) {
    long seq = write == null ? writer.openedSeq() : write.seq();
    if (write != null && !isDurable(writer, seq)) {
      var unused = write.await();
    }
    try {
      writer.publisher().cover(seq);
    } catch (FencedException e) {
      access.lake().requireLog(writer.slate().durable().tail().lastWalId());
      if (write != null) {
        // The fence that took the store covers it, unless that was collected and ours came late.
        throw e;
      }
    }
  }

  private static boolean isDurable(ActiveWriter writer, long seq) {
    return Long.compareUnsigned(writer.slate().durable().tail().maxSeq(), seq) >= 0;
  }

  /** The same error, once its caller is about to be told of it. */
  RuntimeException told(RuntimeException refusal) {
    if (refusal instanceof CatalogException e && e.kind() == Kind.CONFLICT) {
      counters.conflicts.increment();
    }
    return refusal;
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
