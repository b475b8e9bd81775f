package io.moraine.driver.schema;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** Names of types as users know them. */
public final class TypeNames {
  private TypeNames() {}

  /** The name of a type, without its precision. */
  public static String of(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
        ? "TIMESTAMP WITH TIME ZONE"
        : type.getSqlTypeName().getName();
  }
}
