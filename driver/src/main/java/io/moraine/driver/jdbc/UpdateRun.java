package io.moraine.driver.jdbc;

import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.driver.dml.PlannedWrite;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.schema.StatementContext;
import io.moraine.driver.schema.SystemState;
import io.moraine.driver.transaction.CommitMode;
import io.moraine.driver.transaction.Session;
import io.moraine.model.CatalogException;
import io.moraine.model.Transaction;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One execution that writes: of a statement, of several in one text, or of a batch. One thread runs
 * it; any thread may cancel, which reaches the commit too.
 */
final class UpdateRun implements Execution {
  private static final Logger LOGGER = System.getLogger("io.moraine.driver.jdbc.Statement");

  private final Session session;
  private final Clock source;
  private final TimeLimit limit;
  private final BusyClock clock;
  private final @Nullable Instant deadline;
  private final SystemState system;
  private final Call call = new Call();
  private final AtomicBoolean cancelled = new AtomicBoolean();

  UpdateRun(Session session, Clock clock, TimeLimit limit) {
    this.session = session;
    this.source = clock;
    this.limit = limit;
    this.clock = new BusyClock(clock);
    this.deadline = limit.deadline(this.clock);
    this.system = new SessionState(session);
  }

  /** Stages what {@code work} stages, or nothing; commits it if that is the statement's affair. */
  <T> T run(Function<Transaction, T> work) throws SQLException {
    try {
      clock.enter();
      return limit.apply(call, clock, source).run(() -> runForCall(work));
    } catch (RuntimeException | Error e) {
      throw Failures.of(e);
    } finally {
      clock.leave();
    }
  }

  /** Runs one planned write and answers how many rows it changed. */
  long execute(PlannedWrite write, List<@Nullable Object> parameters, Transaction transaction) {
    checkCancelled();
    return write.execute(
        new StatementContext.Request(
            transaction::scope, system, parameters, cancelled, clock, deadline),
        transaction);
  }

  @Override
  public void cancel() {
    cancelled.set(true);
    call.cancel();
  }

  @Override
  public void close() {
    cancel();
  }

  private <T> T runForCall(Function<Transaction, T> work) {
    try {
      return write(work);
    } catch (RuntimeException e) {
      if (session.mode() != CommitMode.AUTOMATIC || !isExpiry(e)) {
        throw e;
      }
      LOGGER.log(Level.DEBUG, "The revision expired before the commit; starting again", e);
      return write(work);
    }
  }

  private <T> T write(Function<Transaction, T> work) {
    return session.write(
        () -> limit.remaining(clock),
        transaction -> {
          T answer = work.apply(transaction);
          checkCancelled();
          return answer;
        });
  }

  private void checkCancelled() {
    if (cancelled.get()) {
      throw new StatementException(SqlState.CANCELLED, "The statement was cancelled");
    }
  }

  private static boolean isExpiry(RuntimeException failure) {
    return Failures.catalogFailure(failure)
        .filter(each -> each.kind() == CatalogException.Kind.REVISION_EXPIRED)
        .isPresent();
  }
}
