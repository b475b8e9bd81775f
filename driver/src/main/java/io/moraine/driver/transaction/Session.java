package io.moraine.driver.transaction;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.api.Catalog;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.model.CatalogException;
import io.moraine.model.CommitPosition;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.model.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one connection. Thread-safe.
 *
 * <p>In {@link CommitMode#AUTOMATIC} every {@link #pin} opens a scope that lives until its {@link
 * PinnedScope} is closed, and every {@link #write} is a transaction that it commits. In {@link
 * CommitMode#EXPLICIT} the first of them opens the scope of the transaction, which lives until
 * {@link #commit} or {@link #rollback}, whatever becomes of the statements on it. The first write
 * begins to stage over that same scope: what is pinned from then on shows the staged rows, what was
 * pinned before does not.
 *
 * <p>There are two locks. {@code writing} is held while a statement of the transaction stages rows
 * and while the transaction ends, so that a statement is committed whole or not at all; it may be
 * held for long. {@code lock}, taken inside of it, is held while the scope of a transaction is
 * opened, though that may do I/O: the statements that wait for it need that very scope. It is never
 * held while results are ended, because they close their {@code PinnedScope}, which comes back
 * here.
 */
public final class Session implements AutoCloseable {
  private final Catalog catalog;
  private final TimeTravel timeTravel;
  private final Function<ReadScope, Transaction> beginning;
  private final RequestHistory requestHistory;
  private final ReentrantLock writing = new ReentrantLock();
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean readOnly;

  @GuardedBy("lock")
  private final Set<PinnedScope> pinned = new LinkedHashSet<>();

  @GuardedBy("lock")
  private final List<Mark> marks = new ArrayList<>();

  @GuardedBy("lock")
  private CommitMode mode = CommitMode.AUTOMATIC;

  @GuardedBy("lock")
  private @Nullable OpenTransaction transaction;

  @GuardedBy("lock")
  private Optional<CommitPosition> committed = Optional.empty();

  @GuardedBy("lock")
  private OptionalLong foundSnapshot = OptionalLong.empty();

  @GuardedBy("lock")
  private boolean closed;

  /** A session on {@code catalog}, which it closes at its own end. */
  public Session(Catalog catalog, TimeTravel timeTravel) {
    this(catalog, timeTravel, catalog::begin);
  }

  /** The same with {@code beginning} to begin to write over a scope. */
  Session(Catalog catalog, TimeTravel timeTravel, Function<ReadScope, Transaction> beginning) {
    this.catalog = catalog;
    this.timeTravel = timeTravel;
    this.beginning = beginning;
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

  /**
   * Changes when transactions end; a change commits the open one.
   *
   * @throws CatalogException if that fails; then nothing changes but that the transaction is over
   */
  public void changeMode(CommitMode newMode, Optional<Duration> timeout) {
    if (mode() != newMode) {
      commit(timeout);
    }
    lock.lock();
    try {
      mode = newMode;
    } finally {
      lock.unlock();
    }
  }

  /** Forbids writing, or allows it again as far as the catalog does. */
  public void changeReadOnly(boolean forbidden) {
    readOnly = forbidden;
  }

  /** Whether writing is forbidden. */
  public boolean isReadOnly() {
    return readOnly;
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
        ? pinAlone(open(timeout), whenEnded)
        : pinTransaction(timeout, whenEnded);
  }

  /**
   * Writes: stages what {@code work} stages, or nothing if it fails. With {@link
   * CommitMode#AUTOMATIC} that is a transaction of its own, which is committed.
   *
   * @param remaining most time left, if limited; asked before each wait
   * @param work stages rows and answers for them; must not keep the transaction
   * @throws CatalogException as {@link Catalog#begin} and {@link Transaction#commit} say
   * @throws StatementException of state READ_ONLY if the connection may not write
   */
  public <T> T write(Supplier<Optional<Duration>> remaining, Function<Transaction, T> work) {
    requireWritable();
    return mode() == CommitMode.AUTOMATIC
        ? writeAlone(remaining, work)
        : writeInTransaction(remaining, work);
  }

  /** Opens a scope and closes it again: asks whether the store still answers. */
  public void probe(Optional<Duration> timeout) {
    catalog.readScope(new ScopeRequest(OptionalLong.empty(), Optional.empty(), timeout)).close();
  }

  /**
   * Commits the open transaction, if any, and ends every result in it. It is over, however that
   * goes.
   *
   * @throws CatalogException as {@link Transaction#commit} says
   */
  public void commit(Optional<Duration> timeout) {
    end(staged -> commit(staged, timeout));
  }

  /** Forgets the open transaction, if any, and ends every result in it. */
  public void rollback() {
    end(staged -> {});
  }

  /** Marks this moment of the transaction, which need not have begun. */
  public Mark mark() {
    writing.lock();
    try {
      lock.lock();
      try {
        Mark mark = new Mark(transaction == null ? 0 : transaction.stagedRows());
        marks.add(mark);
        return mark;
      } finally {
        lock.unlock();
      }
    } finally {
      writing.unlock();
    }
  }

  /**
   * Forgets what was staged after a mark, and the marks after it.
   *
   * @throws StatementException of state INVALID_SAVEPOINT if the mark is not valid
   */
  public void rollbackTo(Mark mark) {
    writing.lock();
    try {
      Transaction staged = forgetMarksAfter(mark);
      if (staged != null) {
        staged.rollbackTo(mark.stagedRows());
      }
    } finally {
      writing.unlock();
    }
  }

  /**
   * Forgets a mark and those after it, but nothing that was staged.
   *
   * @throws StatementException of state INVALID_SAVEPOINT if the mark is not valid
   */
  public void release(Mark mark) {
    lock.lock();
    try {
      marks.subList(indexOf(mark), marks.size()).clear();
    } finally {
      lock.unlock();
    }
  }

  /** Forgets everything and closes the catalog. Closing twice does nothing. */
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
      rollback();
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

  private void requireWritable() {
    if (readOnly) {
      throw new StatementException(
          SqlState.READ_ONLY, "The connection is read-only; call setReadOnly(false) to write");
    }
    if (!(timeTravel instanceof TimeTravel.Newest)) {
      throw new StatementException(
          SqlState.READ_ONLY,
          "The connection shows an older snapshot; connect without snapshot and snapshotTime to"
              + " write");
    }
  }

  private <T> T writeAlone(Supplier<Optional<Duration>> remaining, Function<Transaction, T> work) {
    try (Transaction own = beginAlone(remaining.get())) {
      T answer = work.apply(own);
      commit(own, remaining.get());
      return answer;
    }
  }

  private Transaction beginAlone(Optional<Duration> timeout) {
    try (ReadScope scope = open(timeout)) {
      return beginning.apply(scope);
    }
  }

  private <T> T writeInTransaction(
      Supplier<Optional<Duration>> remaining, Function<Transaction, T> work) {
    writing.lock();
    try {
      Transaction staged = beginInTransaction(remaining.get());
      int before = staged.stagedRows();
      try {
        return work.apply(staged);
      } catch (RuntimeException | Error e) {
        undo(staged, before, e);
        throw e;
      }
    } finally {
      writing.unlock();
    }
  }

  private Transaction beginInTransaction(Optional<Duration> timeout) {
    lock.lock();
    try {
      OpenTransaction open = openTransaction(timeout);
      Transaction staged = open.staged();
      if (staged == null) {
        staged = beginning.apply(open.base());
        open.writeTo(staged);
      }
      return staged;
    } finally {
      lock.unlock();
    }
  }

  private static void undo(Transaction staged, int before, Throwable cause) {
    try {
      staged.rollbackTo(before);
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  private void commit(Transaction staged, Optional<Duration> timeout) {
    CommitPosition reached = staged.commit(timeout);
    lock.lock();
    try {
      if (committed.isEmpty() || reached.reaches(committed.get())) {
        committed = Optional.of(reached);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the open transaction, if any, by {@code last} if it has begun to write. */
  private void end(Consumer<Transaction> last) {
    writing.lock();
    try {
      OpenTransaction ended = takeTransaction();
      if (ended == null) {
        return;
      }
      try (ended) {
        holdsOf(ended).forEach(PinnedScope::end);
        if (ended.staged() != null) {
          last.accept(ended.staged());
        }
      }
    } finally {
      writing.unlock();
    }
  }

  private @Nullable OpenTransaction takeTransaction() {
    lock.lock();
    try {
      OpenTransaction taken = transaction;
      transaction = null;
      marks.clear();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private List<PinnedScope> holdsOf(OpenTransaction ended) {
    lock.lock();
    try {
      return pinned.stream().filter(each -> each.transaction() == ended).toList();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Transaction forgetMarksAfter(Mark mark) {
    lock.lock();
    try {
      marks.subList(indexOf(mark) + 1, marks.size()).clear();
      return transaction == null ? null : transaction.staged();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private int indexOf(Mark mark) {
    int index = marks.indexOf(mark);
    if (index < 0) {
      throw new StatementException(
          SqlState.INVALID_SAVEPOINT,
          "The savepoint is gone: it was released, an earlier one was returned to, or its"
              + " transaction ended");
    }
    return index;
  }

  private PinnedScope pinTransaction(Optional<Duration> timeout, Runnable whenEnded) {
    lock.lock();
    try {
      OpenTransaction open = openTransaction(timeout);
      return register(new PinnedScope(this, open.scope(), open, whenEnded));
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private OpenTransaction openTransaction(Optional<Duration> timeout) {
    if (transaction == null) {
      requireOpen();
      transaction = new OpenTransaction(open(timeout));
    }
    return transaction;
  }

  @GuardedBy("lock")
  private void requireOpen() {
    if (closed) {
      throw isClosed();
    }
  }

  private PinnedScope pinAlone(ReadScope scope, Runnable whenEnded) {
    try {
      return register(new PinnedScope(this, scope, null, whenEnded));
    } catch (RuntimeException e) {
      scope.close();
      throw e;
    }
  }

  private PinnedScope register(PinnedScope hold) {
    lock.lock();
    try {
      requireOpen();
      pinned.add(hold);
      return hold;
    } finally {
      lock.unlock();
    }
  }

  private static CatalogException isClosed() {
    return new CatalogException(CatalogException.Kind.CLOSED, "the connection is closed");
  }

  private ReadScope open(Optional<Duration> timeout) {
    OptionalLong snapshot =
        timeTravel instanceof TimeTravel.AtSnapshot at
            ? OptionalLong.of(at.snapshotId())
            : timeTravel instanceof TimeTravel.AtTime at
                ? OptionalLong.of(snapshotAt(at, timeout))
                : OptionalLong.empty();
    return catalog.readScope(new ScopeRequest(snapshot, committed(), timeout));
  }

  /** What this connection committed last, which it must see from then on. */
  private Optional<CommitPosition> committed() {
    lock.lock();
    try {
      return committed;
    } finally {
      lock.unlock();
    }
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
