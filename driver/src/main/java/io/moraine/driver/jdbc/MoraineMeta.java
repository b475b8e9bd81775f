package io.moraine.driver.jdbc;

import java.util.List;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.MetaImpl;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.remote.TypedValue;

/**
 * The side of Avatica that a remote client would talk to. A connection needs one; but everything
 * runs in its own classes, which know transactions, so this one answers nothing.
 */
final class MoraineMeta extends MetaImpl {
  MoraineMeta(AvaticaConnection connection) {
    super(connection);
  }

  @Override
  public StatementHandle prepare(ConnectionHandle connection, String sql, long maxRows) {
    throw elsewhere();
  }

  @Override
  @Deprecated
  public ExecuteResult prepareAndExecute(
      StatementHandle statement, String sql, long maxRows, PrepareCallback callback) {
    throw elsewhere();
  }

  @Override
  public ExecuteResult prepareAndExecute(
      StatementHandle statement,
      String sql,
      long maxRows,
      int maxRowsInFirstFrame,
      PrepareCallback callback) {
    throw elsewhere();
  }

  @Override
  public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle statement, List<String> sql) {
    throw elsewhere();
  }

  @Override
  public ExecuteBatchResult executeBatch(
      StatementHandle statement, List<List<TypedValue>> parameters) {
    throw elsewhere();
  }

  @Override
  public Frame fetch(StatementHandle statement, long offset, int maxRows) {
    throw elsewhere();
  }

  @Override
  @Deprecated
  public ExecuteResult execute(
      StatementHandle statement, List<TypedValue> parameters, long maxRows) {
    throw elsewhere();
  }

  @Override
  public ExecuteResult execute(
      StatementHandle statement, List<TypedValue> parameters, int maxRowsInFirstFrame) {
    throw elsewhere();
  }

  @Override
  public void closeStatement(StatementHandle statement) {
    // A statement of the driver holds nothing here.
  }

  @Override
  public boolean syncResults(StatementHandle statement, QueryState state, long offset) {
    throw elsewhere();
  }

  @Override
  public void commit(Meta.ConnectionHandle connection) {
    throw elsewhere();
  }

  @Override
  public void rollback(Meta.ConnectionHandle connection) {
    throw elsewhere();
  }

  private static UnsupportedOperationException elsewhere() {
    return new UnsupportedOperationException("Call the connection and its statements");
  }
}
