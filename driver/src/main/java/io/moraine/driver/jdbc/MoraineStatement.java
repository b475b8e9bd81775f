package io.moraine.driver.jdbc;

import io.moraine.driver.dml.PlannedWrite;
import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.metadata.Answer;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.AvaticaUtils;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * A statement: at most one open result at a time. An execution gives rows, or the update counts of
 * one or several statements that write.
 */
class MoraineStatement extends AvaticaStatement {
  static final @Nullable Object[] NO_PARAMETERS = new @Nullable Object[0];
  private static final int NO_COUNT = -1;

  private final MoraineConnection owner;
  private final List<String> batch = new ArrayList<>();
  private final Deque<Long> laterCounts = new ArrayDeque<>();
  private long currentCount = NO_COUNT;
  private int queryTimeoutSeconds;
  private int fetchSize;
  private long maxRows;
  private boolean poolable;
  private boolean closesOnCompletion;
  private volatile @Nullable Execution running;
  private volatile boolean cancelled;

  MoraineStatement(MoraineConnection owner, Meta.StatementHandle handle) {
    super(
        owner,
        handle,
        ResultSet.TYPE_FORWARD_ONLY,
        ResultSet.CONCUR_READ_ONLY,
        ResultSet.CLOSE_CURSORS_AT_COMMIT);
    this.owner = owner;
  }

  /** Runs a plan and reads its first row; closes the result before. */
  final MoraineResultSet run(Prepared prepared, @Nullable Object[] parameters) throws SQLException {
    forgetAnswer();
    ResultHolder holder = new ResultHolder();
    QueryRows rows =
        new QueryRows(
            prepared.plan(),
            parameters,
            owner.session(),
            owner.clock(),
            owner.timeLimit(timeout()),
            holder::close);
    MoraineResultSet result = MoraineResultSet.of(this, prepared, rows, maxRows, fetchSize);
    holder.result = result;
    running = rows;
    if (cancelled) {
      rows.cancel();
    }
    try {
      result.readAhead();
    } catch (SQLException | RuntimeException | Error e) {
      running = null;
      rows.close();
      throw e;
    }
    openResultSet = result;
    return result;
  }

  /** Runs statements that write, all of them or none, and keeps their update counts. */
  final void update(List<Prepared> statements, @Nullable Object[] parameters) throws SQLException {
    List<@Nullable Object> values = Arrays.asList(parameters);
    List<PlannedWrite> writes = new ArrayList<>();
    for (Prepared each : statements) {
      writes.add(each.requireWrite());
    }
    keepCounts(
        running(
            run ->
                run.run(
                    transaction ->
                        writes.stream()
                            .map(each -> run.execute(each, values, transaction))
                            .toList())));
  }

  private void keepCounts(List<Long> counts) {
    laterCounts.addAll(counts);
    nextCount();
  }

  private void nextCount() {
    Long next = laterCounts.poll();
    currentCount = next == null ? NO_COUNT : next;
  }

  /** Something that a run does. */
  interface Running<T> {
    T in(UpdateRun run) throws SQLException;
  }

  /** Has {@code work} done by a run that {@link #cancel} reaches. */
  final <T> T running(Running<T> work) throws SQLException {
    forgetAnswer();
    UpdateRun run = new UpdateRun(owner.session(), owner.clock(), owner.timeLimit(timeout()));
    running = run;
    if (cancelled) {
      run.cancel();
    }
    try {
      return work.in(run);
    } finally {
      running = null;
    }
  }

  /** Begins an execution: what {@link #cancel} did before does not concern it. */
  final void begin() {
    cancelled = false;
  }

  /** Gives the transaction the result to close, which is made after the rows it is made of. */
  private static final class ResultHolder {
    private volatile @Nullable MoraineResultSet result;

    void close() {
      MoraineResultSet open = result;
      if (open != null) {
        open.close();
      }
    }
  }

  /** Makes the statement one that has answered, and is closed with its answer. */
  final MoraineResultSet answer(Answer answer) throws SQLException {
    List<ResultColumn> columns =
        answer.columns().stream()
            .map(
                column ->
                    new ResultColumn(
                        column.name(),
                        column.name(),
                        "",
                        "",
                        column.type(),
                        ResultSetMetaData.columnNullable,
                        column.type().precision(),
                        0))
            .toList();
    MoraineResultSet result = MoraineResultSet.answering(this, columns, answer.rows());
    openResultSet = result;
    closesOnCompletion = true;
    return result;
  }

  /** Called by the result when it is closed. */
  final void resultClosed(MoraineResultSet result) {
    if (openResultSet == result && closesOnCompletion) {
      close_();
    }
  }

  final MoraineConnection owner() {
    return owner;
  }

  final List<Prepared> prepareAll(@Nullable String sql) throws SQLException {
    if (sql == null) {
      throw Arguments.invalid("the SQL text is null");
    }
    return owner.prepareAll(sql);
  }

  @Override
  protected void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.of(SqlState.OBJECT_CLOSED, "the statement is closed");
    }
    owner.checkOpen();
  }

  @Override
  public ResultSet executeQuery(@Nullable String sql) throws SQLException {
    checkOpen();
    begin();
    Prepared first = prepareAll(sql).get(0);
    first.requireRows();
    return run(first, NO_PARAMETERS);
  }

  @Override
  public boolean execute(@Nullable String sql) throws SQLException {
    return execute(sql, false);
  }

  private boolean execute(@Nullable String sql, boolean wantsGeneratedKeys) throws SQLException {
    checkOpen();
    begin();
    return execute(prepareAll(sql), NO_PARAMETERS, wantsGeneratedKeys);
  }

  /** Runs a query, or one or several statements that write; answers whether there are rows. */
  final boolean execute(
      List<Prepared> statements, @Nullable Object[] parameters, boolean wantsGeneratedKeys)
      throws SQLException {
    Prepared first = statements.get(0);
    if (first.writes()) {
      first.refuseGeneratedKeys(wantsGeneratedKeys);
      update(statements, parameters);
      return false;
    }
    run(first, parameters);
    return true;
  }

  @Override
  public long executeLargeUpdate(@Nullable String sql) throws SQLException {
    return executeLargeUpdate(sql, false);
  }

  private long executeLargeUpdate(@Nullable String sql, boolean wantsGeneratedKeys)
      throws SQLException {
    checkOpen();
    begin();
    List<Prepared> statements = prepareAll(sql);
    statements.get(0).refuseGeneratedKeys(wantsGeneratedKeys);
    update(statements, NO_PARAMETERS);
    return currentCount;
  }

  @Override
  public int executeUpdate(@Nullable String sql, int autoGeneratedKeys) throws SQLException {
    return AvaticaUtils.toSaturatedInt(executeLargeUpdate(sql, autoGeneratedKeys));
  }

  @Override
  public int executeUpdate(@Nullable String sql, int @Nullable [] columns) throws SQLException {
    return AvaticaUtils.toSaturatedInt(executeLargeUpdate(sql, columns));
  }

  @Override
  public int executeUpdate(@Nullable String sql, String @Nullable [] columns) throws SQLException {
    return AvaticaUtils.toSaturatedInt(executeLargeUpdate(sql, columns));
  }

  @Override
  public long executeLargeUpdate(@Nullable String sql, int autoGeneratedKeys) throws SQLException {
    checkOpen();
    return executeLargeUpdate(sql, Arguments.wantsGeneratedKeys(autoGeneratedKeys));
  }

  @Override
  public long executeLargeUpdate(@Nullable String sql, int @Nullable [] columns)
      throws SQLException {
    return executeLargeUpdate(sql, Arguments.wantsGeneratedKeys(columns));
  }

  @Override
  public long executeLargeUpdate(@Nullable String sql, String @Nullable [] columns)
      throws SQLException {
    return executeLargeUpdate(sql, Arguments.wantsGeneratedKeys(columns));
  }

  @Override
  public boolean execute(@Nullable String sql, int autoGeneratedKeys) throws SQLException {
    checkOpen();
    return execute(sql, Arguments.wantsGeneratedKeys(autoGeneratedKeys));
  }

  @Override
  public boolean execute(@Nullable String sql, int @Nullable [] columns) throws SQLException {
    return execute(sql, Arguments.wantsGeneratedKeys(columns));
  }

  @Override
  public boolean execute(@Nullable String sql, String @Nullable [] columns) throws SQLException {
    return execute(sql, Arguments.wantsGeneratedKeys(columns));
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    checkOpen();
    return MoraineResultSet.answering(this, List.of(), List.of());
  }

  @Override
  public void addBatch(@Nullable String sql) throws SQLException {
    checkOpen();
    if (sql == null) {
      throw Arguments.invalid("the SQL text is null");
    }
    batch.add(sql);
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    batch.clear();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    checkOpen();
    begin();
    List<String> texts = List.copyOf(batch);
    batch.clear();
    return new Batch(owner, this)
        .run(
            texts.stream()
                .map(text -> (Batch.Element) () -> Batch.writesOf(prepareAll(text), NO_PARAMETERS))
                .toList());
  }

  @Override
  public @Nullable ResultSet getResultSet() throws SQLException {
    checkOpen();
    return openResultSet;
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return AvaticaUtils.toSaturatedInt(getLargeUpdateCount());
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    checkOpen();
    return currentCount;
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    return getMoreResults(CLOSE_CURRENT_RESULT);
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    checkOpen();
    switch (current) {
      case CLOSE_CURRENT_RESULT, CLOSE_ALL_RESULTS -> closeResult();
      case KEEP_CURRENT_RESULT -> openResultSet = null;
      default -> throw Arguments.invalid("value " + current + " is not one of Statement");
    }
    nextCount();
    return false;
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // must not wait for a running execution
  public void close() throws SQLException {
    close_();
  }

  @Override
  protected void close_() {
    Execution execution = running;
    running = null;
    if (execution != null) {
      execution.close();
    }
    super.close_();
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // must not wait for a running execution
  public void cancel() throws SQLException {
    checkOpen();
    cancelled = true;
    Execution execution = running;
    if (execution != null) {
      execution.cancel();
    }
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    checkOpen();
    return queryTimeoutSeconds;
  }

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    checkOpen();
    queryTimeoutSeconds = Arguments.requireNotNegative(seconds, "query timeout");
  }

  @Override
  public long getLargeMaxRows() throws SQLException {
    checkOpen();
    return maxRows;
  }

  @Override
  public void setLargeMaxRows(long max) throws SQLException {
    checkOpen();
    if (max < 0) {
      throw Arguments.invalid("most rows " + max + " is below zero");
    }
    maxRows = max;
  }

  @Override
  public void setMaxFieldSize(int max) throws SQLException {
    checkOpen();
    if (Arguments.requireNotNegative(max, "most field size") > 0) {
      throw SqlErrors.unsupported("Statement.setMaxFieldSize other than 0");
    }
  }

  @Override
  public int getMaxFieldSize() throws SQLException {
    checkOpen();
    return 0;
  }

  @Override
  public void setEscapeProcessing(boolean enable) throws SQLException {
    checkOpen();
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    Arguments.requireFetchDirection(direction);
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return ResultSet.FETCH_FORWARD;
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    checkOpen();
    fetchSize = Arguments.requireNotNegative(rows, "fetch size");
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  @Override
  public int getResultSetType() throws SQLException {
    checkOpen();
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getResultSetConcurrency() throws SQLException {
    checkOpen();
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetHoldability() throws SQLException {
    checkOpen();
    return ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public MoraineConnection getConnection() throws SQLException {
    checkOpen();
    return owner;
  }

  @Override
  public void setCursorName(@Nullable String name) throws SQLException {
    // JDBC wants this ignored where positioned updates are not supported.
    checkOpen();
  }

  @Override
  public void setPoolable(boolean value) throws SQLException {
    checkOpen();
    poolable = value;
  }

  @Override
  public boolean isPoolable() throws SQLException {
    checkOpen();
    return poolable;
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    checkOpen();
    closesOnCompletion = true;
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    checkOpen();
    return closesOnCompletion;
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  private void forgetAnswer() {
    closeResult();
    laterCounts.clear();
    currentCount = NO_COUNT;
  }

  private void closeResult() {
    var result = openResultSet;
    openResultSet = null;
    if (result != null) {
      result.close();
    }
  }

  private Optional<Duration> timeout() {
    return queryTimeoutSeconds == 0
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(queryTimeoutSeconds));
  }
}
