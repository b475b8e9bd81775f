package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.AvaticaUtils;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** A statement that is planned once, with parameters that keep their values until set anew. */
final class MorainePreparedStatement extends ParameterizedStatement {
  private final Prepared prepared;
  private final ParameterSlots slots;
  private final List<@Nullable Object[]> batch = new ArrayList<>();

  MorainePreparedStatement(MoraineConnection owner, Meta.StatementHandle handle, Prepared prepared)
      throws SQLException {
    super(owner, handle);
    this.prepared = prepared;
    this.slots = new ParameterSlots(prepared.plan().parameterTypes());
    setPoolable(true);
  }

  @Override
  ParameterSlots slots() {
    return slots;
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    checkOpen();
    begin();
    prepared.requireRows();
    return run(prepared, slots.values());
  }

  @Override
  public boolean execute() throws SQLException {
    checkOpen();
    begin();
    return execute(List.of(prepared), slots.values(), false);
  }

  @Override
  public int executeUpdate() throws SQLException {
    return AvaticaUtils.toSaturatedInt(executeLargeUpdate());
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    checkOpen();
    begin();
    update(List.of(prepared), slots.values());
    return getLargeUpdateCount();
  }

  @Override
  public void clearParameters() throws SQLException {
    checkOpen();
    slots.clear();
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    checkOpen();
    return new MoraineParameterMetaData(prepared.plan().parameterTypes());
  }

  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return prepared.writes() ? null : prepared.metaData();
  }

  @Override
  public void addBatch() throws SQLException {
    checkOpen();
    batch.add(slots.values());
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
    List<@Nullable Object[]> all = List.copyOf(batch);
    batch.clear();
    return new Batch(owner(), this)
        .run(
            all.stream()
                .map(each -> (Batch.Element) () -> Batch.writesOf(List.of(prepared), each))
                .toList());
  }

  @Override
  public ResultSet executeQuery(@Nullable String sql) throws SQLException {
    throw takesNoText("executeQuery");
  }

  @Override
  public boolean execute(@Nullable String sql) throws SQLException {
    throw takesNoText("execute");
  }

  @Override
  public long executeLargeUpdate(@Nullable String sql) throws SQLException {
    throw takesNoText("executeUpdate");
  }

  @Override
  public void addBatch(@Nullable String sql) throws SQLException {
    throw takesNoText("addBatch");
  }

  private SQLException takesNoText(String method) throws SQLException {
    checkOpen();
    return SqlErrors.of(
        SqlState.INVALID_STATEMENT,
        "a prepared statement has its SQL already; call " + method + " without a text");
  }
}
