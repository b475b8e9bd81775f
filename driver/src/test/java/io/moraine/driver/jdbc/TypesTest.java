package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SQL types as JDBC shows them: code, name, class and text. */
class TypesTest {
  @RegisterExtension static final Lake LAKE = Lake.of("moraine/shop");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "true; 16; BOOLEAN; java.lang.Boolean; true",
        "CAST(5 AS TINYINT); -6; TINYINT; java.lang.Integer; 5",
        "CAST(5 AS SMALLINT); 5; SMALLINT; java.lang.Integer; 5",
        "42; 4; INTEGER; java.lang.Integer; 42",
        "CAST(42 AS BIGINT); -5; BIGINT; java.lang.Long; 42",
        "CAST(1.50 AS DECIMAL(10, 2)); 3; DECIMAL; java.math.BigDecimal; 1.50",
        "CAST(1.1 AS REAL); 7; REAL; java.lang.Float; 1.1",
        "CAST(1 AS DOUBLE); 8; DOUBLE; java.lang.Double; 1.0",
        "CAST(1e20 AS DOUBLE); 8; DOUBLE; java.lang.Double; 1e+20",
        "'text'; 12; VARCHAR; java.lang.String; text",
        "'日本'; 12; VARCHAR; java.lang.String; 日本",
        "DATE '2026-11-30'; 91; DATE; java.sql.Date; 2026-11-30",
        "TIME '12:34:56'; 92; TIME; java.sql.Time; 12:34:56",
        "TIMESTAMP '2026-11-30 01:02:03'; 93; TIMESTAMP; java.sql.Timestamp; 2026-11-30 01:02:03",
        "x'00FF41'; -3; BLOB; byte[]; \\x00\\xFFA"
      })
  void aTypeHasCodeNameClassAndText(
      String expression, int code, String name, String className, String text) throws SQLException {
    try (Connection connection = LAKE.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT " + expression)) {
      assertThat(row.next()).isTrue();
      assertThat(row.getMetaData().getColumnType(1)).isEqualTo(code);
      assertThat(row.getMetaData().getColumnTypeName(1)).isEqualTo(name);
      assertThat(row.getString(1)).isEqualTo(text);
      assertThat(row.getObject(1).getClass().getTypeName()).isEqualTo(className);
      if (!className.equals("byte[]")) {
        assertThat(row.getMetaData().getColumnClassName(1)).isEqualTo(className);
      }
    }
  }

  @Test
  void aListIsAnArray() throws SQLException {
    try (Connection connection = LAKE.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT array_agg(snapshot_id ORDER BY snapshot_id) FROM ducklake_snapshot"
                    + " WHERE snapshot_id < 3")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getMetaData().getColumnType(1)).isEqualTo(Types.ARRAY);
      assertThat(row.getString(1)).isEqualTo("[0, 1, 2]");
      Array array = row.getArray(1);
      assertThat((Object[]) array.getArray()).containsExactly(0L, 1L, 2L);
      assertThat((Object[]) array.getArray(2, 2)).containsExactly(1L, 2L);
      assertThat(array.getBaseType()).isEqualTo(Types.BIGINT);
      assertThat(Lake.read(array.getResultSet()))
          .containsExactly(
              java.util.List.of("1", "0"),
              java.util.List.of("2", "1"),
              java.util.List.of("3", "2"));
    }
  }
}
