package io.moraine.driver.type;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.type.ScalarOperator.Folding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Which casts are calls of {@link CastFunctions}, and which stay Calcite's. */
final class Casts {
  /** Whether a value that cannot be converted is an error or NULL. */
  enum Mode {
    CAST,
    TRY_CAST
  }

  private static final Map<String, SqlOperator> OPERATORS = new ConcurrentHashMap<>();

  private final RexBuilder builder;
  private final RexNode value;
  private final RelDataType type;
  private final Mode mode;

  private Casts(RexBuilder builder, RexNode value, RelDataType type, Mode mode) {
    this.builder = builder;
    this.value = value;
    this.type = type;
    this.mode = mode;
  }

  /** The cast as a call of a function, or null if Calcite's own cast does. */
  static @Nullable RexNode convert(RexBuilder builder, RexNode value, RelDataType type, Mode mode) {
    SqlTypeName from = value.getType().getSqlTypeName();
    SqlTypeName to = type.getSqlTypeName();
    if (from == SqlTypeName.NULL || RexLiteral.isNullLiteral(value)) {
      return null;
    }
    Casts casts = new Casts(builder, value, type, mode);
    RexNode own = from == to && to != SqlTypeName.DECIMAL ? null : casts.convert(from, to);
    if (own == null && from != to && (isTimestamp(from) || isTimestamp(to)) && !isAny(from, to)) {
      throw new StatementException(
          SqlState.TYPE_MISMATCH, "A value of type " + from + " cannot be cast to " + to);
    }
    return own;
  }

  static boolean isTimestamp(SqlTypeName type) {
    return type == SqlTypeName.TIMESTAMP || type == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }

  private static boolean isAny(SqlTypeName from, SqlTypeName to) {
    return from == SqlTypeName.ANY || to == SqlTypeName.ANY;
  }

  private @Nullable RexNode convert(SqlTypeName from, SqlTypeName to) {
    return switch (from) {
      case CHAR, VARCHAR -> fromText(to);
      case REAL, FLOAT, DOUBLE -> fromDouble(from, to);
      case DECIMAL -> fromDecimal(to);
      case TINYINT, SMALLINT, INTEGER, BIGINT -> fromInteger(to);
      case DATE -> fromDate(to);
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> fromTimestamp(from, to);
      case BOOLEAN -> isText(to) ? always("booleanToText") : null;
      case UUID -> isText(to) ? always("uuidToText") : null;
      case BINARY, VARBINARY -> isText(to) ? always("blobToText") : null;
      default -> null;
    };
  }

  private @Nullable RexNode fromText(SqlTypeName to) {
    return switch (to) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> integer("textToInteger");
      case DECIMAL -> decimal("textToDecimal");
      case REAL -> call("textToReal");
      case FLOAT, DOUBLE -> call("textToDouble");
      case BOOLEAN -> call("textToBoolean");
      case DATE -> call("textToDate");
      case TIMESTAMP -> call("textToTimestamp");
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> call("textToInstant");
      case UUID -> call("textToUuid");
      case BINARY, VARBINARY -> call("textToBlob");
      default -> null;
    };
  }

  private @Nullable RexNode fromDouble(SqlTypeName from, SqlTypeName to) {
    return switch (to) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> integer("doubleToInteger");
      case DECIMAL -> decimal("doubleToDecimal");
      case CHAR, VARCHAR -> always(from == SqlTypeName.REAL ? "realToText" : "doubleToText");
      default -> null;
    };
  }

  private @Nullable RexNode fromDecimal(SqlTypeName to) {
    return switch (to) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> integer("decimalToInteger");
      case DECIMAL -> narrowsDecimal() ? decimal("decimalToDecimal") : null;
      case CHAR, VARCHAR -> always("decimalToText", literal(value.getType().getScale()));
      default -> null;
    };
  }

  private boolean narrowsDecimal() {
    RelDataType from = value.getType();
    return type.getScale() < from.getScale()
        || type.getPrecision() - type.getScale() < from.getPrecision() - from.getScale();
  }

  private @Nullable RexNode fromInteger(SqlTypeName to) {
    return switch (to) {
      case TINYINT, SMALLINT, INTEGER, BIGINT ->
          type.getPrecision() < value.getType().getPrecision() && !(value instanceof RexLiteral)
              ? integer("integerToInteger")
              : null;
      default -> null;
    };
  }

  private @Nullable RexNode fromDate(SqlTypeName to) {
    return switch (to) {
      case CHAR, VARCHAR -> always("dateToText");
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> call("dateToTimestamp");
      default -> null;
    };
  }

  private @Nullable RexNode fromTimestamp(SqlTypeName from, SqlTypeName to) {
    return switch (to) {
      case CHAR, VARCHAR ->
          always(from == SqlTypeName.TIMESTAMP ? "timestampToText" : "instantToText");
      case DATE -> always("timestampToDate");
      case TIME -> always("timestampToTime");
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> always("sameMicros");
      default -> null;
    };
  }

  /** A function that gives a BIGINT in the range of the type, cast to the type. */
  private RexNode integer(String function) {
    long[] range =
        switch (type.getSqlTypeName()) {
          case TINYINT -> new long[] {Byte.MIN_VALUE, Byte.MAX_VALUE};
          case SMALLINT -> new long[] {Short.MIN_VALUE, Short.MAX_VALUE};
          case INTEGER -> new long[] {Integer.MIN_VALUE, Integer.MAX_VALUE};
          default -> new long[] {Long.MIN_VALUE, Long.MAX_VALUE};
        };
    RelDataType bigint =
        builder
            .getTypeFactory()
            .createTypeWithNullability(
                builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT), resultIsNullable());
    RexNode call =
        builder.makeCall(
            bigint, operator(name(function)), List.of(value, literal(range[0]), literal(range[1])));
    return type.getSqlTypeName() == SqlTypeName.BIGINT
        ? call
        : builder.makeAbstractCast(resultType(), call, false);
  }

  private RexNode decimal(String function) {
    return call(function, literal(type.getPrecision()), literal(type.getScale()));
  }

  private RexNode call(String function, RexNode... more) {
    return always(name(function), more);
  }

  /** A call of a function that cannot fail, or of the very function named. */
  private RexNode always(String function, RexNode... more) {
    List<RexNode> operands = new ArrayList<>(List.of(more));
    operands.add(0, value);
    return builder.makeCall(resultType(), operator(function), operands);
  }

  private String name(String function) {
    return mode == Mode.CAST
        ? function
        : "try" + Character.toUpperCase(function.charAt(0)) + function.substring(1);
  }

  private RelDataType resultType() {
    return builder.getTypeFactory().createTypeWithNullability(type, resultIsNullable());
  }

  private boolean resultIsNullable() {
    return mode == Mode.TRY_CAST || value.getType().isNullable() || type.isNullable();
  }

  private RexNode literal(int number) {
    return builder.makeExactLiteral(
        java.math.BigDecimal.valueOf(number),
        builder.getTypeFactory().createSqlType(SqlTypeName.INTEGER));
  }

  private RexNode literal(long number) {
    return builder.makeBigintLiteral(java.math.BigDecimal.valueOf(number));
  }

  private static boolean isText(SqlTypeName type) {
    return type == SqlTypeName.CHAR || type == SqlTypeName.VARCHAR;
  }

  private static SqlOperator operator(String function) {
    return OPERATORS.computeIfAbsent(
        function,
        name ->
            ScalarOperator.of(
                name,
                CastFunctions.class,
                name,
                ReturnTypes.VARCHAR_NULLABLE,
                OperandTypes.VARIADIC,
                makesTimestamp(name) ? Folding.NOT_FOLDED : Folding.FOLDED));
  }

  private static boolean makesTimestamp(String function) {
    return function.endsWith("Timestamp")
        || function.endsWith("Instant")
        || function.endsWith("Micros")
        || function.endsWith("ToDate");
  }
}
