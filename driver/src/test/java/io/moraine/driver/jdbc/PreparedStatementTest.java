package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PreparedStatementTest {
  private static final String BY_ID =
      "SELECT snapshot_id FROM ducklake_snapshot WHERE snapshot_id = ?";
  private static final String BY_TIME =
      "SELECT snapshot_id FROM ducklake_snapshot WHERE snapshot_time = ?";
  private static final String BY_NAME = "SELECT table_id FROM ducklake_table WHERE table_name = ?";
  private static final String BY_UUID = "SELECT table_id FROM ducklake_table WHERE table_uuid = ?";

  /** When snapshot 1 was committed, as the lake's dump says: 1795997599063489 microseconds. */
  private static final Instant SNAPSHOT_1 = Instant.parse("2026-11-30T00:13:19.063489Z");

  @RegisterExtension static final Lake LAKE = Lake.of("moraine/shop");

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = LAKE.connect();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @FunctionalInterface
  private interface Setter {
    void set(PreparedStatement statement) throws SQLException;
  }

  private List<List<String>> run(String sql, Setter setter) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      setter.set(statement);
      return Lake.read(statement.executeQuery());
    }
  }

  @Test
  void aNumberMayComeAsAnyClassThatHoldsIt() throws SQLException {
    List<Setter> setters =
        List.of(
            s -> s.setLong(1, 3),
            s -> s.setInt(1, 3),
            s -> s.setShort(1, (short) 3),
            s -> s.setByte(1, (byte) 3),
            s -> s.setDouble(1, 3.0),
            s -> s.setFloat(1, 3f),
            s -> s.setBigDecimal(1, new BigDecimal("3.00")),
            s -> s.setString(1, " 3 "),
            s -> s.setObject(1, 3),
            s -> s.setObject(1, BigInteger.valueOf(3)),
            s -> s.setObject(1, "3", Types.BIGINT),
            s -> s.setObject(1, "3", JDBCType.INTEGER),
            s -> s.setObject(1, new BigDecimal("2.9999"), Types.DECIMAL, 2));
    for (Setter setter : setters) {
      assertThat(run(BY_ID, setter)).containsExactly(List.of("3"));
    }
    assertThat(
            run(
                "SELECT snapshot_id FROM ducklake_snapshot WHERE snapshot_id = ?",
                s -> s.setBoolean(1, true)))
        .containsExactly(List.of("1"));
  }

  @Test
  void aNumberThatDoesNotFitIsRefusedWhenItIsSet() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BY_ID)) {
      assertThatThrownBy(() -> statement.setString(1, "three"))
          .hasFieldOrPropertyWithValue("SQLState", "22P02")
          .hasMessageContaining("parameter 1");
      assertThatThrownBy(() -> statement.setDouble(1, 1.5))
          .hasFieldOrPropertyWithValue("SQLState", "22P02");
      assertThatThrownBy(() -> statement.setObject(1, new BigInteger("9").pow(40)))
          .hasFieldOrPropertyWithValue("SQLState", "22003");
      assertThatThrownBy(() -> statement.setObject(1, UUID.randomUUID()))
          .hasFieldOrPropertyWithValue("SQLState", "07006");
      assertThatThrownBy(() -> statement.setObject(1, new Object()))
          .hasFieldOrPropertyWithValue("SQLState", "07006");
    }
  }

  @Test
  void aTimeMayComeAsAnyClassOfTheTwoLibraries() throws SQLException {
    Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"), Locale.ROOT);
    List<Setter> setters =
        List.of(
            s -> s.setObject(1, SNAPSHOT_1),
            s -> s.setObject(1, SNAPSHOT_1.atOffset(ZoneOffset.ofHours(5))),
            s -> s.setObject(1, SNAPSHOT_1.atZone(ZoneId.of("America/New_York"))),
            s -> s.setObject(1, LocalDateTime.ofInstant(SNAPSHOT_1, ZoneOffset.UTC)),
            s -> s.setTimestamp(1, Timestamp.from(SNAPSHOT_1)),
            s -> s.setTimestamp(1, Timestamp.from(SNAPSHOT_1), tokyo),
            s -> s.setObject(1, OffsetDateTime.parse("2026-11-30T01:13:19.063489+01:00")),
            s -> s.setString(1, "2026-11-30 00:13:19.063489+00"),
            s -> s.setObject(1, SNAPSHOT_1, Types.TIMESTAMP_WITH_TIMEZONE));
    for (int i = 0; i < setters.size(); i++) {
      assertThat(run(BY_TIME, setters.get(i))).as("setter " + i).containsExactly(List.of("1"));
    }
    assertThat(run(BY_TIME, s -> s.setObject(1, SNAPSHOT_1.plusNanos(1000)))).isEmpty();
  }

  @Test
  void textsMayComeAsStreams() throws SQLException {
    byte[] bytes = "orders and more".getBytes(StandardCharsets.UTF_8);
    List<Setter> setters =
        List.of(
            s -> s.setString(1, "orders"),
            s -> s.setNString(1, "orders"),
            s -> s.setObject(1, (CharSequence) "orders"),
            s -> s.setCharacterStream(1, new StringReader("orders")),
            s -> s.setCharacterStream(1, new StringReader("orders and more"), 6),
            s -> s.setCharacterStream(1, new StringReader("orders and more"), 6L),
            s -> s.setNCharacterStream(1, new StringReader("orders")),
            s -> s.setClob(1, new StringReader("orders")),
            s -> s.setNClob(1, new StringReader("orders and more"), 6),
            s -> s.setAsciiStream(1, new ByteArrayInputStream(bytes), 6),
            s -> s.setObject(1, new StringReader("orders and more"), Types.VARCHAR, 6),
            s -> {
              var clob = connection.createClob();
              clob.setString(1, "orders");
              s.setClob(1, clob);
            });
    for (int i = 0; i < setters.size(); i++) {
      assertThat(run(BY_NAME, setters.get(i))).as("setter " + i).containsExactly(List.of("2"));
    }
    try (PreparedStatement statement = connection.prepareStatement(BY_NAME)) {
      assertThatThrownBy(() -> statement.setCharacterStream(1, new StringReader("ord"), 6))
          .hasFieldOrPropertyWithValue("SQLState", "22001");
      assertThatThrownBy(() -> statement.setCharacterStream(1, new StringReader("ord"), -6))
          .hasFieldOrPropertyWithValue("SQLState", "22001");
    }
  }

  @Test
  void aUuidMayComeAsObjectOrText() throws SQLException {
    String uuid = LAKE.value("SELECT table_uuid FROM ducklake_table");
    assertThat(run(BY_UUID, s -> s.setObject(1, UUID.fromString(uuid))))
        .containsExactly(List.of("2"));
    assertThat(run(BY_UUID, s -> s.setString(1, uuid))).containsExactly(List.of("2"));
    assertThat(run(BY_UUID, s -> s.setObject(1, uuid, Types.OTHER))).containsExactly(List.of("2"));
    try (PreparedStatement statement = connection.prepareStatement(BY_UUID)) {
      assertThatThrownBy(() -> statement.setString(1, "no uuid"))
          .hasFieldOrPropertyWithValue("SQLState", "22P02");
    }
  }

  @Test
  void nullsMatchNothing() throws SQLException {
    assertThat(run(BY_ID, s -> s.setNull(1, Types.BIGINT))).isEmpty();
    assertThat(run(BY_ID, s -> s.setObject(1, null))).isEmpty();
    assertThat(run(BY_NAME, s -> s.setString(1, null))).isEmpty();
    assertThat(run(BY_TIME, s -> s.setTimestamp(1, null))).isEmpty();
  }

  @Test
  void anUnboundParameterIsNamed() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT 1 FROM ducklake_snapshot WHERE snapshot_id = ? AND schema_version = ?")) {
      statement.setLong(1, 1);
      assertThatThrownBy(statement::executeQuery)
          .hasMessageContaining("parameter 2")
          .hasFieldOrPropertyWithValue("SQLState", "07001");
      statement.setLong(2, 1);
      assertThat(Lake.read(statement.executeQuery())).hasSize(1);
      assertThat(Lake.read(statement.executeQuery())).hasSize(1);
      statement.clearParameters();
      assertThatThrownBy(statement::executeQuery).hasFieldOrPropertyWithValue("SQLState", "07001");
      assertThatThrownBy(() -> statement.setLong(3, 1))
          .hasFieldOrPropertyWithValue("SQLState", "07009");
      assertThatThrownBy(() -> statement.setLong(0, 1))
          .hasFieldOrPropertyWithValue("SQLState", "07009");
    }
  }

  @Test
  void parametersAndColumnsAreDescribedBeforeExecution() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT table_name FROM ducklake_table WHERE table_id = ? AND table_uuid = ?")) {
      ParameterMetaData parameters = statement.getParameterMetaData();
      assertThat(parameters.getParameterCount()).isEqualTo(2);
      assertThat(parameters.getParameterType(1)).isEqualTo(Types.BIGINT);
      assertThat(parameters.getParameterClassName(1)).isEqualTo("java.lang.Long");
      assertThat(parameters.isSigned(1)).isTrue();
      assertThat(parameters.getParameterTypeName(2)).isEqualTo("UUID");
      assertThat(parameters.getParameterMode(2)).isEqualTo(ParameterMetaData.parameterModeIn);
      assertThatThrownBy(() -> parameters.getParameterType(3))
          .hasFieldOrPropertyWithValue("SQLState", "07009");
      assertThat(statement.getMetaData().getColumnName(1)).isEqualTo("table_name");
    }
  }

  @Test
  void everyWayToPrepareGivesAStatement() throws SQLException {
    for (PreparedStatement each :
        List.of(
            connection.prepareStatement(BY_ID, PreparedStatement.RETURN_GENERATED_KEYS),
            connection.prepareStatement(BY_ID, new int[] {1}),
            connection.prepareStatement(BY_ID, new String[] {"x"}),
            connection.prepareStatement(
                BY_ID, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY),
            connection.prepareStatement(
                BY_ID,
                ResultSet.TYPE_SCROLL_INSENSITIVE,
                ResultSet.CONCUR_READ_ONLY,
                ResultSet.CLOSE_CURSORS_AT_COMMIT))) {
      each.setLong(1, 2);
      assertThat(each.execute()).isTrue();
      assertThat(Lake.read(each.getResultSet())).containsExactly(List.of("2"));
      assertThat(each.isPoolable()).isTrue();
      each.close();
    }
  }

  @Test
  void updatesAndTextsAreRefused() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BY_ID)) {
      statement.setLong(1, 1);
      assertThatThrownBy(statement::executeUpdate).hasFieldOrPropertyWithValue("SQLState", "42000");
      assertThatThrownBy(() -> statement.executeQuery("SELECT 1"))
          .hasFieldOrPropertyWithValue("SQLState", "42000");
      statement.addBatch();
      assertThatThrownBy(statement::executeBatch).isInstanceOf(BatchUpdateException.class);
    }
    assertThatThrownBy(() -> connection.prepareStatement("SELEC 1"))
        .hasFieldOrPropertyWithValue("SQLState", "42601");
  }

  @Test
  void unsupportedKindsOfParametersAreNamed() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BY_ID)) {
      assertThatThrownBy(() -> statement.setArray(1, null))
          .hasMessageContaining("setArray")
          .hasFieldOrPropertyWithValue("SQLState", "0A000");
      assertThatThrownBy(() -> statement.setURL(1, null)).hasMessageContaining("setURL");
      assertThatThrownBy(() -> statement.setObject(1, 1, Types.REF))
          .hasFieldOrPropertyWithValue("SQLState", "0A000");
      assertThatThrownBy(() -> statement.setObject(1, 1, 123456))
          .hasFieldOrPropertyWithValue("SQLState", "22023");
    }
  }
}
