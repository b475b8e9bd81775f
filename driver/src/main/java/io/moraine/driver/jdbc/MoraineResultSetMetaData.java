package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.metadata.Identity;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** The columns of a result. Immutable. */
final class MoraineResultSetMetaData implements ResultSetMetaData {
  private final List<ResultColumn> columns;

  MoraineResultSetMetaData(List<ResultColumn> columns) {
    this.columns = List.copyOf(columns);
  }

  List<ResultColumn> columns() {
    return columns;
  }

  @Override
  public int getColumnCount() {
    return columns.size();
  }

  @Override
  public boolean isAutoIncrement(int column) throws SQLException {
    column(column);
    return false;
  }

  @Override
  public boolean isCaseSensitive(int column) throws SQLException {
    return column(column).type().isText();
  }

  @Override
  public boolean isSearchable(int column) throws SQLException {
    column(column);
    return true;
  }

  @Override
  public boolean isCurrency(int column) throws SQLException {
    column(column);
    return false;
  }

  @Override
  public int isNullable(int column) throws SQLException {
    return column(column).nullability();
  }

  @Override
  public boolean isSigned(int column) throws SQLException {
    return column(column).type().isNumber();
  }

  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    return column(column).type().displaySize();
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return column(column).label();
  }

  @Override
  public String getColumnName(int column) throws SQLException {
    return column(column).name();
  }

  @Override
  public String getSchemaName(int column) throws SQLException {
    return column(column).schema();
  }

  @Override
  public int getPrecision(int column) throws SQLException {
    return column(column).precision();
  }

  @Override
  public int getScale(int column) throws SQLException {
    return column(column).scale();
  }

  @Override
  public String getTableName(int column) throws SQLException {
    return column(column).table();
  }

  @Override
  public String getCatalogName(int column) throws SQLException {
    return column(column).table().isEmpty() ? "" : Identity.CATALOG;
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    return column(column).type().code();
  }

  @Override
  public String getColumnTypeName(int column) throws SQLException {
    return column(column).type().sqlName();
  }

  @Override
  public boolean isReadOnly(int column) throws SQLException {
    column(column);
    return true;
  }

  @Override
  public boolean isWritable(int column) throws SQLException {
    column(column);
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int column) throws SQLException {
    column(column);
    return false;
  }

  @Override
  public String getColumnClassName(int column) throws SQLException {
    return column(column).type().javaClass().getName();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  private ResultColumn column(int column) throws SQLException {
    if (column < 1 || column > columns.size()) {
      throw SqlErrors.of(
          SqlState.INVALID_COLUMN_INDEX,
          "there is no column " + column + "; the result has " + columns.size());
    }
    return columns.get(column - 1);
  }
}
