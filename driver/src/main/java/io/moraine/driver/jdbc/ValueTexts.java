package io.moraine.driver.jdbc;

import io.moraine.driver.type.CastFunctions;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/** The texts of values as DuckDB writes them, and DuckLake with it. */
final class ValueTexts {
  private ValueTexts() {}

  static String of(Object value) {
    if (value instanceof Double number) {
      return CastFunctions.doubleToText(number);
    }
    if (value instanceof Float number) {
      return CastFunctions.realToText(number);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof byte[] bytes) {
      return CastFunctions.blobToText(new ByteString(bytes));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ValueTexts::ofElement).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> "'" + entry.getKey() + "': " + ofElement(entry.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return ofTime(value);
  }

  /** Microseconds since 1970-01-01 UTC. */
  static long microsOf(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private static String ofTime(Object value) {
    if (value instanceof LocalDate date) {
      return CastFunctions.dateToText((int) date.toEpochDay());
    }
    if (value instanceof LocalTime time) {
      return ofTimeOfDay(time);
    }
    if (value instanceof LocalDateTime time) {
      return CastFunctions.timestampToText(microsOf(time.toInstant(ZoneOffset.UTC)));
    }
    return value instanceof Instant instant
        ? CastFunctions.instantToText(microsOf(instant))
        : value.toString();
  }

  private static String ofElement(@Nullable Object element) {
    return element == null ? "NULL" : of(element);
  }

  private static String ofTimeOfDay(LocalTime time) {
    String seconds =
        String.format(
            Locale.ROOT, "%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond());
    int micros = time.get(ChronoField.MICRO_OF_SECOND);
    return micros == 0
        ? seconds
        : seconds + String.format(Locale.ROOT, ".%06d", micros).replaceFirst("0+$", "");
  }
}
