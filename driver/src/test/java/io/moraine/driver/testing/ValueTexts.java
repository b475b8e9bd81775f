package io.moraine.driver.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/** Values of the engine and captured JSON values as texts that are equal if the values are. */
public final class ValueTexts {
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder()
          .appendPattern("yyyy-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.MICRO_OF_SECOND, 6, 6, true)
          .appendLiteral("+00:00")
          .toFormatter(Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private ValueTexts() {}

  /** A captured value; a struct is the list of its values. */
  public static String ofCaptured(JsonNode value) {
    if (!value.isContainerNode()) {
      return value.asText();
    }
    List<String> parts = new ArrayList<>();
    value.forEach(part -> parts.add(ofCaptured(part)));
    return parts.toString();
  }

  /** A value of the engine. */
  public static String of(@Nullable Object value, RelDataType type) {
    if (value == null) {
      return "null";
    }
    return switch (type.getSqlTypeName()) {
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          INSTANT.format(Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS));
      case ARRAY -> ofList((List<?>) value, type);
      case ROW ->
          ofFields(value instanceof List<?> list ? list : Arrays.asList((Object[]) value), type);
      default -> value.toString();
    };
  }

  private static String ofList(List<?> values, RelDataType type) {
    RelDataType component = type.getComponentType();
    if (component == null) {
      throw new IllegalArgumentException(type + " has no elements");
    }
    return values.stream().map(each -> of(each, component)).toList().toString();
  }

  private static String ofFields(List<?> values, RelDataType type) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      parts.add(of(values.get(i), type.getFieldList().get(i).getType()));
    }
    return parts.toString();
  }
}
