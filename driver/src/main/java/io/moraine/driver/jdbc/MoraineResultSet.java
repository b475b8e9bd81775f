package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * Rows that move forward and are read by getters. Reading is for one thread at a time; closing is
 * for any thread.
 */
final class MoraineResultSet extends ReadableResultSet {
  private final List<ResultColumn> columns;
  private final ColumnReader[] readers;
  private final Rows rows;
  private final @Nullable MoraineStatement owner;
  private final long maxRows;

  private @Nullable Object @Nullable [] current;
  private @Nullable Object @Nullable [] ahead;
  private boolean lookedAhead;
  private boolean ended;
  private boolean anyRow;
  private long rowNumber;
  private boolean wasNull;
  private int fetchSize;
  private volatile boolean closed;

  private MoraineResultSet(
      MoraineResultSetMetaData metaData,
      Meta.Signature signature,
      Rows rows,
      @Nullable MoraineStatement owner,
      long maxRows)
      throws SQLException {
    super(signature, metaData);
    this.columns = metaData.columns();
    this.readers = new ColumnReader[columns.size()];
    this.rows = rows;
    this.owner = owner;
    this.maxRows = maxRows == 0 ? Long.MAX_VALUE : maxRows;
  }

  /** The result of a statement; the first row, if there is one, is read already. */
  static MoraineResultSet of(
      MoraineStatement owner, Prepared prepared, Rows rows, long maxRows, int fetchSize)
      throws SQLException {
    MoraineResultSet result =
        new MoraineResultSet(prepared.metaData(), prepared.signature(), rows, owner, maxRows);
    result.fetchSize = fetchSize;
    return result;
  }

  /** A result of no statement. */
  static MoraineResultSet detached(List<ResultColumn> columns, Rows rows) throws SQLException {
    Meta.Signature signature =
        Meta.Signature.create(
            List.of(), "", List.of(), Meta.CursorFactory.ARRAY, Meta.StatementType.SELECT);
    return new MoraineResultSet(new MoraineResultSetMetaData(columns), signature, rows, null, 0);
  }

  /** The same as a result of {@code statement}, for answers about the database. */
  static MoraineResultSet answering(
      MoraineStatement statement, List<ResultColumn> columns, List<@Nullable Object[]> rows)
      throws SQLException {
    Meta.Signature signature =
        Meta.Signature.create(
            List.of(), "", List.of(), Meta.CursorFactory.ARRAY, Meta.StatementType.SELECT);
    return new MoraineResultSet(
        new MoraineResultSetMetaData(columns), signature, new ListRows(rows), statement, 0);
  }

  /** Reads the first row, so that errors show when the statement is executed. */
  void readAhead() throws SQLException {
    if (!lookedAhead) {
      ahead = rowNumber < maxRows ? rows.next() : null;
      lookedAhead = true;
      if (ahead == null) {
        rows.close();
      }
    }
  }

  @Override
  public boolean next() throws SQLException {
    checkOpen();
    if (ended) {
      return false;
    }
    readAhead();
    current = ahead;
    ahead = null;
    lookedAhead = false;
    if (current == null) {
      ended = true;
      lookedAhead = true;
      rowNumber = 0;
      return false;
    }
    rowNumber++;
    anyRow = true;
    return true;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    rows.close();
    if (owner != null) {
      owner.resultClosed(this);
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  protected void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.of(
          SqlState.OBJECT_CLOSED,
          "the result set is closed; commit, rollback and the next execution close it too");
    }
  }

  @Override
  @Nullable Object value(int column) throws SQLException {
    checkOpen();
    if (current == null) {
      throw SqlErrors.of(
          SqlState.INVALID_CURSOR_STATE,
          ended ? "the result set is behind its last row" : "call next() before reading a row");
    }
    if (column < 1 || column > columns.size()) {
      throw SqlErrors.of(
          SqlState.INVALID_COLUMN_INDEX,
          "there is no column " + column + "; the result has " + columns.size());
    }
    Object value = rows.decode(current[column - 1], column - 1);
    wasNull = value == null;
    return value;
  }

  @Override
  ColumnReader reader(int column) {
    ColumnReader reader = readers[column - 1];
    if (reader == null) {
      reader = new ColumnReader(column, columns.get(column - 1));
      readers[column - 1] = reader;
    }
    return reader;
  }

  @Override
  public int findColumn(@Nullable String label) throws SQLException {
    checkOpen();
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).label().equalsIgnoreCase(label)) {
        return i + 1;
      }
    }
    throw SqlErrors.of(
        SqlState.INVALID_COLUMN_INDEX,
        "there is no column '"
            + label
            + "'; the result has "
            + columns.stream().map(ResultColumn::label).toList());
  }

  @Override
  public boolean wasNull() throws SQLException {
    checkOpen();
    return wasNull;
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return resultSetMetaData;
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    checkOpen();
    if (rowNumber > 0 || ended) {
      return false;
    }
    readAhead();
    return ahead != null;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    checkOpen();
    return ended && anyRow;
  }

  @Override
  public boolean isFirst() throws SQLException {
    checkOpen();
    return rowNumber == 1;
  }

  @Override
  public boolean isLast() throws SQLException {
    checkOpen();
    if (current == null) {
      return false;
    }
    readAhead();
    return ahead == null;
  }

  @Override
  public int getRow() throws SQLException {
    checkOpen();
    return (int) Math.min(Integer.MAX_VALUE, rowNumber);
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
  public void setFetchSize(int size) throws SQLException {
    checkOpen();
    fetchSize = Arguments.requireNotNegative(size, "fetch size");
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  @Override
  public int getType() throws SQLException {
    checkOpen();
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getConcurrency() throws SQLException {
    checkOpen();
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public boolean rowInserted() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public @Nullable MoraineStatement getStatement() throws SQLException {
    checkOpen();
    return owner;
  }

  @Override
  public String getCursorName() throws SQLException {
    checkOpen();
    throw SqlErrors.unsupported("ResultSet.getCursorName");
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
}
