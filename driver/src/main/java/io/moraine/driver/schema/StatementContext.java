package io.moraine.driver.schema;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.type.Interruptible;
import io.moraine.driver.type.SessionVariables;
import io.moraine.model.ReadScope;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.rel.type.TimeFrames;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/**
 * What one execution of a statement works with: read scope, parameters, cancel flag, deadline, time
 * of start. One per execution; not shared between executions, but the cancel flag may be set by any
 * thread.
 */
public final class StatementContext implements DataContext, Interruptible {
  /** To ask the clock takes longer than all else that is done for a pair of joined rows. */
  private static final int CHECKS_BETWEEN_DEADLINE_CHECKS = 4096;

  private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

  private final Request request;
  private final Instant start;
  private final long deadlineMillis;
  private final Map<String, Object> planObjects;
  private final SchemaPlus rootSchema;
  private final JavaTypeFactory typeFactory;
  private int checks;

  private StatementContext(
      Request request,
      Instant start,
      Map<String, Object> planObjects,
      SchemaPlus rootSchema,
      JavaTypeFactory typeFactory) {
    this.request = request;
    this.start = start;
    this.deadlineMillis =
        request.deadline() == null ? Long.MAX_VALUE : request.deadline().toEpochMilli();
    this.planObjects = planObjects;
    this.rootSchema = rootSchema;
    this.typeFactory = typeFactory;
  }

  /**
   * What the connection gives for one execution.
   *
   * @param scope the scope to read in; asked for when the first table is read, must answer the same
   *     each time. The connection ends it
   * @param system what the tables of {@code system} tell of
   * @param parameters values of the dynamic parameters, in the engine's classes for the types that
   *     the plan declares; not copied
   * @param cancelFlag set by whoever cancels the execution
   * @param clock the time
   * @param deadline when the execution times out, or null for never
   */
  public record Request(
      Supplier<ReadScope> scope,
      SystemState system,
      List<@Nullable Object> parameters,
      AtomicBoolean cancelFlag,
      Clock clock,
      @Nullable Instant deadline) {
    /** The same, but reading in another scope. */
    public Request readingIn(Supplier<ReadScope> other) {
      return new Request(other, system, parameters, cancelFlag, clock, deadline);
    }
  }

  /**
   * A context for one execution of a plan.
   *
   * @param planObjects what the plan's code asks for by name; not copied
   */
  public static StatementContext of(
      Request request,
      Map<String, Object> planObjects,
      SchemaPlus rootSchema,
      JavaTypeFactory typeFactory) {
    return new StatementContext(
        request, request.clock().instant(), planObjects, rootSchema, typeFactory);
  }

  /** The scope that the statement reads in. */
  public ReadScope scope() {
    return request.scope().get();
  }

  /** What the tables of {@code system} tell of. */
  SystemState system() {
    return request.system();
  }

  /** The value of a dynamic parameter, counted from 0. */
  public @Nullable Object parameter(int index) {
    if (index >= request.parameters().size()) {
      throw new StatementException(
          SqlState.UNBOUND_PARAMETER, "Parameter " + (index + 1) + " has no value");
    }
    return request.parameters().get(index);
  }

  /**
   * Fails if the execution was cancelled.
   *
   * @throws StatementException of state CANCELLED
   */
  public void checkCancelled() {
    if (request.cancelFlag().get()) {
      throw new StatementException(SqlState.CANCELLED, "The statement was cancelled");
    }
  }

  /**
   * Fails if the deadline passed.
   *
   * @throws StatementException of state TIMEOUT
   */
  public void checkDeadline() {
    if (deadlineMillis != Long.MAX_VALUE && request.clock().millis() >= deadlineMillis) {
      throw new StatementException(SqlState.TIMEOUT, "The statement ran into its time limit");
    }
  }

  @Override
  public void checkRunning() {
    checkCancelled();
    if (checks++ % CHECKS_BETWEEN_DEADLINE_CHECKS == 0) {
      checkDeadline();
    }
  }

  @Override
  public SchemaPlus getRootSchema() {
    return rootSchema;
  }

  @Override
  public JavaTypeFactory getTypeFactory() {
    return typeFactory;
  }

  @Override
  public QueryProvider getQueryProvider() {
    throw new UnsupportedOperationException("Queries come as SQL only");
  }

  @Override
  public @Nullable Object get(String name) {
    if (name.startsWith("?")) {
      return parameter(Integer.parseInt(name, 1, name.length(), 10));
    }
    Object planObject = planObjects.get(name);
    return planObject != null ? planObject : variable(name);
  }

  private @Nullable Object variable(String name) {
    return switch (name) {
      case "utcTimestamp", "currentTimestamp", "localTimestamp", "sysTimestamp" ->
          start.toEpochMilli();
      case SessionVariables.NOW_MICROS -> ChronoUnit.MICROS.between(Instant.EPOCH, start);
      case "timeZone" -> UTC;
      case "locale" -> Locale.ROOT;
      case "timeFrameSet" -> TimeFrames.CORE;
      case "cancelFlag" -> request.cancelFlag();
      case "user", "systemUser" -> "moraine";
      default -> null;
    };
  }
}
