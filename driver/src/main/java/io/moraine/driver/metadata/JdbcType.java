package io.moraine.driver.metadata;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.calcite.rel.type.RelDataType;

/** The SQL types as JDBC describes them: codes, names, classes, sizes. */
public enum JdbcType {
  /** True or false. */
  BOOLEAN("BOOLEAN", Types.BOOLEAN, Boolean.class, 1, 5, Kind.PLAIN),
  /** 8-bit integer. */
  TINYINT("TINYINT", Types.TINYINT, Integer.class, 3, 4, Kind.NUMBER),
  /** 16-bit integer. */
  SMALLINT("SMALLINT", Types.SMALLINT, Integer.class, 5, 6, Kind.NUMBER),
  /** 32-bit integer. */
  INTEGER("INTEGER", Types.INTEGER, Integer.class, 10, 11, Kind.NUMBER),
  /** 64-bit integer. */
  BIGINT("BIGINT", Types.BIGINT, Long.class, 19, 20, Kind.NUMBER),
  /** Decimal number. */
  DECIMAL("DECIMAL", Types.DECIMAL, BigDecimal.class, 38, 40, Kind.NUMBER),
  /** 32-bit floating point. */
  REAL("REAL", Types.REAL, Float.class, 7, 15, Kind.NUMBER),
  /** 64-bit floating point. */
  DOUBLE("DOUBLE", Types.DOUBLE, Double.class, 15, 25, Kind.NUMBER),
  /** Text. */
  VARCHAR("VARCHAR", Types.VARCHAR, String.class, Integer.MAX_VALUE, Integer.MAX_VALUE, Kind.TEXT),
  /** Bytes. */
  BLOB("BLOB", Types.VARBINARY, byte[].class, Integer.MAX_VALUE, Integer.MAX_VALUE, Kind.QUOTED),
  /** Day. */
  DATE("DATE", Types.DATE, Date.class, 10, 13, Kind.QUOTED),
  /** Time of day. */
  TIME("TIME", Types.TIME, Time.class, 15, 15, Kind.QUOTED),
  /** Day and time without zone. */
  TIMESTAMP("TIMESTAMP", Types.TIMESTAMP, Timestamp.class, 26, 31, Kind.QUOTED),
  /** An instant. */
  TIMESTAMPTZ(
      "TIMESTAMP WITH TIME ZONE",
      Types.TIMESTAMP_WITH_TIMEZONE,
      OffsetDateTime.class,
      29,
      34,
      Kind.QUOTED),
  /** A UUID. */
  UUID("UUID", Types.OTHER, UUID.class, 36, 36, Kind.QUOTED),
  /** A span of time. */
  INTERVAL("INTERVAL", Types.OTHER, String.class, 50, 50, Kind.QUOTED),
  /** A list. */
  LIST("LIST", Types.ARRAY, java.sql.Array.class, 0, Integer.MAX_VALUE, Kind.PLAIN),
  /** Named fields, or keys and values. */
  STRUCT("STRUCT", Types.JAVA_OBJECT, Map.class, 0, Integer.MAX_VALUE, Kind.PLAIN),
  /** NULL of no type. */
  NULL("NULL", Types.NULL, Object.class, 0, 4, Kind.PLAIN),
  /** Anything else. */
  OTHER("OTHER", Types.OTHER, Object.class, 0, Integer.MAX_VALUE, Kind.PLAIN);

  private enum Kind {
    PLAIN,
    NUMBER,
    TEXT,
    QUOTED
  }

  private final String sqlName;
  private final int code;
  private final Class<?> javaClass;
  private final int precision;
  private final int displaySize;
  private final Kind kind;

  JdbcType(
      String sqlName, int code, Class<?> javaClass, int precision, int displaySize, Kind kind) {
    this.sqlName = sqlName;
    this.code = code;
    this.javaClass = javaClass;
    this.precision = precision;
    this.displaySize = displaySize;
    this.kind = kind;
  }

  /** The type of an SQL type of the planner. */
  public static JdbcType of(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> BOOLEAN;
      case TINYINT -> TINYINT;
      case SMALLINT, UTINYINT -> SMALLINT;
      case INTEGER, USMALLINT -> INTEGER;
      case BIGINT, UINTEGER -> BIGINT;
      case DECIMAL, UBIGINT -> DECIMAL;
      case REAL -> REAL;
      case FLOAT, DOUBLE -> DOUBLE;
      case CHAR, VARCHAR, SYMBOL -> VARCHAR;
      case BINARY, VARBINARY -> BLOB;
      case DATE -> DATE;
      case TIME, TIME_WITH_LOCAL_TIME_ZONE, TIME_TZ -> TIME;
      case TIMESTAMP -> TIMESTAMP;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> TIMESTAMPTZ;
      case UUID -> UUID;
      case ARRAY, MULTISET -> LIST;
      case ROW, STRUCTURED, MAP -> STRUCT;
      case NULL -> NULL;
      case INTERVAL_YEAR,
          INTERVAL_YEAR_MONTH,
          INTERVAL_MONTH,
          INTERVAL_DAY,
          INTERVAL_DAY_HOUR,
          INTERVAL_DAY_MINUTE,
          INTERVAL_DAY_SECOND,
          INTERVAL_HOUR,
          INTERVAL_HOUR_MINUTE,
          INTERVAL_HOUR_SECOND,
          INTERVAL_MINUTE,
          INTERVAL_MINUTE_SECOND,
          INTERVAL_SECOND ->
          INTERVAL;
      default -> OTHER;
    };
  }

  /** The type of a value of {@code java.time}, a number, a text, a UUID, bytes or a list. */
  public static JdbcType ofValue(Object value) {
    if (value instanceof Instant) {
      return TIMESTAMPTZ;
    }
    if (value instanceof LocalDateTime) {
      return TIMESTAMP;
    }
    if (value instanceof LocalDate) {
      return DATE;
    }
    if (value instanceof LocalTime) {
      return TIME;
    }
    if (value instanceof List<?>) {
      return LIST;
    }
    return Arrays.stream(values())
        .filter(type -> type.javaClass.isInstance(value) && type.javaClass != Object.class)
        .findFirst()
        .orElse(OTHER);
  }

  /** The name that SQL has for it. */
  public String sqlName() {
    return sqlName;
  }

  /** The number of {@code java.sql.Types}. */
  public int code() {
    return code;
  }

  /** The class of what {@code getObject} gives. */
  public Class<?> javaClass() {
    return javaClass;
  }

  /** Most digits, characters or bytes. */
  public int precision() {
    return precision;
  }

  /** Most characters of its text. */
  public int displaySize() {
    return displaySize;
  }

  /** Whether it is a number. */
  public boolean isNumber() {
    return kind == Kind.NUMBER;
  }

  /** Whether it is a text. */
  public boolean isText() {
    return kind == Kind.TEXT;
  }

  /** Whether its literals stand between single quotes. */
  public boolean isQuoted() {
    return kind == Kind.TEXT || kind == Kind.QUOTED;
  }
}
