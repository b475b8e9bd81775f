package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Types;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ResultSetTest {
  @RegisterExtension static final Lake LAKE = Lake.of("moraine/shop");

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = LAKE.connect();
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private ResultSet row(String sql) throws SQLException {
    ResultSet rows = statement.executeQuery(sql);
    assertThat(rows.next()).isTrue();
    return rows;
  }

  @Test
  void aNumberIsReadAsAnyClassThatHoldsIt() throws SQLException {
    ResultSet row = row("SELECT record_count FROM ducklake_data_file WHERE data_file_id = 1");
    assertThat(row.getLong(1)).isEqualTo(11);
    assertThat(row.getInt("RECORD_COUNT")).isEqualTo(11);
    assertThat(row.getShort(1)).isEqualTo((short) 11);
    assertThat(row.getByte(1)).isEqualTo((byte) 11);
    assertThat(row.getDouble(1)).isEqualTo(11.0);
    assertThat(row.getFloat(1)).isEqualTo(11f);
    assertThat(row.getBigDecimal(1)).isEqualByComparingTo("11");
    assertThat(row.getString(1)).isEqualTo("11");
    assertThat(row.getBoolean(1)).isTrue();
    assertThat(row.getObject(1)).isEqualTo(11L);
    assertThat(row.getObject(1, Long.class)).isEqualTo(11L);
    assertThat(row.getObject(1, Integer.class)).isEqualTo(11);
    assertThat(row.getObject(1, Short.class)).isEqualTo((short) 11);
    assertThat(row.getObject(1, BigDecimal.class)).isEqualByComparingTo("11");
    assertThat(row.getObject(1, BigInteger.class)).isEqualTo(BigInteger.valueOf(11));
    assertThat(row.getObject(1, String.class)).isEqualTo("11");
    assertThat(row.getObject(1, Double.class)).isEqualTo(11.0);
    assertThatThrownBy(() -> row.getTimestamp(1)).hasFieldOrPropertyWithValue("SQLState", "07006");
    assertThatThrownBy(() -> row.getBytes(1)).hasFieldOrPropertyWithValue("SQLState", "07006");
    assertThatThrownBy(() -> row.getObject(1, Thread.class))
        .hasFieldOrPropertyWithValue("SQLState", "07006");
  }

  @Test
  void aNumberOutOfRangeIsAnError() throws SQLException {
    ResultSet row = row("SELECT 3000000000, 1.5, 300");
    assertThatThrownBy(() -> row.getInt(1)).hasFieldOrPropertyWithValue("SQLState", "22003");
    assertThat(row.getInt(2)).isEqualTo(1);
    assertThatThrownBy(() -> row.getByte(3))
        .hasFieldOrPropertyWithValue("SQLState", "22003")
        .hasMessageContaining("column 3");
  }

  @Test
  void aTextIsReadAsWhatItSays() throws SQLException {
    ResultSet row =
        row("SELECT '42', 'true', 'x', '1.5', '2026-11-30 00:10:40.956145+00', '2026-11-30'");
    assertThat(row.getInt(1)).isEqualTo(42);
    assertThat(row.getBoolean(2)).isTrue();
    assertThat(row.getDouble(4)).isEqualTo(1.5);
    assertThat(row.getTimestamp(5).toInstant()).hasToString("2026-11-30T00:10:40.956145Z");
    assertThat(row.getDate(6)).hasToString("2026-11-30");
    assertThatThrownBy(() -> row.getInt(3)).hasFieldOrPropertyWithValue("SQLState", "22P02");
    assertThatThrownBy(() -> row.getBoolean(3)).hasFieldOrPropertyWithValue("SQLState", "22P02");
    assertThatThrownBy(() -> row.getTimestamp(3)).hasFieldOrPropertyWithValue("SQLState", "22007");
  }

  @Test
  void textsComeAsStreamsAndLargeObjects() throws Exception {
    ResultSet row = row("SELECT table_name FROM ducklake_table");
    assertThat(row.getBytes(1)).isEqualTo("orders".getBytes(StandardCharsets.UTF_8));
    assertThat(Streams.text(row.getCharacterStream(1), Streams.WHOLE)).isEqualTo("orders");
    assertThat(Streams.text(row.getNCharacterStream("table_name"), Streams.WHOLE))
        .isEqualTo("orders");
    assertThat(row.getAsciiStream(1)).hasContent("orders");
    assertThat(row.getBinaryStream(1)).hasContent("orders");
    assertThat(row.getClob(1).getSubString(2, 3)).isEqualTo("rde");
    assertThat(row.getNClob(1).length()).isEqualTo(6);
    assertThat(row.getNString(1)).isEqualTo("orders");
    assertThat(row.getBlob(1).length()).isEqualTo(6);
  }

  @Test
  void nullIsNullOrZeroAndRemembered() throws SQLException {
    ResultSet row = row("SELECT end_snapshot, table_id, CAST(NULL AS VARCHAR) FROM ducklake_table");
    assertThat(row.getLong(1)).isZero();
    assertThat(row.wasNull()).isTrue();
    assertThat(row.getLong(2)).isEqualTo(2);
    assertThat(row.wasNull()).isFalse();
    assertThat(row.getObject(1)).isNull();
    assertThat(row.getObject(1, Long.class)).isNull();
    assertThat(row.getBigDecimal(1)).isNull();
    assertThat(row.getString(3)).isNull();
    assertThat(row.getTimestamp(1)).isNull();
    assertThat(row.getBoolean(1)).isFalse();
    assertThat(row.getCharacterStream(3)).isNull();
    assertThat(row.wasNull()).isTrue();
  }

  @Test
  void uuidsComeAsUuidTextOrBytes() throws SQLException {
    ResultSet row = row("SELECT table_uuid FROM ducklake_table");
    UUID uuid = UUID.fromString("a50131d1-dd58-42c8-9adf-48625cceaba4");
    assertThat(row.getObject(1)).isEqualTo(uuid);
    assertThat(row.getObject(1, UUID.class)).isEqualTo(uuid);
    assertThat(row.getString(1)).isEqualTo(uuid.toString());
    assertThat(row.getBytes(1)).hasSize(16);
  }

  @Test
  void booleansComeAsBooleanNumberOrText() throws SQLException {
    ResultSet row = row("SELECT path_is_relative FROM ducklake_table");
    assertThat(row.getBoolean(1)).isTrue();
    assertThat(row.getInt(1)).isEqualTo(1);
    assertThat(row.getString(1)).isEqualTo("true");
    assertThat(row.getObject(1)).isEqualTo(true);
  }

  @Test
  void positionIsKept() throws SQLException {
    ResultSet rows =
        statement.executeQuery(
            "SELECT snapshot_id FROM ducklake_snapshot WHERE snapshot_id < 2 ORDER BY 1");
    assertThat(rows.isBeforeFirst()).isTrue();
    assertThat(rows.getRow()).isZero();
    assertThatThrownBy(() -> rows.getLong(1)).hasFieldOrPropertyWithValue("SQLState", "24000");
    assertThat(rows.next()).isTrue();
    assertThat(rows.isFirst()).isTrue();
    assertThat(rows.isLast()).isFalse();
    assertThat(rows.getLong(1)).isZero();
    assertThat(rows.next()).isTrue();
    assertThat(rows.isLast()).isTrue();
    assertThat(rows.getLong(1)).isEqualTo(1);
    assertThat(rows.getRow()).isEqualTo(2);
    assertThat(rows.next()).isFalse();
    assertThat(rows.isAfterLast()).isTrue();
    assertThat(rows.next()).isFalse();
    assertThatThrownBy(() -> rows.getLong(1)).hasFieldOrPropertyWithValue("SQLState", "24000");
  }

  @Test
  void anEmptyResultIsNeitherBeforeNorBehind() throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT 1 FROM ducklake_table WHERE table_id = -1");
    assertThat(rows.isBeforeFirst()).isFalse();
    assertThat(rows.next()).isFalse();
    assertThat(rows.isAfterLast()).isFalse();
  }

  @Test
  void unknownColumnsAreNamed() throws SQLException {
    ResultSet row = row("SELECT 1 AS a, 2 AS \"Two\"");
    assertThat(row.findColumn("TWO")).isEqualTo(2);
    assertThatThrownBy(() -> row.getInt(3)).hasFieldOrPropertyWithValue("SQLState", "07009");
    assertThatThrownBy(() -> row.getInt(0)).hasFieldOrPropertyWithValue("SQLState", "07009");
    assertThatThrownBy(() -> row.getInt("three"))
        .hasMessageContaining("three")
        .hasFieldOrPropertyWithValue("SQLState", "07009");
    assertThatThrownBy(() -> row.findColumn(null)).hasFieldOrPropertyWithValue("SQLState", "07009");
  }

  @Test
  void columnsAreDescribed() throws SQLException {
    ResultSetMetaData columns =
        row("SELECT snapshot_id AS id, snapshot_time, 1 + 1 AS two FROM ducklake_snapshot")
            .getMetaData();
    assertThat(columns.getColumnCount()).isEqualTo(3);
    assertThat(columns.getColumnLabel(1)).isEqualTo("id");
    assertThat(columns.getColumnName(1)).isEqualTo("snapshot_id");
    assertThat(columns.getTableName(1)).isEqualTo("ducklake_snapshot");
    assertThat(columns.getSchemaName(1)).isEqualTo("metadata");
    assertThat(columns.getCatalogName(1)).isEqualTo("moraine");
    assertThat(columns.getColumnType(1)).isEqualTo(Types.BIGINT);
    assertThat(columns.getColumnTypeName(1)).isEqualTo("BIGINT");
    assertThat(columns.getColumnClassName(1)).isEqualTo("java.lang.Long");
    assertThat(columns.getPrecision(1)).isEqualTo(19);
    assertThat(columns.getColumnDisplaySize(1)).isEqualTo(20);
    assertThat(columns.isSigned(1)).isTrue();
    assertThat(columns.isNullable(1)).isEqualTo(ResultSetMetaData.columnNoNulls);
    assertThat(columns.isReadOnly(1)).isTrue();
    assertThat(columns.getColumnType(2)).isEqualTo(Types.TIMESTAMP_WITH_TIMEZONE);
    assertThat(columns.getColumnClassName(2)).isEqualTo("java.time.OffsetDateTime");
    assertThat(columns.getScale(2)).isEqualTo(6);
    assertThat(columns.isNullable(2)).isEqualTo(ResultSetMetaData.columnNullable);
    assertThat(columns.getColumnName(3)).isEqualTo("two");
    assertThat(columns.getTableName(3)).isEmpty();
    assertThatThrownBy(() -> columns.getColumnName(4))
        .hasFieldOrPropertyWithValue("SQLState", "07009");
  }

  @Test
  void rowsCannotBeChangedOrScrolled() throws SQLException {
    ResultSet row = row("SELECT 1");
    assertThatThrownBy(() -> row.updateInt(1, 2))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessageContaining("updateInt");
    assertThatThrownBy(row::previous).hasMessageContaining("previous");
    assertThatThrownBy(() -> row.absolute(1)).hasMessageContaining("absolute");
    assertThat(row.rowUpdated()).isFalse();
    assertThat(row.getType()).isEqualTo(ResultSet.TYPE_FORWARD_ONLY);
    assertThat(row.getConcurrency()).isEqualTo(ResultSet.CONCUR_READ_ONLY);
    assertThat(row.getFetchDirection()).isEqualTo(ResultSet.FETCH_FORWARD);
    assertThatThrownBy(() -> row.setFetchSize(-1)).isInstanceOf(SQLException.class);
  }

  @Test
  void unwrapGivesOwnClassesOnly() throws SQLException {
    ResultSet row = row("SELECT 1");
    assertThat(row.isWrapperFor(ResultSet.class)).isTrue();
    assertThat(row.unwrap(ResultSet.class)).isSameAs(row);
    assertThatThrownBy(() -> row.unwrap(String.class)).isInstanceOf(SQLException.class);
    assertThat(connection.isWrapperFor(String.class)).isFalse();
  }
}
