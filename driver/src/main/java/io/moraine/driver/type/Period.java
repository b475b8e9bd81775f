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
  Period(String name, SqlOperandTypeChecker operands) {
    super(
        name,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.explicit(SqlTypeName.TIMESTAMP),
        null,
        operands,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
  }

  @Override
  public boolean isDynamicFunction() {
    return true;
  }
}
