package io.moraine.driver.transaction;

import io.moraine.model.ReadScope;
import org.jspecify.annotations.Nullable;

/**
 * A statement's hold on the read scope of its transaction. Closed by whoever pinned it, once the
 * result is read or given up; closing twice does nothing. Thread-safe.
 */
public final class PinnedScope implements AutoCloseable {
  private final Session session;
  private final ReadScope scope;
  private final @Nullable OpenTransaction transaction;
  private final Runnable whenEnded;

  /** A hold on a scope of {@code transaction}, or on the statement's own if that is null. */
  PinnedScope(
      Session session, ReadScope scope, @Nullable OpenTransaction transaction, Runnable whenEnded) {
    this.session = session;
    this.scope = scope;
    this.transaction = transaction;
    this.whenEnded = whenEnded;
  }

  /** The scope, shared with the other statements of the transaction. */
  public ReadScope scope() {
    return scope;
  }

  /** Whether the scope is the statement's own or that of an open transaction. */
  public CommitMode mode() {
    return transaction == null ? CommitMode.AUTOMATIC : CommitMode.EXPLICIT;
  }

  /** The transaction whose scope it is, or null if it is the statement's own. */
  @Nullable OpenTransaction transaction() {
    return transaction;
  }

  @Override
  public void close() {
    session.release(this);
  }

  void end() {
    whenEnded.run();
  }
}
