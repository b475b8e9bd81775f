package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversionsTest {
  private final Conversions conversions = new Conversions("column 1 (x)");
  private final TemporalConversions temporal = new TemporalConversions(conversions);

  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "1, 1.0",
    "0.1, 0.1",
    "1e15, 1000000000000000.0",
    "1e16, 1e+16",
    "1.5e300, 1.5e+300",
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "-2.5e-7, -2.5e-07",
    "NaN, nan",
    "Infinity, inf",
    "-Infinity, -inf"
  })
  void doublesAreWrittenAsDuckDbDoes(double value, String text) {
    assertThat(ValueTexts.of(value)).isEqualTo(text);
  }

  @Test
  void timesAreWrittenAsDuckDbDoes() {
    assertThat(ValueTexts.of(Instant.parse("2026-11-30T00:10:40.956145Z")))
        .isEqualTo("2026-11-30 00:10:40.956145+00");
    assertThat(ValueTexts.of(Instant.parse("2026-11-30T00:10:40.500Z")))
        .isEqualTo("2026-11-30 00:10:40.5+00");
    assertThat(ValueTexts.of(LocalDateTime.parse("2026-01-02T03:04:05")))
        .isEqualTo("2026-01-02 03:04:05");
    assertThat(ValueTexts.of(LocalDate.of(-43, 3, 15))).isEqualTo("0044-03-15 (BC)");
    assertThat(ValueTexts.of(LocalDate.of(12345, 1, 1))).isEqualTo("12345-01-01");
  }

  @Test
  void listsAndBytesAreWrittenAsDuckDbDoes() {
    assertThat(ValueTexts.of(Arrays.asList(1L, null, "x"))).isEqualTo("[1, NULL, x]");
    assertThat(ValueTexts.of(new byte[] {'a', 0, (byte) 0xff, '\\'})).isEqualTo("a\\x00\\xFF\\x5C");
    assertThat(ValueTexts.of(new BigDecimal("1E+3"))).isEqualTo("1000");
  }

  @Test
  void intervalsAreWrittenAsDuckDbDoes() {
    assertThat(IntervalTexts.ofMonths(14)).isEqualTo("1 year 2 months");
    assertThat(IntervalTexts.ofMonths(-1)).isEqualTo("-1 month");
    assertThat(IntervalTexts.ofMillis(90_061_500)).isEqualTo("1 day 01:01:01.5");
    assertThat(IntervalTexts.ofMillis(-1000)).isEqualTo("-00:00:01");
  }

  @Test
  void numbersKeepTheirBounds() throws SQLException {
    assertThat(conversions.toLong(BigDecimal.valueOf(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
    assertThat(conversions.toByte(-128L)).isEqualTo((byte) -128);
    for (Object tooLarge :
        new Object[] {
          new BigDecimal(BigInteger.TWO.pow(63)), Double.NaN, Double.POSITIVE_INFINITY, 1e30
        }) {
      assertThatThrownBy(() -> conversions.toLong(tooLarge))
          .hasFieldOrPropertyWithValue("SQLState", "22003")
          .hasMessageContaining("column 1 (x)");
    }
    assertThatThrownBy(() -> conversions.toFloat(1e300))
        .hasFieldOrPropertyWithValue("SQLState", "22003");
    assertThat(conversions.toFloat(Double.POSITIVE_INFINITY)).isInfinite();
    assertThat(conversions.toDouble("inf")).isInfinite();
    assertThat(conversions.toDecimal(1.1)).isEqualByComparingTo("1.1");
  }

  @Test
  void datesBeforeTheGregorianCalendarKeepTheirFields() throws SQLException {
    assertThat(temporal.toDate(LocalDate.of(1500, 2, 28), null)).hasToString("1500-02-28");
    assertThat(temporal.toTimestamp(LocalDateTime.of(33, 4, 3, 15, 0), null))
        .hasToString("0033-04-03 15:00:00.0");
  }

  @Test
  void textsReadAsTimesInBothForms() throws SQLException {
    assertThat(temporal.toInstant("2026-11-30 00:10:40.956145+00"))
        .isEqualTo(temporal.toInstant("2026-11-30T01:10:40.956145+01:00"))
        .isEqualTo(Instant.parse("2026-11-30T00:10:40.956145Z"));
    assertThat(temporal.toLocalDateTime("2026-11-30")).hasToString("2026-11-30T00:00");
    assertThatThrownBy(() -> temporal.toLocalDate("30.11.2026"))
        .hasFieldOrPropertyWithValue("SQLState", "22007");
  }
}
