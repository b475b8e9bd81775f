package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Calendar;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * The setters of a prepared statement. All of them come down to one: an object, converted to the
 * type that the plan declares for the parameter.
 */
abstract class ParameterizedStatement extends MoraineStatement implements PreparedStatement {
  ParameterizedStatement(MoraineConnection owner, Meta.StatementHandle handle) {
    super(owner, handle);
  }

  /** Where the parameters are kept. */
  abstract ParameterSlots slots();

  private void set(int parameter, @Nullable Object value) throws SQLException {
    set(parameter, value, null);
  }

  private void set(int parameter, @Nullable Object value, @Nullable Calendar calendar)
      throws SQLException {
    checkOpen();
    slots().set(parameter, value, calendar);
  }

  private void setTyped(int parameter, @Nullable Object value, int targetType, int scaleOrLength)
      throws SQLException {
    checkOpen();
    requireKnownType(targetType);
    if (value instanceof InputStream stream) {
      set(parameter, Streams.bytes(stream, scaleOrLength));
    } else if (value instanceof Reader reader) {
      set(parameter, Streams.text(reader, scaleOrLength));
    } else if (value instanceof BigDecimal decimal
        && (targetType == Types.DECIMAL || targetType == Types.NUMERIC)) {
      set(parameter, decimal.setScale(scaleOrLength, RoundingMode.HALF_UP));
    } else {
      set(parameter, value);
    }
  }

  private SQLException refusal(String method) throws SQLException {
    checkOpen();
    return SqlErrors.unsupported(method);
  }

  private int codeOf(@Nullable SQLType type) throws SQLException {
    checkOpen();
    if (type == null || type.getVendorTypeNumber() == null) {
      throw Arguments.invalid("the SQL type is null or has no number");
    }
    return type.getVendorTypeNumber();
  }

  private void requireKnownType(int targetType) throws SQLException {
    checkOpen();
    try {
      switch (JDBCType.valueOf(targetType)) {
        case ARRAY, STRUCT, REF, REF_CURSOR, DATALINK, ROWID, SQLXML, DISTINCT ->
            throw SqlErrors.unsupported("A parameter of type " + JDBCType.valueOf(targetType));
        default -> {}
      }
    } catch (IllegalArgumentException e) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT, targetType + " is no number of java.sql.Types", e);
    }
  }

  @Override
  public void setBoolean(int parameter, boolean value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setByte(int parameter, byte value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setShort(int parameter, short value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setInt(int parameter, int value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setLong(int parameter, long value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setFloat(int parameter, float value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setDouble(int parameter, double value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setBigDecimal(int parameter, @Nullable BigDecimal value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setString(int parameter, @Nullable String value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setNString(int parameter, @Nullable String value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setObject(int parameter, @Nullable Object value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setBytes(int parameter, byte @Nullable [] value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setNull(int parameter, int sqlType) throws SQLException {
    requireKnownType(sqlType);
    set(parameter, null);
  }

  @Override
  public void setNull(int parameter, int sqlType, @Nullable String typeName) throws SQLException {
    setNull(parameter, sqlType);
  }

  @Override
  public void setDate(int parameter, @Nullable Date value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setDate(int parameter, @Nullable Date value, @Nullable Calendar calendar)
      throws SQLException {
    set(parameter, value, calendar);
  }

  @Override
  public void setTime(int parameter, @Nullable Time value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setTime(int parameter, @Nullable Time value, @Nullable Calendar calendar)
      throws SQLException {
    set(parameter, value, calendar);
  }

  @Override
  public void setTimestamp(int parameter, @Nullable Timestamp value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setTimestamp(int parameter, @Nullable Timestamp value, @Nullable Calendar calendar)
      throws SQLException {
    set(parameter, value, calendar);
  }

  @Override
  public void setObject(int parameter, @Nullable Object value, int targetType) throws SQLException {
    requireKnownType(targetType);
    set(parameter, value);
  }

  @Override
  public void setObject(int parameter, @Nullable Object value, int targetType, int scaleOrLength)
      throws SQLException {
    setTyped(parameter, value, targetType, scaleOrLength);
  }

  @Override
  public void setObject(int parameter, @Nullable Object value, @Nullable SQLType targetType)
      throws SQLException {
    setObject(parameter, value, codeOf(targetType));
  }

  @Override
  public void setObject(
      int parameter, @Nullable Object value, @Nullable SQLType targetType, int scaleOrLength)
      throws SQLException {
    setTyped(parameter, value, codeOf(targetType), scaleOrLength);
  }

  @Override
  public void setAsciiStream(int parameter, @Nullable InputStream stream, int length)
      throws SQLException {
    set(parameter, Streams.text(stream, length, StandardCharsets.US_ASCII));
  }

  @Override
  public void setBinaryStream(int parameter, @Nullable InputStream stream, int length)
      throws SQLException {
    set(parameter, Streams.bytes(stream, length));
  }

  @Override
  public void setCharacterStream(int parameter, @Nullable Reader reader, int length)
      throws SQLException {
    set(parameter, Streams.text(reader, length));
  }

  @Override
  public void setAsciiStream(int parameter, @Nullable InputStream stream, long length)
      throws SQLException {
    set(parameter, Streams.text(stream, length, StandardCharsets.US_ASCII));
  }

  @Override
  public void setBinaryStream(int parameter, @Nullable InputStream stream, long length)
      throws SQLException {
    set(parameter, Streams.bytes(stream, length));
  }

  @Override
  public void setCharacterStream(int parameter, @Nullable Reader reader, long length)
      throws SQLException {
    set(parameter, Streams.text(reader, length));
  }

  @Override
  public void setAsciiStream(int parameter, @Nullable InputStream stream) throws SQLException {
    set(parameter, Streams.text(stream, Streams.WHOLE, StandardCharsets.US_ASCII));
  }

  @Override
  public void setBinaryStream(int parameter, @Nullable InputStream stream) throws SQLException {
    set(parameter, Streams.bytes(stream, Streams.WHOLE));
  }

  @Override
  public void setCharacterStream(int parameter, @Nullable Reader reader) throws SQLException {
    set(parameter, Streams.text(reader, Streams.WHOLE));
  }

  @Override
  public void setNCharacterStream(int parameter, @Nullable Reader reader, long length)
      throws SQLException {
    set(parameter, Streams.text(reader, length));
  }

  @Override
  public void setBlob(int parameter, @Nullable InputStream stream, long length)
      throws SQLException {
    set(parameter, Streams.bytes(stream, length));
  }

  @Override
  public void setClob(int parameter, @Nullable Reader reader, long length) throws SQLException {
    set(parameter, Streams.text(reader, length));
  }

  @Override
  public void setNClob(int parameter, @Nullable Reader reader, long length) throws SQLException {
    set(parameter, Streams.text(reader, length));
  }

  @Override
  public void setNCharacterStream(int parameter, @Nullable Reader reader) throws SQLException {
    set(parameter, Streams.text(reader, Streams.WHOLE));
  }

  @Override
  public void setBlob(int parameter, @Nullable InputStream stream) throws SQLException {
    set(parameter, Streams.bytes(stream, Streams.WHOLE));
  }

  @Override
  public void setClob(int parameter, @Nullable Reader reader) throws SQLException {
    set(parameter, Streams.text(reader, Streams.WHOLE));
  }

  @Override
  public void setNClob(int parameter, @Nullable Reader reader) throws SQLException {
    set(parameter, Streams.text(reader, Streams.WHOLE));
  }

  @Override
  public void setBlob(int parameter, @Nullable Blob value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setClob(int parameter, @Nullable Clob value) throws SQLException {
    set(parameter, value);
  }

  @Override
  public void setNClob(int parameter, @Nullable NClob value) throws SQLException {
    set(parameter, value);
  }

  @Override
  @SuppressWarnings("deprecation") // part of the interface
  public void setUnicodeStream(int parameter, @Nullable InputStream stream, int length)
      throws SQLException {
    set(parameter, Streams.text(stream, length, StandardCharsets.UTF_8));
  }

  @Override
  public void setRef(int parameter, @Nullable Ref value) throws SQLException {
    throw refusal("PreparedStatement.setRef");
  }

  @Override
  public void setArray(int parameter, @Nullable Array value) throws SQLException {
    throw refusal("PreparedStatement.setArray");
  }

  @Override
  public void setRowId(int parameter, @Nullable RowId value) throws SQLException {
    throw refusal("PreparedStatement.setRowId");
  }

  @Override
  public void setSQLXML(int parameter, @Nullable SQLXML value) throws SQLException {
    throw refusal("PreparedStatement.setSQLXML");
  }

  @Override
  public void setURL(int parameter, @Nullable URL value) throws SQLException {
    throw refusal("PreparedStatement.setURL");
  }
}
