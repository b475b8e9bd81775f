package io.moraine.driver.jdbc;

import io.moraine.driver.type.CastFunctions;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Turns values of the engine that runs plans into those that {@link Conversions} knows. The engine
 * holds days, times and timestamps as numbers, as {@code driver.type} documents; what is infinite
 * becomes its text.
 */
final class EngineValues {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private EngineValues() {}

  static @Nullable Object decode(@Nullable Object value, RelDataType type) {
    return value == null ? null : decodePresent(value, type);
  }

  private static Object decodePresent(Object value, RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER ->
          ((Number) value).longValue();
      case DECIMAL, UBIGINT ->
          value instanceof BigDecimal ? value : new BigDecimal(value.toString());
      case REAL -> ((Number) value).floatValue();
      case FLOAT, DOUBLE -> ((Number) value).doubleValue();
      case DATE -> decodeDate(((Number) value).intValue());
      case TIME -> LocalTime.ofNanoOfDay(((Number) value).longValue() * NANOS_PER_MILLI);
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ ->
          decodeTimestamp(((Number) value).longValue(), type.getSqlTypeName());
      case BINARY, VARBINARY -> value instanceof ByteString bytes ? bytes.getBytes() : value;
      case ARRAY, MULTISET -> decodeList((List<?>) value, component(type));
      case ROW, STRUCTURED -> decodeStruct(value, type.getFieldList());
      case MAP -> decodeMap((Map<?, ?>) value, type);
      case INTERVAL_YEAR, INTERVAL_YEAR_MONTH, INTERVAL_MONTH ->
          IntervalTexts.ofMonths(((Number) value).longValue());
      case INTERVAL_DAY,
          INTERVAL_DAY_HOUR,
          INTERVAL_DAY_MINUTE,
          INTERVAL_DAY_SECOND,
          INTERVAL_HOUR,
          INTERVAL_HOUR_MINUTE,
          INTERVAL_HOUR_SECOND,
          INTERVAL_MINUTE,
          INTERVAL_MINUTE_SECOND,
          INTERVAL_SECOND ->
          IntervalTexts.ofMillis(((Number) value).longValue());
      case BOOLEAN, UUID -> value;
      default -> value instanceof Number || value instanceof Boolean ? value : value.toString();
    };
  }

  private static Object decodeDate(int days) {
    return days == Integer.MAX_VALUE || days == -Integer.MAX_VALUE
        ? CastFunctions.dateToText(days)
        : LocalDate.ofEpochDay(days);
  }

  private static Object decodeTimestamp(long micros, SqlTypeName type) {
    if (micros == Long.MAX_VALUE || micros == -Long.MAX_VALUE) {
      return CastFunctions.timestampToText(micros);
    }
    Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    return type == SqlTypeName.TIMESTAMP
        ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
        : instant;
  }

  private static List<@Nullable Object> decodeList(List<?> list, RelDataType type) {
    List<@Nullable Object> decoded = new ArrayList<>(list.size());
    for (Object element : list) {
      decoded.add(decode(element, type));
    }
    return decoded;
  }

  private static Map<Object, @Nullable Object> decodeStruct(
      Object value, List<RelDataTypeField> fields) {
    List<?> values = value instanceof List<?> list ? list : Arrays.asList((Object[]) value);
    Map<Object, @Nullable Object> struct = new LinkedHashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      RelDataTypeField field = fields.get(i);
      struct.put(field.getName(), decode(values.get(i), field.getType()));
    }
    return struct;
  }

  private static Map<Object, @Nullable Object> decodeMap(Map<?, ?> map, RelDataType type) {
    Map<Object, @Nullable Object> decoded = new LinkedHashMap<>();
    map.forEach(
        (key, value) ->
            decoded.put(
                decodePresent(key, present(type.getKeyType())),
                decode(value, present(type.getValueType()))));
    return decoded;
  }

  private static RelDataType component(RelDataType type) {
    return present(type.getComponentType());
  }

  private static RelDataType present(@Nullable RelDataType type) {
    if (type == null) {
      throw new IllegalStateException("a list or map of the plan has no element type");
    }
    return type;
  }
}
