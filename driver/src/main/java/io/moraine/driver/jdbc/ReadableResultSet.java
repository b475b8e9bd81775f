package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * The getters of a result set. All of them go through two values: what the row holds, and the
 * reader of its column.
 */
abstract class ReadableResultSet extends ReadOnlyResultSet {
  ReadableResultSet(Meta.Signature signature, ResultSetMetaData metaData) throws SQLException {
    super(signature, metaData);
  }

  /**
   * The value of a column in the current row.
   *
   * @throws SQLException if the result set is closed, not on a row, or has no such column
   */
  abstract @Nullable Object value(int column) throws SQLException;

  /** The reader of a column that has a value. */
  abstract ColumnReader reader(int column);

  @Override
  public @Nullable String getString(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).conversions().text(value);
  }

  @Override
  public @Nullable String getString(String label) throws SQLException {
    return getString(findColumn(label));
  }

  @Override
  public boolean getBoolean(int column) throws SQLException {
    Object value = value(column);
    return value == null ? false : reader(column).conversions().toBoolean(value);
  }

  @Override
  public boolean getBoolean(String label) throws SQLException {
    return getBoolean(findColumn(label));
  }

  @Override
  public byte getByte(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : reader(column).conversions().toByte(value);
  }

  @Override
  public byte getByte(String label) throws SQLException {
    return getByte(findColumn(label));
  }

  @Override
  public short getShort(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : reader(column).conversions().toShort(value);
  }

  @Override
  public short getShort(String label) throws SQLException {
    return getShort(findColumn(label));
  }

  @Override
  public int getInt(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : reader(column).conversions().toInt(value);
  }

  @Override
  public int getInt(String label) throws SQLException {
    return getInt(findColumn(label));
  }

  @Override
  public long getLong(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : reader(column).conversions().toLong(value);
  }

  @Override
  public long getLong(String label) throws SQLException {
    return getLong(findColumn(label));
  }

  @Override
  public float getFloat(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : reader(column).conversions().toFloat(value);
  }

  @Override
  public float getFloat(String label) throws SQLException {
    return getFloat(findColumn(label));
  }

  @Override
  public double getDouble(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : reader(column).conversions().toDouble(value);
  }

  @Override
  public double getDouble(String label) throws SQLException {
    return getDouble(findColumn(label));
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).conversions().toDecimal(value);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(String label) throws SQLException {
    return getBigDecimal(findColumn(label));
  }

  @SuppressWarnings("deprecation") // part of the interface
  @Override
  public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    return scaled(column, scale);
  }

  @SuppressWarnings("deprecation") // part of the interface
  @Override
  public @Nullable BigDecimal getBigDecimal(String label, int scale) throws SQLException {
    return scaled(findColumn(label), scale);
  }

  private @Nullable BigDecimal scaled(int column, int scale) throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).conversions().toDecimal(value, scale);
  }

  @Override
  public byte @Nullable [] getBytes(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).conversions().toBytes(value);
  }

  @Override
  public byte @Nullable [] getBytes(String label) throws SQLException {
    return getBytes(findColumn(label));
  }

  @Override
  public @Nullable Date getDate(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).temporal().toDate(value, null);
  }

  @Override
  public @Nullable Date getDate(String label) throws SQLException {
    return getDate(findColumn(label));
  }

  @Override
  public @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).temporal().toDate(value, calendar);
  }

  @Override
  public @Nullable Date getDate(String label, @Nullable Calendar calendar) throws SQLException {
    return getDate(findColumn(label), calendar);
  }

  @Override
  public @Nullable Time getTime(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).temporal().toTime(value, null);
  }

  @Override
  public @Nullable Time getTime(String label) throws SQLException {
    return getTime(findColumn(label));
  }

  @Override
  public @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).temporal().toTime(value, calendar);
  }

  @Override
  public @Nullable Time getTime(String label, @Nullable Calendar calendar) throws SQLException {
    return getTime(findColumn(label), calendar);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).temporal().toTimestamp(value, null);
  }

  @Override
  public @Nullable Timestamp getTimestamp(String label) throws SQLException {
    return getTimestamp(findColumn(label));
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar)
      throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).temporal().toTimestamp(value, calendar);
  }

  @Override
  public @Nullable Timestamp getTimestamp(String label, @Nullable Calendar calendar)
      throws SQLException {
    return getTimestamp(findColumn(label), calendar);
  }

  @Override
  public @Nullable Object getObject(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).object(value);
  }

  @Override
  public @Nullable Object getObject(String label) throws SQLException {
    return getObject(findColumn(label));
  }

  @Override
  public @Nullable InputStream getAsciiStream(int column) throws SQLException {
    Object value = value(column);
    return value == null
        ? null
        : new ByteArrayInputStream(
            reader(column).conversions().text(value).getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public @Nullable InputStream getAsciiStream(String label) throws SQLException {
    return getAsciiStream(findColumn(label));
  }

  @SuppressWarnings("deprecation") // part of the interface
  @Override
  public @Nullable InputStream getUnicodeStream(int column) throws SQLException {
    return utf8(column);
  }

  @SuppressWarnings("deprecation") // part of the interface
  @Override
  public @Nullable InputStream getUnicodeStream(String label) throws SQLException {
    return utf8(findColumn(label));
  }

  private @Nullable InputStream utf8(int column) throws SQLException {
    Object value = value(column);
    return value == null
        ? null
        : new ByteArrayInputStream(
            reader(column).conversions().text(value).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public @Nullable InputStream getBinaryStream(int column) throws SQLException {
    Object value = value(column);
    return value == null
        ? null
        : new ByteArrayInputStream(reader(column).conversions().toBytes(value));
  }

  @Override
  public @Nullable InputStream getBinaryStream(String label) throws SQLException {
    return getBinaryStream(findColumn(label));
  }

  @Override
  public @Nullable Reader getCharacterStream(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : new StringReader(reader(column).conversions().text(value));
  }

  @Override
  public @Nullable Reader getCharacterStream(String label) throws SQLException {
    return getCharacterStream(findColumn(label));
  }

  @Override
  public @Nullable Reader getNCharacterStream(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : new StringReader(reader(column).conversions().text(value));
  }

  @Override
  public @Nullable Reader getNCharacterStream(String label) throws SQLException {
    return getNCharacterStream(findColumn(label));
  }

  @Override
  public @Nullable String getNString(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).conversions().text(value);
  }

  @Override
  public @Nullable String getNString(String label) throws SQLException {
    return getNString(findColumn(label));
  }

  @Override
  public @Nullable Blob getBlob(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : new BytesBlob(reader(column).conversions().toBytes(value));
  }

  @Override
  public @Nullable Blob getBlob(String label) throws SQLException {
    return getBlob(findColumn(label));
  }

  @Override
  public @Nullable Clob getClob(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : new TextClob(reader(column).conversions().text(value));
  }

  @Override
  public @Nullable Clob getClob(String label) throws SQLException {
    return getClob(findColumn(label));
  }

  @Override
  public @Nullable NClob getNClob(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : new TextClob(reader(column).conversions().text(value));
  }

  @Override
  public @Nullable NClob getNClob(String label) throws SQLException {
    return getNClob(findColumn(label));
  }

  @Override
  public @Nullable Array getArray(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : reader(column).array(value);
  }

  @Override
  public @Nullable Array getArray(String label) throws SQLException {
    return getArray(findColumn(label));
  }

  @Override
  public Ref getRef(int column) throws SQLException {
    checkOpen();
    throw SqlErrors.unsupported("ResultSet.getRef");
  }

  @Override
  public Ref getRef(String label) throws SQLException {
    checkOpen();
    throw SqlErrors.unsupported("ResultSet.getRef");
  }

  @Override
  public URL getURL(int column) throws SQLException {
    checkOpen();
    throw SqlErrors.unsupported("ResultSet.getURL");
  }

  @Override
  public URL getURL(String label) throws SQLException {
    checkOpen();
    throw SqlErrors.unsupported("ResultSet.getURL");
  }

  @Override
  public RowId getRowId(int column) throws SQLException {
    checkOpen();
    throw SqlErrors.unsupported("ResultSet.getRowId");
  }

  @Override
  public RowId getRowId(String label) throws SQLException {
    checkOpen();
    throw SqlErrors.unsupported("ResultSet.getRowId");
  }

  @Override
  public SQLXML getSQLXML(int column) throws SQLException {
    checkOpen();
    throw SqlErrors.unsupported("ResultSet.getSQLXML");
  }

  @Override
  public SQLXML getSQLXML(String label) throws SQLException {
    checkOpen();
    throw SqlErrors.unsupported("ResultSet.getSQLXML");
  }

  @Override
  public <T> @Nullable T getObject(int column, @Nullable Class<T> type) throws SQLException {
    Object value = value(column);
    if (type == null) {
      throw SqlErrors.of(SqlState.INVALID_ARGUMENT, "no class was given to getObject");
    }
    return value == null ? null : reader(column).object(value, type);
  }

  @Override
  public <T> @Nullable T getObject(String label, @Nullable Class<T> type) throws SQLException {
    return getObject(findColumn(label), type);
  }

  @Override
  public @Nullable Object getObject(int column, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    checkOpen();
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.unsupported("ResultSet.getObject with a type map");
    }
    return getObject(column);
  }

  @Override
  public @Nullable Object getObject(String label, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return getObject(findColumn(label), map);
  }
}
