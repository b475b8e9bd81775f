package io.moraine.driver.jdbc;

import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.metadata.Identity;
import io.moraine.driver.metadata.SchemaCatalog;
import io.moraine.driver.plan.PlanSettings;
import io.moraine.driver.plan.PlannedStatement;
import io.moraine.driver.plan.SqlPlanner;
import io.moraine.driver.transaction.CommitMode;
import io.moraine.driver.transaction.Mark;
import io.moraine.driver.transaction.Session;
import io.moraine.model.CatalogException;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.ClientInfoStatus;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Struct;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a lake. Its statements may be used by several threads at once, each statement by
 * one.
 */
final class MoraineConnection extends AvaticaConnection {
  /** The client info that is kept and given back; nothing else is done with it. */
  static final List<String> CLIENT_INFO =
      List.of("ApplicationName", "ClientUser", "ClientHostname");

  private final String url;
  private final ConnectionSettings settings;
  private final Session session;
  private final SqlPlanner planner;
  private final Clock clock;
  private final AtomicInteger lastStatementId = new AtomicInteger();
  private final AtomicInteger lastSavepointId = new AtomicInteger();
  private final Set<Call> endingTransaction = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicReference<@Nullable SQLWarning> warnings = new AtomicReference<>();
  private final Map<String, String> clientInfo = new TreeMap<>();
  private volatile String schema;
  private volatile int networkTimeoutMillis;

  MoraineConnection(
      UnregisteredDriver driver,
      AvaticaFactory factory,
      String url,
      ConnectionSettings settings,
      Session session,
      SqlPlanner planner,
      Clock clock)
      throws SQLException {
    // No property of the URL reaches Avatica, whose own ones load classes and read files.
    super(driver, factory, url, new Properties());
    this.url = url;
    this.settings = settings;
    this.session = session;
    this.planner = planner;
    this.clock = clock;
    this.schema = requireSchema(settings.schema());
  }

  Session session() {
    return session;
  }

  Clock clock() {
    return clock;
  }

  String url() {
    return url;
  }

  /** The limits of an execution whose statement sets {@code timeout}, if any. */
  TimeLimit timeLimit(Optional<Duration> timeout) {
    return new TimeLimit(timeout.or(settings::statementTimeout), networkTimeout());
  }

  private Optional<Duration> networkTimeout() {
    int millis = networkTimeoutMillis;
    return millis == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
  }

  Prepared prepare(String sql) throws SQLException {
    checkOpen();
    try {
      return Prepared.of(planner.prepare(sql, new PlanSettings(schema)));
    } catch (RuntimeException | Error e) {
      throw Failures.of(e);
    }
  }

  /** The statements of a text; if they are several, all of them write. */
  List<Prepared> prepareAll(String sql) throws SQLException {
    checkOpen();
    try {
      List<PlannedStatement> plans = planner.prepareAll(sql, new PlanSettings(schema));
      if (plans.size() > 1 && !plans.stream().allMatch(each -> each.kind().isWrite())) {
        throw SqlErrors.of(
            SqlState.INVALID_STATEMENT,
            "a text of several statements has one that gives rows; run that one by itself");
      }
      return plans.stream().map(Prepared::of).toList();
    } catch (RuntimeException | Error e) {
      throw Failures.of(e);
    }
  }

  @Override
  protected void checkOpen() throws SQLException {
    if (closed.get()) {
      throw SqlErrors.of(SqlState.CONNECTION_CLOSED, "the connection is closed");
    }
  }

  @Override
  public MoraineStatement createStatement() throws SQLException {
    checkOpen();
    return new MoraineStatement(this, newHandle());
  }

  @Override
  public AvaticaStatement createStatement(int type, int concurrency) throws SQLException {
    return createStatement(type, concurrency, ResultSet.CLOSE_CURSORS_AT_COMMIT);
  }

  @Override
  public AvaticaStatement createStatement(int type, int concurrency, int holdability)
      throws SQLException {
    checkOpen();
    warnOfOtherCursor(type, concurrency, holdability);
    return createStatement();
  }

  @Override
  public PreparedStatement prepareStatement(@Nullable String sql) throws SQLException {
    return prepareStatement(sql, false);
  }

  @Override
  public PreparedStatement prepareStatement(@Nullable String sql, int type, int concurrency)
      throws SQLException {
    return prepareStatement(sql, type, concurrency, ResultSet.CLOSE_CURSORS_AT_COMMIT);
  }

  @Override
  public PreparedStatement prepareStatement(
      @Nullable String sql, int type, int concurrency, int holdability) throws SQLException {
    checkOpen();
    warnOfOtherCursor(type, concurrency, holdability);
    return prepareStatement(sql);
  }

  @Override
  public PreparedStatement prepareStatement(@Nullable String sql, int autoGeneratedKeys)
      throws SQLException {
    checkOpen();
    return prepareStatement(sql, Arguments.wantsGeneratedKeys(autoGeneratedKeys));
  }

  @Override
  public PreparedStatement prepareStatement(@Nullable String sql, int @Nullable [] columns)
      throws SQLException {
    return prepareStatement(sql, Arguments.wantsGeneratedKeys(columns));
  }

  @Override
  public PreparedStatement prepareStatement(@Nullable String sql, String @Nullable [] columns)
      throws SQLException {
    return prepareStatement(sql, Arguments.wantsGeneratedKeys(columns));
  }

  private PreparedStatement prepareStatement(@Nullable String sql, boolean wantsGeneratedKeys)
      throws SQLException {
    checkOpen();
    if (sql == null) {
      throw Arguments.invalid("the SQL text is null");
    }
    Prepared prepared = prepare(sql);
    prepared.refuseGeneratedKeys(wantsGeneratedKeys);
    return new MorainePreparedStatement(this, newHandle(), prepared);
  }

  @Override
  public CallableStatement prepareCall(@Nullable String sql) throws SQLException {
    throw refusal("prepareCall");
  }

  @Override
  public CallableStatement prepareCall(@Nullable String sql, int type, int concurrency)
      throws SQLException {
    throw refusal("prepareCall");
  }

  @Override
  public CallableStatement prepareCall(
      @Nullable String sql, int type, int concurrency, int holdability) throws SQLException {
    throw refusal("prepareCall");
  }

  @Override
  public String nativeSQL(@Nullable String sql) throws SQLException {
    checkOpen();
    if (sql == null) {
      throw Arguments.invalid("the SQL text is null");
    }
    return sql;
  }

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    checkOpen();
    CommitMode mode = autoCommit ? CommitMode.AUTOMATIC : CommitMode.EXPLICIT;
    endTransaction(timeout -> session.changeMode(mode, timeout));
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    checkOpen();
    return session.mode() == CommitMode.AUTOMATIC;
  }

  @Override
  public void commit() throws SQLException {
    requireExplicitTransactions("commit");
    endTransaction(session::commit);
  }

  @Override
  public void rollback() throws SQLException {
    requireExplicitTransactions("rollback");
    endTransaction(timeout -> session.rollback());
  }

  @Override
  public void rollback(@Nullable Savepoint savepoint) throws SQLException {
    requireExplicitTransactions("rollback to a savepoint");
    changeMarks(MoraineSavepoint.markOf(savepoint, session), session::rollbackTo);
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return newSavepoint(null);
  }

  @Override
  public Savepoint setSavepoint(@Nullable String name) throws SQLException {
    checkOpen();
    if (name == null) {
      throw Arguments.invalid("the name of the savepoint is null");
    }
    return newSavepoint(name);
  }

  private Savepoint newSavepoint(@Nullable String name) throws SQLException {
    requireExplicitTransactions("setSavepoint");
    return new MoraineSavepoint(session, session.mark(), lastSavepointId.incrementAndGet(), name);
  }

  @Override
  public void releaseSavepoint(@Nullable Savepoint savepoint) throws SQLException {
    requireExplicitTransactions("releaseSavepoint");
    changeMarks(MoraineSavepoint.markOf(savepoint, session), session::release);
  }

  @Override
  public void close() throws SQLException {
    if (closed.compareAndSet(false, true)) {
      release();
    }
  }

  @Override
  public void abort(@Nullable Executor executor) throws SQLException {
    if (executor == null) {
      throw Arguments.invalid("abort needs an executor");
    }
    if (closed.compareAndSet(false, true)) {
      executor.execute(this::release);
    }
  }

  @Override
  public boolean isClosed() {
    return closed.get();
  }

  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    Arguments.requireNotNegative(timeoutSeconds, "timeout");
    if (closed.get()) {
      return false;
    }
    Optional<Duration> timeout =
        timeoutSeconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(timeoutSeconds));
    try {
      return probe(new TimeLimit(timeout, networkTimeout()));
    } catch (CatalogException e) {
      return false;
    }
  }

  private boolean probe(TimeLimit limit) {
    BusyClock busy = new BusyClock(clock);
    Supplier<Boolean> probe =
        () -> {
          session.probe(limit.remaining(busy));
          return true;
        };
    return limit.apply(new Call(), busy, clock).run(probe);
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    checkOpen();
    return metaData;
  }

  @Override
  public void setReadOnly(boolean readOnly) throws SQLException {
    checkOpen();
    Optional<String> reason = settings.readsOnly();
    if (!readOnly && reason.isPresent()) {
      warn("the connection stays read-only: " + reason.get());
    } else if (readOnly != isReadOnly()) {
      if (session.inTransaction()) {
        throw SqlErrors.of(
            SqlState.INVALID_TRANSACTION_STATE,
            "setReadOnly has no meaning within a transaction; commit or roll back before");
      }
      session.changeReadOnly(readOnly);
    }
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    checkOpen();
    return settings.readsOnly().isPresent() || session.isReadOnly();
  }

  @Override
  public void setCatalog(@Nullable String catalog) throws SQLException {
    checkOpen();
    if (catalog != null && !catalog.isEmpty() && !catalog.equalsIgnoreCase(Identity.CATALOG)) {
      throw SqlErrors.of(
          SqlState.UNKNOWN_OBJECT,
          "there is no catalog " + catalog + "; the only one is " + Identity.CATALOG);
    }
  }

  @Override
  public String getCatalog() throws SQLException {
    checkOpen();
    return Identity.CATALOG;
  }

  @Override
  public void setSchema(@Nullable String name) throws SQLException {
    checkOpen();
    schema = requireSchema(name == null ? ConnectionProperty.SCHEMA.defaultValue() : name);
  }

  @Override
  public String getSchema() throws SQLException {
    checkOpen();
    return schema;
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    checkOpen();
    switch (level) {
      case Connection.TRANSACTION_READ_UNCOMMITTED,
          Connection.TRANSACTION_READ_COMMITTED,
          Connection.TRANSACTION_REPEATABLE_READ -> {}
      case Connection.TRANSACTION_SERIALIZABLE, Connection.TRANSACTION_NONE ->
          throw SqlErrors.of(
              SqlState.UNSUPPORTED,
              "transactions are isolated as REPEATABLE_READ; ask for that or for less");
      default -> throw Arguments.invalid("isolation level " + level + " is not one of Connection");
    }
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    checkOpen();
    return Connection.TRANSACTION_REPEATABLE_READ;
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    checkOpen();
    switch (holdability) {
      case ResultSet.CLOSE_CURSORS_AT_COMMIT -> {}
      case ResultSet.HOLD_CURSORS_OVER_COMMIT ->
          throw SqlErrors.of(SqlState.UNSUPPORTED, "results end with their transaction");
      default -> throw Arguments.invalid("holdability " + holdability + " is not one of ResultSet");
    }
  }

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) throws SQLException {
    checkOpen();
    networkTimeoutMillis = Arguments.requireNotNegative(milliseconds, "network timeout");
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    checkOpen();
    return networkTimeoutMillis;
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    checkOpen();
    return Map.of();
  }

  @Override
  public void setTypeMap(@Nullable Map<String, Class<?>> map) throws SQLException {
    checkOpen();
    if (map != null && !map.isEmpty()) {
      throw refusal("setTypeMap");
    }
  }

  @Override
  public Blob createBlob() throws SQLException {
    checkOpen();
    return new BytesBlob(new byte[0]);
  }

  @Override
  public Clob createClob() throws SQLException {
    return createNClob();
  }

  @Override
  public NClob createNClob() throws SQLException {
    checkOpen();
    return new TextClob("");
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    throw refusal("createSQLXML");
  }

  @Override
  public Array createArrayOf(@Nullable String typeName, Object @Nullable [] elements)
      throws SQLException {
    throw refusal("createArrayOf");
  }

  @Override
  public Struct createStruct(@Nullable String typeName, Object @Nullable [] attributes)
      throws SQLException {
    throw refusal("createStruct");
  }

  @Override
  public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
    requireClientInfo(List.of(name));
    synchronized (clientInfo) {
      if (value == null) {
        clientInfo.remove(name);
      } else {
        clientInfo.put(name, value);
      }
    }
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    requireClientInfo(properties.stringPropertyNames());
    synchronized (clientInfo) {
      clientInfo.clear();
      properties
          .stringPropertyNames()
          .forEach(name -> clientInfo.put(name, properties.getProperty(name)));
    }
  }

  @Override
  public @Nullable String getClientInfo(@Nullable String name) throws SQLException {
    return name == null ? null : getClientInfo().getProperty(name);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    checkOpen();
    Properties copy = new Properties();
    synchronized (clientInfo) {
      copy.putAll(clientInfo);
    }
    return copy;
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return warnings.get();
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
    warnings.set(null);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  private void requireExplicitTransactions(String method) throws SQLException {
    checkOpen();
    if (session.mode() == CommitMode.AUTOMATIC) {
      throw SqlErrors.of(
          SqlState.INVALID_TRANSACTION_STATE,
          method + " has no meaning while autocommit is on; call setAutoCommit(false) before");
    }
  }

  /** Runs {@code ending} with the time it may take; closing the connection ends that early. */
  private void endTransaction(Consumer<Optional<Duration>> ending) throws SQLException {
    TimeLimit limit = new TimeLimit(Optional.empty(), networkTimeout());
    BusyClock busy = new BusyClock(clock);
    Call call = new Call();
    endingTransaction.add(call);
    if (closed.get()) {
      call.cancel();
    }
    try {
      busy.enter();
      limit
          .apply(call, busy, clock)
          .run(
              () -> {
                ending.accept(limit.remaining(busy));
                return true;
              });
    } catch (RuntimeException | Error e) {
      throw Failures.of(e);
    } finally {
      endingTransaction.remove(call);
    }
  }

  private static void changeMarks(Mark mark, Consumer<Mark> change) throws SQLException {
    try {
      change.accept(mark);
    } catch (RuntimeException e) {
      throw Failures.of(e);
    }
  }

  private void release() {
    endingTransaction.forEach(Call::cancel);
    for (AvaticaStatement statement : List.copyOf(statementMap.values())) {
      ((MoraineStatement) statement).close_();
    }
    session.close();
  }

  private Meta.StatementHandle newHandle() {
    return new Meta.StatementHandle(id, lastStatementId.incrementAndGet(), null);
  }

  private void warnOfOtherCursor(int type, int concurrency, int holdability) throws SQLException {
    if (Arguments.isOtherThan(
        type,
        "result set type",
        ResultSet.TYPE_FORWARD_ONLY,
        ResultSet.TYPE_SCROLL_INSENSITIVE,
        ResultSet.TYPE_SCROLL_SENSITIVE)) {
      warn("results move forward only");
    }
    if (Arguments.isOtherThan(
        concurrency,
        "result set concurrency",
        ResultSet.CONCUR_READ_ONLY,
        ResultSet.CONCUR_UPDATABLE)) {
      warn("results are read-only");
    }
    if (Arguments.isOtherThan(
        holdability,
        "holdability",
        ResultSet.CLOSE_CURSORS_AT_COMMIT,
        ResultSet.HOLD_CURSORS_OVER_COMMIT)) {
      warn("results end with their transaction");
    }
  }

  private void warn(String message) {
    SQLWarning warning = SqlErrors.warning(message);
    SQLWarning first = warnings.compareAndExchange(null, warning);
    if (first != null) {
      first.setNextWarning(warning);
    }
  }

  private void requireClientInfo(Iterable<String> names) throws SQLClientInfoException {
    for (String name : names) {
      if (closed.get()) {
        throw SqlErrors.clientInfo(
            SqlState.CONNECTION_CLOSED,
            "the connection is closed",
            List.of(name),
            ClientInfoStatus.REASON_UNKNOWN);
      }
      if (!CLIENT_INFO.contains(name)) {
        throw SqlErrors.clientInfo(
            SqlState.INVALID_ARGUMENT,
            "client info " + name + " is not kept; known are " + CLIENT_INFO,
            List.of(name),
            ClientInfoStatus.REASON_UNKNOWN_PROPERTY);
      }
    }
  }

  private static String requireSchema(String name) throws SQLException {
    return SchemaCatalog.schemaNames().stream()
        .filter(each -> each.equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                SqlErrors.of(
                    SqlState.UNKNOWN_SCHEMA,
                    "there is no schema "
                        + name
                        + "; the schemas are "
                        + SchemaCatalog.schemaNames()));
  }

  private SQLException refusal(String method) throws SQLException {
    checkOpen();
    return SqlErrors.unsupported("Connection." + method);
  }
}
