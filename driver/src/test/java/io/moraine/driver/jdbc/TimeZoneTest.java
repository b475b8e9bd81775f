package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates and times under several default time zones of the JVM. */
@SuppressWarnings("JavaUtilDate") // the old classes are what is tested
class TimeZoneTest {
  /** As the lake's dump says: 1795997599063489 microseconds. */
  private static final Instant SNAPSHOT_1 = Instant.parse("2026-11-30T00:13:19.063489Z");

  private static final TimeZone BEFORE = TimeZone.getDefault();

  @RegisterExtension static final Lake LAKE = Lake.of("moraine/shop");

  @AfterEach
  void restore() {
    TimeZone.setDefault(BEFORE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTC",
        "America/New_York",
        "Asia/Kolkata",
        "Pacific/Kiritimati",
        "Pacific/Pago_Pago",
        "Europe/Berlin",
        "Australia/Lord_Howe"
      })
  void anInstantIsTheSameEverywhere(String zone) throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"), Locale.ROOT);
    try (Connection connection = LAKE.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT snapshot_time FROM ducklake_snapshot WHERE snapshot_id = 1")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getTimestamp(1).toInstant()).isEqualTo(SNAPSHOT_1);
      assertThat(row.getTimestamp(1, tokyo).toInstant()).isEqualTo(SNAPSHOT_1);
      assertThat(row.getObject(1)).isEqualTo(SNAPSHOT_1.atOffset(ZoneOffset.UTC));
      assertThat(row.getObject(1, Instant.class)).isEqualTo(SNAPSHOT_1);
      assertThat(row.getObject(1, OffsetDateTime.class).toInstant()).isEqualTo(SNAPSHOT_1);
      assertThat(row.getObject(1, ZonedDateTime.class).toInstant()).isEqualTo(SNAPSHOT_1);
      assertThat(row.getObject(1, Timestamp.class).toInstant()).isEqualTo(SNAPSHOT_1);
      assertThat(row.getObject(1, java.util.Date.class).getTime())
          .isEqualTo(SNAPSHOT_1.toEpochMilli());
      assertThat(row.getObject(1, LocalDateTime.class))
          .isEqualTo(LocalDateTime.ofInstant(SNAPSHOT_1, ZoneOffset.UTC));
      assertThat(row.getObject(1, LocalDate.class)).hasToString("2026-11-30");
      assertThat(row.getString(1)).isEqualTo("2026-11-30 00:13:19.063489+00");
      LocalDateTime here = LocalDateTime.ofInstant(SNAPSHOT_1, TimeZone.getDefault().toZoneId());
      assertThat(row.getDate(1)).isEqualTo(Date.valueOf(here.toLocalDate()));
      assertThat(row.getTime(1).toLocalTime()).isEqualTo(here.toLocalTime().withNano(0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati"})
  void localDatesAndTimesKeepTheirFieldsEverywhere(String zone) throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    try (Connection connection = LAKE.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT TIMESTAMP '2026-07-01 12:34:56.789123', DATE '1999-12-31', TIME '23:59:58'")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getTimestamp(1)).isEqualTo(Timestamp.valueOf("2026-07-01 12:34:56.789123"));
      assertThat(row.getTimestamp(1, utc).toInstant()).hasToString("2026-07-01T12:34:56.789123Z");
      assertThat(row.getObject(1)).isEqualTo(Timestamp.valueOf("2026-07-01 12:34:56.789123"));
      assertThat(row.getObject(1, LocalDateTime.class)).hasToString("2026-07-01T12:34:56.789123");
      assertThat(row.getString(1)).isEqualTo("2026-07-01 12:34:56.789123");
      assertThat(row.getDate(2)).isEqualTo(Date.valueOf("1999-12-31"));
      assertThat(row.getObject(2)).isEqualTo(Date.valueOf("1999-12-31"));
      assertThat(Instant.ofEpochMilli(row.getDate(2, utc).getTime()))
          .hasToString("1999-12-31T00:00:00Z");
      assertThat(row.getObject(2, LocalDate.class)).hasToString("1999-12-31");
      assertThat(row.getString(2)).isEqualTo("1999-12-31");
      assertThat(row.getTime(3)).isEqualTo(Time.valueOf("23:59:58"));
      assertThat(row.getObject(3, LocalTime.class)).hasToString("23:59:58");
      assertThat(row.getString(3)).isEqualTo("23:59:58");
      assertThat(row.getTimestamp(2)).isEqualTo(Timestamp.valueOf("1999-12-31 00:00:00"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/New_York", "Asia/Kolkata"})
  void parametersAreInstantsEverywhere(String zone) throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    try (Connection connection = LAKE.connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT snapshot_id FROM ducklake_snapshot WHERE snapshot_time = ?")) {
      statement.setTimestamp(1, Timestamp.from(SNAPSHOT_1));
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong(1)).isEqualTo(1);
      }
    }
  }

  @Test
  void microsecondsSurviveEveryRow() throws SQLException {
    try (Connection connection = LAKE.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT * FROM ducklake_snapshot ORDER BY snapshot_id")) {
      long withMicros = 0;
      while (rows.next()) {
        if (rows.getTimestamp("snapshot_time").getNanos() % 1_000_000 != 0) {
          withMicros++;
        }
      }
      assertThat(withMicros).isEqualTo(8);
    }
  }
}
