package io.moraine.driver.dml;

import io.moraine.driver.type.Functions;
import io.moraine.driver.type.MoraineTypeFactory;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * Reads constants off the parse tree: literals, casts of constants, {@code NOW()}, {@code UUID()},
 * {@code gen_random_uuid()}, {@code DEFAULT}, which is NULL, and parameters, which get the type
 * that they are converted to.
 */
final class ConstantReader {
  private final @Nullable RelDataType[] parameterTypes;

  /** A reader of a statement with so many parameters. */
  ConstantReader(int parameters) {
    parameterTypes = new @Nullable RelDataType[parameters];
  }

  /** The types of the parameters read so far, or null if others are left. */
  @Nullable List<RelDataType> parameterTypes() {
    List<@Nullable RelDataType> types = Arrays.asList(parameterTypes);
    return types.contains(null) ? null : List.copyOf(types);
  }

  /**
   * The value of an expression as a value of a type, or null if it takes the planner.
   *
   * @throws io.moraine.driver.error.StatementException if it cannot be read as that type
   */
  @Nullable Constant read(SqlNode expression, SqlTypeName wanted) {
    if (expression instanceof SqlDynamicParam parameter) {
      return parameter(parameter.getIndex(), wanted);
    }
    Constant constant = read(expression);
    return constant == null ? null : constant.as(wanted);
  }

  private @Nullable Constant read(SqlNode expression) {
    if (expression instanceof SqlLiteral literal) {
      return literal(literal);
    }
    if (!(expression instanceof SqlCall call)) {
      return null;
    }
    return switch (call.getKind()) {
      case CAST -> cast(call);
      case MINUS_PREFIX -> negated(call);
      case DEFAULT -> Constant.NULL;
      default -> function(call);
    };
  }

  private static @Nullable Constant literal(SqlLiteral literal) {
    if (literal.getTypeName() == SqlTypeName.NULL) {
      return Constant.NULL;
    }
    if (literal.getTypeName() == SqlTypeName.BOOLEAN) {
      return Constant.known(SqlTypeName.BOOLEAN, literal.booleanValue());
    }
    if (literal instanceof SqlNumericLiteral number) {
      return number(number.bigDecimalValue(), number.isExact());
    }
    return literal instanceof SqlCharStringLiteral
        ? Constant.known(SqlTypeName.VARCHAR, literal.getValueAs(NlsString.class).getValue())
        : null;
  }

  private static @Nullable Constant number(@Nullable BigDecimal value, boolean exact) {
    if (value == null) {
      return null;
    }
    if (!exact) {
      return Constant.known(SqlTypeName.DOUBLE, value.doubleValue());
    }
    return value.scale() <= 0 && value.toBigInteger().bitLength() < Long.SIZE
        ? Constant.known(SqlTypeName.BIGINT, value.longValueExact())
        : Constant.known(SqlTypeName.DECIMAL, value);
  }

  private static @Nullable Constant negated(SqlCall call) {
    return call.operand(0) instanceof SqlNumericLiteral number && number.bigDecimalValue() != null
        ? number(number.bigDecimalValue().negate(), number.isExact())
        : null;
  }

  private @Nullable Constant cast(SqlCall cast) {
    if (cast.operandCount() == 2
        && cast.operand(1) instanceof SqlDataTypeSpec spec
        && spec.getCollectionsTypeName() == null
        && spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
        && basic.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED) {
      SqlTypeName type = SqlTypeName.get(basic.getTypeName().getSimple());
      return type == null ? null : read(cast.operand(0), type);
    }
    return null;
  }

  private static @Nullable Constant function(SqlCall call) {
    if (call.operandCount() > 0 || call.getKind() == SqlKind.ROW) {
      return null;
    }
    return switch (call.getOperator().getName().toUpperCase(Locale.ROOT)) {
      case "NOW" -> Constant.computed(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, Functions::now);
      case "UUID", "GEN_RANDOM_UUID" -> Constant.computed(SqlTypeName.UUID, Functions::newUuid);
      default -> null;
    };
  }

  private @Nullable Constant parameter(int index, SqlTypeName type) {
    RelDataTypeFactory types = MoraineTypeFactory.INSTANCE;
    parameterTypes[index] =
        types.createTypeWithNullability(types.createSqlType(type), /* nullable= */ true);
    return Constant.computed(
        type,
        context -> {
          Object value = context.parameter(index);
          return isInteger(type) && value instanceof Number number
              ? (Object) number.longValue()
              : value;
        });
  }

  private static boolean isInteger(SqlTypeName type) {
    return SqlTypeName.INT_TYPES.contains(type);
  }
}
