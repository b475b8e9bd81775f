package io.moraine.driver.transaction;

import io.moraine.model.ReadScope;

/**
 * A statement's hold on the read scope of its transaction. Closed by whoever pinned it, once the
 * result is read or given up; closing twice does nothing. Thread-safe.
 */
public final class PinnedScope implements AutoCloseable {
  private final Session session;
  private final ReadScope scope;
  private final CommitMode mode;
  private final Runnable whenEnded;

  PinnedScope(Session session, ReadScope scope, CommitMode mode, Runnable whenEnded) {
    this.session = session;
    this.scope = scope;
    this.mode = mode;
    this.whenEnded = whenEnded;
  }

  /** The scope, shared with the other statements of the transaction. */
  public ReadScope scope() {
    return scope;
  }

  /** Whether the scope is the statement's own or that of an open transaction. */
  public CommitMode mode() {
    return mode;
  }

  @Override
  public void close() {
    session.release(this);
  }

  void end() {
    whenEnded.run();
  }
}
