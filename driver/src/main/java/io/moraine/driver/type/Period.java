package io.moraine.driver.type;

import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Names the state of a table to read. It stands where SQL wants a TIMESTAMP, is planned away with
 * the table and never evaluated.
 */
final class Period extends SqlFunction {
  /** The operator of that name; a parameter as its operand gets type {@code parameter}. */
  Period(String name, SqlTypeName parameter, SqlOperandTypeChecker operands) {
    super(
        name,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.explicit(SqlTypeName.TIMESTAMP),
        (call, returnType, operandTypes) ->
            operandTypes[0] = call.getTypeFactory().createSqlType(parameter),
        operands,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
  }

  @Override
  public boolean isDynamicFunction() {
    return true;
  }
}
