package io.moraine.commit;

import io.moraine.model.WriterSettings;
import io.moraine.staged.CommitBatch;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to commit, decided on the newest state; if a race with another process is
 * lost before anything of it is in the log, on the state after that.
 *
 * @param <T> what a commit of it gives
 */
interface Proposal<T> {
  /** How the writer role is to be had. */
  WriterSettings settings();

  /** Whether it may be decided again on a newer state after it was sent and lost. */
  boolean isRepeatable();

  /** What becomes of it on {@code state}; called in a turn of the {@link Committer}. */
  Decision<T> decide(WrittenState state);

  /** The outcome of a decision. */
  sealed interface Decision<T> {
    /** A batch is written. */
    record Write<T>(CommitBatch batch, T result) implements Decision<T> {}

    /** There is nothing to write. */
    record Keep<T>(T result) implements Decision<T> {}

    /** It cannot be: on this state, which others must be able to see when they are told. */
    record Refuse<T>(RuntimeException reason) implements Decision<T> {}
  }

  /** Nothing of a proposal was written: it can be decided again. */
  final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final @Nullable RuntimeException conflict;

    /**
     * @param conflict what to answer if it is not repeatable; null if it can be decided again in
     *     any case
     */
    LostException(String message, @Nullable RuntimeException conflict, Throwable cause) {
      super(message, cause);
      this.conflict = conflict;
    }

    @Nullable RuntimeException conflict() {
      return conflict;
    }
  }
}
