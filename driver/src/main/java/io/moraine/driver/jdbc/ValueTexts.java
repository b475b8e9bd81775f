package io.moraine.driver.jdbc;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoEra;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The texts of values as DuckDB writes them, and DuckLake with it. */
final class ValueTexts {
  private ValueTexts() {}

  static String of(Object value) {
    if (value instanceof Double number) {
      return ofDouble(number);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof LocalDate date) {
      return ofDate(date) + era(date);
    }
    if (value instanceof LocalTime time) {
      return ofTime(time);
    }
    if (value instanceof LocalDateTime time) {
      return ofDateTime(time) + era(time.toLocalDate());
    }
    if (value instanceof Instant instant) {
      LocalDateTime utc = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
      return ofDateTime(utc) + "+00" + era(utc.toLocalDate());
    }
    if (value instanceof byte[] bytes) {
      return ofBytes(bytes);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ValueTexts::ofElement).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> "'" + entry.getKey() + "': " + ofElement(entry.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return value.toString();
  }

  private static String ofElement(@Nullable Object element) {
    return element == null ? "NULL" : of(element);
  }

  private static String ofDouble(double number) {
    if (Double.isNaN(number)) {
      return "nan";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "inf" : "-inf";
    }
    double size = Math.abs(number);
    if (size != 0 && (size < 1e-4 || size >= 1e16)) {
      return exponential(number);
    }
    String plain = new BigDecimal(Double.toString(number)).toPlainString();
    return plain.indexOf('.') >= 0 ? plain : plain + ".0";
  }

  private static String exponential(double number) {
    BigDecimal decimal = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    int exponent = decimal.precision() - decimal.scale() - 1;
    String digits = decimal.movePointLeft(exponent).toPlainString();
    String sign = exponent < 0 ? "-" : "+";
    return digits + "e" + sign + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
  }

  private static String ofDateTime(LocalDateTime time) {
    return ofDate(time.toLocalDate()) + " " + ofTime(time.toLocalTime());
  }

  private static String ofDate(LocalDate date) {
    return String.format(
        Locale.ROOT, "%04d-%02d-%02d", yearOfEra(date), date.getMonthValue(), date.getDayOfMonth());
  }

  private static String era(LocalDate date) {
    return date.getEra() == IsoEra.BCE ? " (BC)" : "";
  }

  private static int yearOfEra(LocalDate date) {
    return date.getEra() == IsoEra.BCE ? 1 - date.getYear() : date.getYear();
  }

  private static String ofTime(LocalTime time) {
    String seconds =
        String.format(
            Locale.ROOT, "%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond());
    int micros = time.get(ChronoField.MICRO_OF_SECOND);
    return micros == 0
        ? seconds
        : seconds + ("." + String.format(Locale.ROOT, "%06d", micros)).replaceFirst("0+$", "");
  }

  private static String ofBytes(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte each : bytes) {
      if (each >= ' ' && each < 0x7f && each != '\\' && each != '\'' && each != '"') {
        text.append((char) each);
      } else {
        text.append("\\x").append(String.format(Locale.ROOT, "%02X", each & 0xff));
      }
    }
    return text.toString();
  }
}
