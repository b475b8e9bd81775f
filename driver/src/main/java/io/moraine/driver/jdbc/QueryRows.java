package io.moraine.driver.jdbc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.plan.PlannedStatement;
import io.moraine.driver.schema.StatementContext;
import io.moraine.driver.schema.SystemState;
import io.moraine.driver.transaction.CommitMode;
import io.moraine.driver.transaction.PinnedScope;
import io.moraine.driver.transaction.Session;
import io.moraine.model.CatalogException;
import io.moraine.model.ReadScope;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a running plan. One thread reads; any thread may cancel and close.
 *
 * <p>The lock is held while a row is read, which may take long: there is nothing else to do with
 * these rows meanwhile. Closing cancels first, so that it waits neither for the query nor for the
 * object store.
 */
final class QueryRows implements Rows, Execution {
  private static final Logger LOGGER = System.getLogger("io.moraine.driver.jdbc.Statement");

  private final PlannedStatement plan;
  private final @Nullable Object[] parameters;
  private final Session session;
  private final TimeLimit limit;
  private final Runnable whenEnded;
  private final SystemState system;
  private final AtomicBoolean cancelled = new AtomicBoolean();
  private final List<RelDataTypeField> fields;
  private final Clock source;
  private final BusyClock clock;
  private final Call call = new Call();
  private final @Nullable Instant deadline;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean closed;

  @GuardedBy("lock")
  private @Nullable Enumerator<?> enumerator;

  @GuardedBy("lock")
  private @Nullable PinnedScope hold;

  @GuardedBy("lock")
  private boolean delivered;

  @GuardedBy("lock")
  private boolean startedAgain;

  @GuardedBy("lock")
  private boolean done;

  /**
   * The rows of {@code plan}, which starts with the first call of {@link #next()}.
   *
   * @param parameters values of the engine's classes
   * @param whenEnded called if the transaction ends before these rows are closed
   */
  QueryRows(
      PlannedStatement plan,
      @Nullable Object[] parameters,
      Session session,
      Clock clock,
      TimeLimit limit,
      Runnable whenEnded) {
    this.plan = plan;
    this.parameters = parameters;
    this.session = session;
    this.limit = limit;
    this.whenEnded = whenEnded;
    this.system = new SessionState(session);
    this.fields = plan.rowType().getFieldList();
    this.source = clock;
    this.clock = new BusyClock(clock);
    this.deadline = limit.deadline(this.clock);
  }

  /** Makes the running or next {@link #next()} fail with state CANCELLED. */
  @Override
  public void cancel() {
    cancelled.set(true);
    call.cancel();
  }

  @Override
  public @Nullable Object @Nullable [] next() throws SQLException {
    lock.lock();
    try {
      clock.enter();
      return limit.apply(call, clock, source).run(this::readForCall);
    } catch (RuntimeException | Error e) {
      throw failed(e);
    } finally {
      clock.leave();
      lock.unlock();
    }
  }

  @Override
  public @Nullable Object decode(@Nullable Object value, int ordinal) {
    return EngineValues.decode(value, fields.get(ordinal).getType());
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    cancel();
    lock.lock();
    try {
      release();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Object @Nullable [] readForCall() {
    lock.lock(); // held already, which is not seen from here
    try {
      return done ? null : read();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private @Nullable Object @Nullable [] read() {
    try {
      return step();
    } catch (RuntimeException e) {
      if (!mayStartAgain(e)) {
        throw e;
      }
      LOGGER.log(Level.DEBUG, "The revision expired before the first row; starting again", e);
      startedAgain = true;
      stop();
      return step();
    }
  }

  @GuardedBy("lock")
  private @Nullable Object @Nullable [] step() {
    if (enumerator == null) {
      start();
    }
    Enumerator<?> rows = enumerator;
    boolean found = rows != null && rows.moveNext();
    if (cancelled.get()) {
      // Recursion ends without an error then, and lacks rows.
      throw new StatementException(SqlState.CANCELLED, "The statement was cancelled");
    }
    if (rows == null || !found) {
      release();
      return null;
    }
    delivered = true;
    Object row = rows.current();
    return fields.size() == 1 ? new @Nullable Object[] {row} : (@Nullable Object[]) row;
  }

  @GuardedBy("lock")
  private void start() {
    if (session.mode() == CommitMode.EXPLICIT) {
      scope();
    }
    enumerator =
        plan.execute(
                new StatementContext.Request(
                    this::scope, system, Arrays.asList(parameters), cancelled, clock, deadline))
            .enumerator();
  }

  private ReadScope scope() {
    lock.lock();
    try {
      PinnedScope pinned = hold;
      if (pinned == null) {
        pinned = session.pin(limit.remaining(clock), whenEnded);
        hold = pinned;
      }
      return pinned.scope();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private boolean mayStartAgain(RuntimeException failure) {
    return !delivered
        && !startedAgain
        && !closed
        && (hold == null || hold.mode() == CommitMode.AUTOMATIC)
        && Failures.catalogFailure(failure)
            .filter(each -> each.kind() == CatalogException.Kind.REVISION_EXPIRED)
            .isPresent();
  }

  @GuardedBy("lock")
  private SQLException failed(Throwable cause) {
    boolean wasClosed = closed;
    try {
      release();
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
    SQLException failure = Failures.of(cause);
    return wasClosed
        ? SqlErrors.of(
            SqlState.OBJECT_CLOSED, "the result set was closed while a row was read", failure)
        : failure;
  }

  @GuardedBy("lock")
  private void release() {
    done = true;
    stop();
  }

  @GuardedBy("lock")
  private void stop() {
    Enumerator<?> rows = enumerator;
    PinnedScope pinned = hold;
    enumerator = null;
    hold = null;
    try {
      if (rows != null) {
        rows.close();
      }
    } finally {
      if (pinned != null) {
        pinned.close();
      }
    }
  }
}
