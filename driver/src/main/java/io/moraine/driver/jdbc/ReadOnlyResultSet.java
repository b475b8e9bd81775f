package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.jspecify.annotations.Nullable;

/**
 * What a result that is read-only and moves forward alone refuses: changes of rows and every other
 * way to move. Each refusal names the method.
 */
abstract class ReadOnlyResultSet extends AvaticaResultSet {
  ReadOnlyResultSet(Meta.Signature signature, ResultSetMetaData metaData) throws SQLException {
    super(null, new QueryState(""), signature, metaData, TimeZone.getDefault(), null);
  }

  private SQLException refusal(String method) throws SQLException {
    checkOpen();
    return SqlErrors.unsupported(method);
  }

  @Override
  public void beforeFirst() throws SQLException {
    throw refusal("ResultSet.beforeFirst");
  }

  @Override
  public void afterLast() throws SQLException {
    throw refusal("ResultSet.afterLast");
  }

  @Override
  public boolean first() throws SQLException {
    throw refusal("ResultSet.first");
  }

  @Override
  public boolean last() throws SQLException {
    throw refusal("ResultSet.last");
  }

  @Override
  public boolean absolute(int rows) throws SQLException {
    throw refusal("ResultSet.absolute");
  }

  @Override
  public boolean relative(int rows) throws SQLException {
    throw refusal("ResultSet.relative");
  }

  @Override
  public boolean previous() throws SQLException {
    throw refusal("ResultSet.previous");
  }

  @Override
  public void updateNull(int column) throws SQLException {
    throw refusal("ResultSet.updateNull");
  }

  @Override
  public void updateBoolean(int column, boolean value) throws SQLException {
    throw refusal("ResultSet.updateBoolean");
  }

  @Override
  public void updateByte(int column, byte value) throws SQLException {
    throw refusal("ResultSet.updateByte");
  }

  @Override
  public void updateShort(int column, short value) throws SQLException {
    throw refusal("ResultSet.updateShort");
  }

  @Override
  public void updateInt(int column, int value) throws SQLException {
    throw refusal("ResultSet.updateInt");
  }

  @Override
  public void updateLong(int column, long value) throws SQLException {
    throw refusal("ResultSet.updateLong");
  }

  @Override
  public void updateFloat(int column, float value) throws SQLException {
    throw refusal("ResultSet.updateFloat");
  }

  @Override
  public void updateDouble(int column, double value) throws SQLException {
    throw refusal("ResultSet.updateDouble");
  }

  @Override
  public void updateBigDecimal(int column, @Nullable BigDecimal value) throws SQLException {
    throw refusal("ResultSet.updateBigDecimal");
  }

  @Override
  public void updateString(int column, @Nullable String value) throws SQLException {
    throw refusal("ResultSet.updateString");
  }

  @Override
  public void updateBytes(int column, byte @Nullable [] value) throws SQLException {
    throw refusal("ResultSet.updateBytes");
  }

  @Override
  public void updateDate(int column, @Nullable Date value) throws SQLException {
    throw refusal("ResultSet.updateDate");
  }

  @Override
  public void updateTime(int column, @Nullable Time value) throws SQLException {
    throw refusal("ResultSet.updateTime");
  }

  @Override
  public void updateTimestamp(int column, @Nullable Timestamp value) throws SQLException {
    throw refusal("ResultSet.updateTimestamp");
  }

  @Override
  public void updateAsciiStream(int column, @Nullable InputStream value, int length)
      throws SQLException {
    throw refusal("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(int column, @Nullable InputStream value, int length)
      throws SQLException {
    throw refusal("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(int column, @Nullable Reader value, int length)
      throws SQLException {
    throw refusal("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateObject(int column, @Nullable Object value, int length) throws SQLException {
    throw refusal("ResultSet.updateObject");
  }

  @Override
  public void updateObject(int column, @Nullable Object value) throws SQLException {
    throw refusal("ResultSet.updateObject");
  }

  @Override
  public void updateNull(String column) throws SQLException {
    throw refusal("ResultSet.updateNull");
  }

  @Override
  public void updateBoolean(String column, boolean value) throws SQLException {
    throw refusal("ResultSet.updateBoolean");
  }

  @Override
  public void updateByte(String column, byte value) throws SQLException {
    throw refusal("ResultSet.updateByte");
  }

  @Override
  public void updateShort(String column, short value) throws SQLException {
    throw refusal("ResultSet.updateShort");
  }

  @Override
  public void updateInt(String column, int value) throws SQLException {
    throw refusal("ResultSet.updateInt");
  }

  @Override
  public void updateLong(String column, long value) throws SQLException {
    throw refusal("ResultSet.updateLong");
  }

  @Override
  public void updateFloat(String column, float value) throws SQLException {
    throw refusal("ResultSet.updateFloat");
  }

  @Override
  public void updateDouble(String column, double value) throws SQLException {
    throw refusal("ResultSet.updateDouble");
  }

  @Override
  public void updateBigDecimal(String column, @Nullable BigDecimal value) throws SQLException {
    throw refusal("ResultSet.updateBigDecimal");
  }

  @Override
  public void updateString(String column, @Nullable String value) throws SQLException {
    throw refusal("ResultSet.updateString");
  }

  @Override
  public void updateBytes(String column, byte @Nullable [] value) throws SQLException {
    throw refusal("ResultSet.updateBytes");
  }

  @Override
  public void updateDate(String column, @Nullable Date value) throws SQLException {
    throw refusal("ResultSet.updateDate");
  }

  @Override
  public void updateTime(String column, @Nullable Time value) throws SQLException {
    throw refusal("ResultSet.updateTime");
  }

  @Override
  public void updateTimestamp(String column, @Nullable Timestamp value) throws SQLException {
    throw refusal("ResultSet.updateTimestamp");
  }

  @Override
  public void updateAsciiStream(String column, @Nullable InputStream value, int length)
      throws SQLException {
    throw refusal("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(String column, @Nullable InputStream value, int length)
      throws SQLException {
    throw refusal("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(String column, @Nullable Reader value, int length)
      throws SQLException {
    throw refusal("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateObject(String column, @Nullable Object value, int length) throws SQLException {
    throw refusal("ResultSet.updateObject");
  }

  @Override
  public void updateObject(String column, @Nullable Object value) throws SQLException {
    throw refusal("ResultSet.updateObject");
  }

  @Override
  public void insertRow() throws SQLException {
    throw refusal("ResultSet.insertRow");
  }

  @Override
  public void updateRow() throws SQLException {
    throw refusal("ResultSet.updateRow");
  }

  @Override
  public void deleteRow() throws SQLException {
    throw refusal("ResultSet.deleteRow");
  }

  @Override
  public void refreshRow() throws SQLException {
    throw refusal("ResultSet.refreshRow");
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    throw refusal("ResultSet.cancelRowUpdates");
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    throw refusal("ResultSet.moveToInsertRow");
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    throw refusal("ResultSet.moveToCurrentRow");
  }

  @Override
  public void updateRef(int column, @Nullable Ref value) throws SQLException {
    throw refusal("ResultSet.updateRef");
  }

  @Override
  public void updateRef(String column, @Nullable Ref value) throws SQLException {
    throw refusal("ResultSet.updateRef");
  }

  @Override
  public void updateBlob(int column, @Nullable Blob value) throws SQLException {
    throw refusal("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(String column, @Nullable Blob value) throws SQLException {
    throw refusal("ResultSet.updateBlob");
  }

  @Override
  public void updateClob(int column, @Nullable Clob value) throws SQLException {
    throw refusal("ResultSet.updateClob");
  }

  @Override
  public void updateClob(String column, @Nullable Clob value) throws SQLException {
    throw refusal("ResultSet.updateClob");
  }

  @Override
  public void updateArray(int column, @Nullable Array value) throws SQLException {
    throw refusal("ResultSet.updateArray");
  }

  @Override
  public void updateArray(String column, @Nullable Array value) throws SQLException {
    throw refusal("ResultSet.updateArray");
  }

  @Override
  public void updateRowId(int column, @Nullable RowId value) throws SQLException {
    throw refusal("ResultSet.updateRowId");
  }

  @Override
  public void updateRowId(String column, @Nullable RowId value) throws SQLException {
    throw refusal("ResultSet.updateRowId");
  }

  @Override
  public void updateNString(int column, @Nullable String value) throws SQLException {
    throw refusal("ResultSet.updateNString");
  }

  @Override
  public void updateNString(String column, @Nullable String value) throws SQLException {
    throw refusal("ResultSet.updateNString");
  }

  @Override
  public void updateNClob(int column, @Nullable NClob value) throws SQLException {
    throw refusal("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(String column, @Nullable NClob value) throws SQLException {
    throw refusal("ResultSet.updateNClob");
  }

  @Override
  public void updateSQLXML(int column, @Nullable SQLXML value) throws SQLException {
    throw refusal("ResultSet.updateSQLXML");
  }

  @Override
  public void updateSQLXML(String column, @Nullable SQLXML value) throws SQLException {
    throw refusal("ResultSet.updateSQLXML");
  }

  @Override
  public void updateNCharacterStream(int column, @Nullable Reader value, long length)
      throws SQLException {
    throw refusal("ResultSet.updateNCharacterStream");
  }

  @Override
  public void updateNCharacterStream(String column, @Nullable Reader value, long length)
      throws SQLException {
    throw refusal("ResultSet.updateNCharacterStream");
  }

  @Override
  public void updateAsciiStream(int column, @Nullable InputStream value, long length)
      throws SQLException {
    throw refusal("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(int column, @Nullable InputStream value, long length)
      throws SQLException {
    throw refusal("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(int column, @Nullable Reader value, long length)
      throws SQLException {
    throw refusal("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateAsciiStream(String column, @Nullable InputStream value, long length)
      throws SQLException {
    throw refusal("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(String column, @Nullable InputStream value, long length)
      throws SQLException {
    throw refusal("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(String column, @Nullable Reader value, long length)
      throws SQLException {
    throw refusal("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateBlob(int column, @Nullable InputStream value, long length) throws SQLException {
    throw refusal("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(String column, @Nullable InputStream value, long length)
      throws SQLException {
    throw refusal("ResultSet.updateBlob");
  }

  @Override
  public void updateClob(int column, @Nullable Reader value, long length) throws SQLException {
    throw refusal("ResultSet.updateClob");
  }

  @Override
  public void updateClob(String column, @Nullable Reader value, long length) throws SQLException {
    throw refusal("ResultSet.updateClob");
  }

  @Override
  public void updateNClob(int column, @Nullable Reader value, long length) throws SQLException {
    throw refusal("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(String column, @Nullable Reader value, long length) throws SQLException {
    throw refusal("ResultSet.updateNClob");
  }

  @Override
  public void updateNCharacterStream(int column, @Nullable Reader value) throws SQLException {
    throw refusal("ResultSet.updateNCharacterStream");
  }

  @Override
  public void updateNCharacterStream(String column, @Nullable Reader value) throws SQLException {
    throw refusal("ResultSet.updateNCharacterStream");
  }

  @Override
  public void updateAsciiStream(int column, @Nullable InputStream value) throws SQLException {
    throw refusal("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(int column, @Nullable InputStream value) throws SQLException {
    throw refusal("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(int column, @Nullable Reader value) throws SQLException {
    throw refusal("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateAsciiStream(String column, @Nullable InputStream value) throws SQLException {
    throw refusal("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(String column, @Nullable InputStream value) throws SQLException {
    throw refusal("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(String column, @Nullable Reader value) throws SQLException {
    throw refusal("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateBlob(int column, @Nullable InputStream value) throws SQLException {
    throw refusal("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(String column, @Nullable InputStream value) throws SQLException {
    throw refusal("ResultSet.updateBlob");
  }

  @Override
  public void updateClob(int column, @Nullable Reader value) throws SQLException {
    throw refusal("ResultSet.updateClob");
  }

  @Override
  public void updateClob(String column, @Nullable Reader value) throws SQLException {
    throw refusal("ResultSet.updateClob");
  }

  @Override
  public void updateNClob(int column, @Nullable Reader value) throws SQLException {
    throw refusal("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(String column, @Nullable Reader value) throws SQLException {
    throw refusal("ResultSet.updateNClob");
  }

  @Override
  public void updateObject(
      int column, @Nullable Object value, @Nullable SQLType length, int scaleOrLength)
      throws SQLException {
    throw refusal("ResultSet.updateObject");
  }

  @Override
  public void updateObject(
      String column, @Nullable Object value, @Nullable SQLType length, int scaleOrLength)
      throws SQLException {
    throw refusal("ResultSet.updateObject");
  }

  @Override
  public void updateObject(int column, @Nullable Object value, @Nullable SQLType length)
      throws SQLException {
    throw refusal("ResultSet.updateObject");
  }

  @Override
  public void updateObject(String column, @Nullable Object value, @Nullable SQLType length)
      throws SQLException {
    throw refusal("ResultSet.updateObject");
  }
}
