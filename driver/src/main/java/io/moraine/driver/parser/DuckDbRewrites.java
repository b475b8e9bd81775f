package io.moraine.driver.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJdbcFunctionCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSnapshot;
import org.apache.calcite.sql.SqlTimestampLiteral;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;

/** Turns what only DuckDB has into what Calcite's validator knows, on the parse tree. */
final class DuckDbRewrites extends SqlShuttle {
  private DuckDbRewrites() {}

  /** The tree without constructs that the validator doesn't know. */
  static SqlNode apply(SqlNode tree) {
    SqlNode rewritten = tree.accept(new DuckDbRewrites());
    return rewritten == null ? tree : rewritten;
  }

  @Override
  public SqlNode visit(SqlDataTypeSpec type) {
    return TypeNames.rewrite(type);
  }

  @Override
  public SqlNode visit(SqlLiteral literal) {
    SqlParserPos position = literal.getParserPosition();
    if (literal instanceof SqlUnknownLiteral unknown) {
      return switch (unknown.tag) {
        case "TIMESTAMP", "DATETIME" ->
            castText(unknown.getValue(), SqlTypeName.TIMESTAMP, position);
        case "TIMESTAMP WITH LOCAL TIME ZONE", "TIMESTAMP WITH TIME ZONE" ->
            castText(unknown.getValue(), SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, position);
        default -> literal;
      };
    }
    return literal instanceof SqlTimestampLiteral timestamp
        ? castText(timestamp.toFormattedString(), SqlTypeName.TIMESTAMP, position)
        : literal;
  }

  @Override
  public SqlNode visit(SqlCall call) {
    DistinctOn.rewrite(call);
    if (!(super.visit(call) instanceof SqlCall after)) {
      return call;
    }
    if (after.getOperator() instanceof SqlJdbcFunctionCall function) {
      return inUpperCase(function, after);
    }
    return switch (after.getOperator().getName().toUpperCase(Locale.ROOT)) {
      case "::" ->
          SqlStdOperatorTable.CAST.createCall(after.getParserPosition(), after.getOperandList());
      case "//" -> named("INTEGER_DIVIDE", after.getParserPosition(), after.getOperandList());
      case "DATE_TRUNC" -> // the grammar's own is another dialect's
          named("DATE_TRUNC", after.getParserPosition(), after.getOperandList());
      case "STRUCT_PACK" -> withNamesAsLiterals(after);
      default -> after instanceof SqlSnapshot snapshot ? atTimestamp(snapshot) : after;
    };
  }

  /** {@code {fn name(...)}} with its name as Calcite knows it. */
  private static SqlNode inUpperCase(SqlJdbcFunctionCall function, SqlCall call) {
    String escape = function.getName();
    String name = escape.substring("{fn ".length(), escape.length() - "}".length());
    if (name.equalsIgnoreCase("NOW")) { // Calcite's has milliseconds
      return named("NOW", call.getParserPosition(), call.getOperandList());
    }
    return new SqlJdbcFunctionCall(name.toUpperCase(Locale.ROOT))
        .createCall(call.getParserPosition(), call.getOperandList());
  }

  /** {@code FOR SYSTEM_TIME AS OF e} as {@code AT (TIMESTAMP => e)}. */
  private static SqlNode atTimestamp(SqlSnapshot snapshot) {
    SqlNode period = snapshot.getPeriod();
    if (period instanceof SqlCall call && call.getOperator().getName().startsWith("AT_")) {
      return snapshot;
    }
    return new SqlSnapshot(
        snapshot.getParserPosition(),
        snapshot.getTableRef(),
        named("AT_TIMESTAMP", period.getParserPosition(), List.of(period)));
  }

  private static SqlNode withNamesAsLiterals(SqlCall call) {
    List<SqlNode> operands = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      if (operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT) {
        List<SqlNode> parts = ((SqlCall) operand).getOperandList();
        SqlIdentifier name = (SqlIdentifier) parts.get(1);
        operands.add(SqlLiteral.createCharString(name.getSimple(), name.getParserPosition()));
        operands.add(parts.get(0));
      } else {
        operands.add(operand);
      }
    }
    return call.getOperator().createCall(call.getParserPosition(), operands);
  }

  private static SqlNode castText(String text, SqlTypeName type, SqlParserPos position) {
    return SqlStdOperatorTable.CAST.createCall(
        position,
        SqlLiteral.createCharString(text, position),
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, position), position));
  }

  private static SqlCall named(String name, SqlParserPos position, List<SqlNode> operands) {
    return new SqlUnresolvedFunction(
            new SqlIdentifier(name, position),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(position, operands);
  }
}
