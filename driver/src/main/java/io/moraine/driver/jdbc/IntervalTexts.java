package io.moraine.driver.jdbc;

import java.time.Duration;
import java.time.LocalTime;

/** The texts of intervals as DuckDB writes them. */
final class IntervalTexts {
  private IntervalTexts() {}

  static String ofMonths(long months) {
    long years = months / 12;
    long rest = months % 12;
    if (years == 0) {
      return count(rest, "month");
    }
    return rest == 0 ? count(years, "year") : count(years, "year") + " " + count(rest, "month");
  }

  static String ofMillis(long millis) {
    Duration duration = Duration.ofMillis(Math.abs(millis));
    long days = duration.toDays();
    Duration rest = duration.minusDays(days);
    String sign = millis < 0 ? "-" : "";
    if (days == 0) {
      return sign + time(rest);
    }
    String dayText = count(millis < 0 ? -days : days, "day");
    return rest.isZero() ? dayText : dayText + " " + sign + time(rest);
  }

  private static String time(Duration withinDay) {
    return ValueTexts.of(LocalTime.MIDNIGHT.plus(withinDay));
  }

  private static String count(long number, String unit) {
    return number + " " + unit + (Math.abs(number) == 1 ? "" : "s");
  }
}
