package io.moraine.driver.type;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;

/** {@code STRUCT_PACK('name', value, ...)}: a row with named fields, planned as a ROW. */
final class StructPack extends SqlFunction {
  static final StructPack INSTANCE = new StructPack();

  private StructPack() {
    super(
        "STRUCT_PACK",
        SqlKind.OTHER_FUNCTION,
        StructPack::rowType,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
  }

  private static RelDataType rowType(SqlOperatorBinding binding) {
    RelDataTypeFactory.Builder fields = binding.getTypeFactory().builder();
    for (int i = 0; i + 1 < binding.getOperandCount(); i += 2) {
      String name = binding.getOperandLiteralValue(i, String.class);
      fields.add(name == null ? "f" + i / 2 : name, binding.getOperandType(i + 1));
    }
    return fields.build();
  }
}
