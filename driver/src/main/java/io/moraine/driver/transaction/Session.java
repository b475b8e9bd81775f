package io.moraine.driver.transaction;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.api.Catalog;
import io.moraine.model.CatalogException;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one connection. Thread-safe.
 *
 * <p>In {@link CommitMode#AUTOMATIC} every {@link #pin} opens a scope that lives until its {@link
 * PinnedScope} is closed. In {@link CommitMode#EXPLICIT} the first one opens the scope of the
 * transaction, which lives until {@link #end}, whatever becomes of the statements on it.
 *
 * <p>The lock is held while the scope of a transaction is opened, though that may do I/O: the
 * statements that wait for it need that very scope. It is never held while results are ended,
 * because they close their {@code PinnedScope}, which comes back here.
 */
public final class Session implements AutoCloseable {
  private final Catalog catalog;
  private final TimeTravel timeTravel;
  private final RequestHistory requestHistory;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Set<PinnedScope> pinned = new LinkedHashSet<>();

  @GuardedBy("lock")
  private CommitMode mode = CommitMode.AUTOMATIC;

  @GuardedBy("lock")
  private @Nullable ReadScope transaction;

  @GuardedBy("lock")
  private OptionalLong foundSnapshot = OptionalLong.empty();

  @GuardedBy("lock")
  private boolean closed;

  /** A session on {@code catalog}, which it closes at its own end. */
  public Session(Catalog catalog, TimeTravel timeTravel) {
    this.catalog = catalog;
    this.timeTravel = timeTravel;
    this.requestHistory = new RequestHistory(() -> catalog.figures().requests());
  }

  /** The catalog. */
  public Catalog catalog() {
    return catalog;
  }

  /** What this connection has seen of the requests to the object store. */
  public RequestHistory requestHistory() {
    return requestHistory;
  }

  /** When transactions end. */
  public CommitMode mode() {
    lock.lock();
    try {
      return mode;
    } finally {
      lock.unlock();
    }
  }

  /** Changes when transactions end; a change commits the open one. */
  public void changeMode(CommitMode newMode) {
    if (mode() != newMode) {
      end();
    }
    lock.lock();
    try {
      mode = newMode;
    } finally {
      lock.unlock();
    }
  }

  /** Whether a transaction is open that began with an earlier statement. */
  public boolean inTransaction() {
    lock.lock();
    try {
      return transaction != null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes hold of the scope that a statement reads.
   *
   * @param timeout most time to wait for a revision, if limited
   * @param whenEnded called, by any thread, if the scope ends before the hold is closed
   * @throws CatalogException if no scope can be had
   */
  public PinnedScope pin(Optional<Duration> timeout, Runnable whenEnded) {
    return mode() == CommitMode.AUTOMATIC
        ? register(open(timeout), CommitMode.AUTOMATIC, whenEnded)
        : pinTransaction(timeout, whenEnded);
  }

  /** Opens a scope and closes it again: asks whether the store still answers. */
  public void probe(Optional<Duration> timeout) {
    catalog.readScope(new ScopeRequest(OptionalLong.empty(), Optional.empty(), timeout)).close();
  }

  /** Ends the open transaction, if any, and every result in it. */
  public void end() {
    ReadScope ended;
    List<PinnedScope> holds;
    lock.lock();
    try {
      ended = transaction;
      transaction = null;
      holds = pinned.stream().filter(each -> each.scope() == ended).toList();
    } finally {
      lock.unlock();
    }
    holds.forEach(PinnedScope::end);
    if (ended != null) {
      ended.close();
    }
  }

  /** Ends everything and closes the catalog. Closing twice does nothing. */
  @Override
  public void close() {
    List<PinnedScope> holds;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      holds = List.copyOf(pinned);
    } finally {
      lock.unlock();
    }
    try {
      holds.forEach(PinnedScope::end);
      holds.forEach(PinnedScope::close);
      end();
    } finally {
      catalog.close();
    }
  }

  void release(PinnedScope hold) {
    boolean held;
    lock.lock();
    try {
      held = pinned.remove(hold);
    } finally {
      lock.unlock();
    }
    if (held && hold.mode() == CommitMode.AUTOMATIC) {
      hold.scope().close();
    }
  }

  private PinnedScope pinTransaction(Optional<Duration> timeout, Runnable whenEnded) {
    lock.lock();
    try {
      if (transaction == null) {
        transaction = open(timeout);
      }
      return register(transaction, CommitMode.EXPLICIT, whenEnded);
    } finally {
      lock.unlock();
    }
  }

  private PinnedScope register(ReadScope scope, CommitMode scopeMode, Runnable whenEnded) {
    PinnedScope hold = new PinnedScope(this, scope, scopeMode, whenEnded);
    lock.lock();
    try {
      if (!closed) {
        pinned.add(hold);
        return hold;
      }
    } finally {
      lock.unlock();
    }
    scope.close();
    throw new CatalogException(CatalogException.Kind.CLOSED, "the connection is closed");
  }

  private ReadScope open(Optional<Duration> timeout) {
    OptionalLong snapshot =
        timeTravel instanceof TimeTravel.AtSnapshot at
            ? OptionalLong.of(at.snapshotId())
            : timeTravel instanceof TimeTravel.AtTime at
                ? OptionalLong.of(snapshotAt(at, timeout))
                : OptionalLong.empty();
    return catalog.readScope(new ScopeRequest(snapshot, Optional.empty(), timeout));
  }

  private long snapshotAt(TimeTravel.AtTime at, Optional<Duration> timeout) {
    lock.lock();
    try {
      if (foundSnapshot.isPresent()) {
        return foundSnapshot.getAsLong();
      }
    } finally {
      lock.unlock();
    }
    SnapshotFinder.Found found;
    try (ReadScope scope =
        catalog.readScope(new ScopeRequest(OptionalLong.empty(), Optional.empty(), timeout))) {
      found = SnapshotFinder.find(scope, at.time());
    }
    lock.lock();
    try {
      if (found.place() == SnapshotFinder.Found.Place.FOLLOWED_BY_YOUNGER) {
        foundSnapshot = OptionalLong.of(found.snapshotId());
      }
    } finally {
      lock.unlock();
    }
    return found.snapshotId();
  }
}
