package io.moraine.driver.type;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.jspecify.annotations.Nullable;

/** Which side of a comparison is cast: a text becomes a UUID, not the other way round. */
public final class MoraineTypeCoercion extends TypeCoercionImpl {
  /** Coercion for a validator; the signature is that of a factory. */
  public MoraineTypeCoercion(RelDataTypeFactory types, SqlValidator validator) {
    super(types, validator);
  }

  @Override
  public @Nullable RelDataType commonTypeForBinaryComparison(
      @Nullable RelDataType left, @Nullable RelDataType right) {
    if (left != null && right != null) {
      if (isUuid(left) && SqlTypeUtil.isCharacter(right)) {
        return left;
      }
      if (isUuid(right) && SqlTypeUtil.isCharacter(left)) {
        return right;
      }
    }
    return super.commonTypeForBinaryComparison(left, right);
  }

  private static boolean isUuid(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.UUID;
  }
}
