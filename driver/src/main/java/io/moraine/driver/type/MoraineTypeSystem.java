package io.moraine.driver.type;

import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Limits and derived types: decimals of 39 digits, timestamps of microseconds. */
final class MoraineTypeSystem extends RelDataTypeSystemImpl {
  /** The digits of a 128-bit integer. */
  private static final int DECIMAL_DIGITS = 39;

  static final int TIMESTAMP_DIGITS = 6;
  private static final int TIME_DIGITS = 3;

  @Override
  public int getMaxPrecision(SqlTypeName type) {
    return switch (type) {
      case DECIMAL -> DECIMAL_DIGITS;
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TIMESTAMP_DIGITS;
      case CHAR, VARCHAR, BINARY, VARBINARY -> Integer.MAX_VALUE;
      default -> super.getMaxPrecision(type);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName type) {
    return type == SqlTypeName.DECIMAL ? DECIMAL_DIGITS : super.getMaxScale(type);
  }

  @Override
  public int getDefaultPrecision(SqlTypeName type) {
    return switch (type) {
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TIMESTAMP_DIGITS;
      case TIME -> TIME_DIGITS;
      default -> super.getDefaultPrecision(type);
    };
  }

  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  /** Else {@code 'a'} and {@code 'bcd'} in one column become CHAR(3). */
  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  /** Integers sum up to BIGINT, floats to DOUBLE. */
  @Override
  public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
    return switch (argument.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> like(types, SqlTypeName.BIGINT, argument);
      case REAL, FLOAT, DOUBLE -> like(types, SqlTypeName.DOUBLE, argument);
      default -> super.deriveSumType(types, argument);
    };
  }

  /** An average is a DOUBLE. */
  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory types, RelDataType argument) {
    return SqlTypeUtil.isNumeric(argument)
        ? like(types, SqlTypeName.DOUBLE, argument)
        : super.deriveAvgAggType(types, argument);
  }

  private static RelDataType like(
      RelDataTypeFactory types, SqlTypeName name, RelDataType nullability) {
    return types.createTypeWithNullability(types.createSqlType(name), nullability.isNullable());
  }
}
