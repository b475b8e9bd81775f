package io.moraine.driver.jdbc;

import io.moraine.driver.metadata.JdbcType;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A column of a result.
 *
 * @param label its name or alias
 * @param name the name of the table column it shows, else the label
 * @param table the name of the table it is a column of, or empty
 * @param schema the name of that table's schema, or empty
 * @param type its type
 * @param nullability one of the constants of {@code ResultSetMetaData}
 * @param precision digits, characters or bytes at most
 * @param scale digits behind the decimal point
 */
record ResultColumn(
    String label,
    String name,
    String table,
    String schema,
    JdbcType type,
    int nullability,
    int precision,
    int scale) {

  static int precisionOf(RelDataType type) {
    JdbcType jdbcType = JdbcType.of(type);
    return jdbcType == JdbcType.DECIMAL && type.getPrecision() > 0
        ? type.getPrecision()
        : jdbcType.precision();
  }

  static int scaleOf(RelDataType type) {
    return switch (JdbcType.of(type)) {
      case DECIMAL -> Math.max(0, type.getScale());
      case TIMESTAMPTZ -> 6;
      case TIME, TIMESTAMP -> 3;
      default -> 0;
    };
  }
}
