package io.moraine.driver.type;

import io.moraine.driver.type.ScalarOperator.Folding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.schema.impl.AggregateFunctionImpl;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.validate.SqlUserDefinedAggFunction;
import org.apache.calcite.util.Optionality;

/**
 * The operators of the driver's SQL: Calcite's standard and PostgreSQL ones, some of its other
 * libraries picked by name, and DuckDB's of {@link Functions}, which take precedence by name.
 */
public final class MoraineOperators {
  private static final SqlReturnTypeInference TEXT =
      ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.TO_NULLABLE);
  private static final SqlReturnTypeInference BOOLEAN = ReturnTypes.BOOLEAN_NULLABLE;
  private static final SqlReturnTypeInference BIGINT = ReturnTypes.BIGINT_NULLABLE;
  private static final SqlReturnTypeInference TIMESTAMP =
      ReturnTypes.explicit(SqlTypeName.TIMESTAMP).andThen(SqlTypeTransforms.TO_NULLABLE);
  private static final SqlReturnTypeInference INSTANT =
      ReturnTypes.explicit(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE)
          .andThen(SqlTypeTransforms.TO_NULLABLE);
  private static final SqlOperandTypeChecker ONE_TEXT =
      OperandTypes.family(SqlTypeFamily.CHARACTER);
  private static final SqlOperandTypeChecker TWO_TEXTS =
      OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER);
  private static final SqlOperandTypeChecker ONE_TIME = OperandTypes.family(SqlTypeFamily.DATETIME);

  static final SqlOperator DATE_PART =
      scalar(
          "DATE_PART",
          "datePart",
          BIGINT,
          OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME));
  static final SqlOperator DATE_TRUNC =
      timestamp(
          "DATE_TRUNC",
          "dateTrunc",
          MoraineOperators::typeOfTruncated,
          OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME));
  static final SqlOperator PLUS_MILLIS = arithmetic("plusMillis");
  static final SqlOperator MINUS_MILLIS = arithmetic("minusMillis");
  static final SqlOperator PLUS_MONTHS = arithmetic("plusMonths");
  static final SqlOperator MINUS_MONTHS = arithmetic("minusMonths");

  /** {@code AT (VERSION => n)}: the period of a {@code SqlSnapshot}. */
  public static final SqlOperator AT_VERSION =
      new Period(
          "AT_VERSION", SqlTypeName.BIGINT, OperandTypes.family(SqlTypeFamily.EXACT_NUMERIC));

  /**
   * {@code AT (TIMESTAMP => e)} and {@code FOR SYSTEM_TIME AS OF e}: the period of a {@code
   * SqlSnapshot}. As an expression of a plan its operand is a TIMESTAMP WITH LOCAL TIME ZONE, in
   * microseconds.
   */
  public static final SqlOperator AT_TIMESTAMP =
      new Period(
          "AT_TIMESTAMP",
          SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          OperandTypes.or(OperandTypes.family(SqlTypeFamily.DATETIME), ONE_TEXT));

  /**
   * Fails with the state and the message that are its operands. Takes the place of a constant that
   * has no value, so that nothing fails where it is not asked for.
   */
  public static final SqlOperator RAISE =
      ScalarOperator.ofFailure("RAISE", Functions.class, "raise");

  /**
   * SUM of integers as a BIGINT, which fails when it overflows. Calcite's goes on with a wrong
   * value.
   */
  public static final SqlAggFunction EXACT_SUM = exactSum("EXACT_SUM", ReturnTypes.AGG_SUM);

  /** The same, and zero for no rows. */
  public static final SqlAggFunction EXACT_SUM0 =
      exactSum("EXACT_SUM0", ReturnTypes.AGG_SUM_EMPTY_IS_ZERO);

  /**
   * A condition that always holds, and fails when the execution is cancelled or runs out of time.
   */
  public static final SqlOperator RUNNING =
      context("RUNNING", "running", notNull(SqlTypeName.BOOLEAN));

  private static final List<SqlOperator> OWN = own();

  /** Names that are not taken from Calcite: they work on milliseconds, XML or the JVM. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "AGE",
          "TO_TIMESTAMP",
          "TO_DATE",
          "TO_CHAR",
          "CURRENT_CATALOG",
          "CURRENT_SCHEMA",
          "CURRENT_PATH",
          "LOCALTIMESTAMP",
          "CURRENT_TIMESTAMP",
          "CONVERT_TIMEZONE",
          "DATEDIFF");

  /** The table. */
  public static final SqlOperatorTable TABLE = table();

  private MoraineOperators() {}

  private static SqlOperatorTable table() {
    Set<String> taken = new HashSet<>(LEFT_OUT);
    OWN.forEach(each -> taken.add(each.getName().toUpperCase(Locale.ROOT)));
    List<SqlOperator> all = new ArrayList<>(OWN);
    List<SqlOperator> calcites =
        new ArrayList<>(
            SqlLibraryOperatorTableFactory.INSTANCE
                .getOperatorTable(SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL)
                .getOperatorList());
    calcites.addAll(picked());
    for (SqlOperator operator : calcites) {
      if (!taken.contains(operator.getName().toUpperCase(Locale.ROOT)) && !all.contains(operator)) {
        all.add(operator);
      }
    }
    return new OperatorTable(all);
  }

  /** Operators of Calcite's other libraries. */
  private static List<SqlOperator> picked() {
    return List.of(
        SqlLibraryOperators.TRY_CAST,
        SqlLibraryOperators.IF,
        SqlLibraryOperators.IFNULL,
        SqlLibraryOperators.NVL,
        SqlLibraryOperators.NVL2,
        SqlLibraryOperators.LPAD,
        SqlLibraryOperators.RPAD,
        SqlLibraryOperators.CONCAT_WS_POSTGRESQL,
        SqlLibraryOperators.REGEXP_EXTRACT,
        SqlLibraryOperators.MAX_BY,
        SqlLibraryOperators.MIN_BY,
        SqlLibraryOperators.COUNTIF,
        SqlLibraryOperators.LOGICAL_AND,
        SqlLibraryOperators.LOGICAL_OR,
        SqlLibraryOperators.ARRAY_LENGTH,
        SqlLibraryOperators.ARRAY_CONTAINS,
        SqlLibraryOperators.ARRAY_DISTINCT,
        SqlLibraryOperators.ARRAY_TO_STRING,
        SqlLibraryOperators.MAP_FROM_ARRAYS,
        SqlLibraryOperators.MAP_KEYS,
        SqlLibraryOperators.MAP_VALUES,
        SqlLibraryOperators.LEVENSHTEIN,
        SqlLibraryOperators.TO_HEX,
        SqlLibraryOperators.FROM_HEX,
        SqlLibraryOperators.SHA256,
        SqlLibraryOperators.POW,
        SqlLibraryOperators.LOG2,
        SqlLibraryOperators.IS_INF,
        SqlLibraryOperators.IS_NAN,
        SqlStdOperatorTable.ARG_MAX,
        SqlStdOperatorTable.ARG_MIN);
  }

  private static List<SqlOperator> own() {
    List<SqlOperator> all = new ArrayList<>();
    all.addAll(List.of(DATE_PART, DATE_TRUNC, AT_VERSION, AT_TIMESTAMP, StructPack.INSTANCE));
    all.add(rename(DATE_PART, "DATEPART"));
    all.add(rename(DATE_TRUNC, "DATETRUNC"));
    for (String name : List.of("NOW", "GET_CURRENT_TIMESTAMP", "TRANSACTION_TIMESTAMP")) {
      all.add(context(name, "now", notNull(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE)));
    }
    all.add(
        niladic("CURRENT_TIMESTAMP", "now", notNull(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE)));
    all.add(niladic("LOCALTIMESTAMP", "now", notNull(SqlTypeName.TIMESTAMP)));
    all.add(niladic("CURRENT_SCHEMA", "currentSchema", notNull(SqlTypeName.VARCHAR)));
    all.add(niladic("CURRENT_CATALOG", "currentDatabase", notNull(SqlTypeName.VARCHAR)));
    all.add(context("CURRENT_DATABASE", "currentDatabase", notNull(SqlTypeName.VARCHAR)));
    all.add(context("VERSION", "version", notNull(SqlTypeName.VARCHAR)));
    for (String name : List.of("UUID", "GEN_RANDOM_UUID", "UUIDV4")) {
      all.add(context(name, "newUuid", notNull(SqlTypeName.UUID)));
    }
    all.add(scalar("EPOCH", "epoch", ReturnTypes.DOUBLE_NULLABLE, ONE_TIME));
    all.add(scalar("EPOCH_MS", "epochMillis", BIGINT, ONE_TIME));
    all.add(scalar("EPOCH_US", "epochMicros", BIGINT, ONE_TIME));
    all.add(
        timestamp(
            "TO_TIMESTAMP", "toTimestamp", INSTANT, OperandTypes.family(SqlTypeFamily.NUMERIC)));
    all.add(
        timestamp(
            "MAKE_TIMESTAMP",
            "makeTimestamp",
            TIMESTAMP,
            OperandTypes.family(SqlTypeFamily.INTEGER)));
    all.add(
        scalar(
            "STRFTIME",
            "strftime",
            TEXT,
            OperandTypes.family(SqlTypeFamily.DATETIME, SqlTypeFamily.CHARACTER)));
    addTextFunctions(all);
    all.add(
        scalar(
            "INTEGER_DIVIDE",
            "integerDivide",
            BIGINT,
            OperandTypes.family(SqlTypeFamily.NUMERIC, SqlTypeFamily.NUMERIC)));
    return List.copyOf(all);
  }

  private static void addTextFunctions(List<SqlOperator> all) {
    all.add(scalar("CONTAINS", "contains", BOOLEAN, TWO_TEXTS));
    for (String name : List.of("STARTS_WITH", "PREFIX")) {
      all.add(scalar(name, "startsWith", BOOLEAN, TWO_TEXTS));
    }
    for (String name : List.of("ENDS_WITH", "SUFFIX")) {
      all.add(scalar(name, "endsWith", BOOLEAN, TWO_TEXTS));
    }
    for (String name : List.of("INSTR", "STRPOS")) {
      all.add(scalar(name, "instr", BIGINT, TWO_TEXTS));
    }
    for (String name : List.of("LENGTH", "LEN")) {
      all.add(scalar(name, "length", BIGINT, ONE_TEXT));
    }
    all.add(scalar("STRLEN", "strlen", BIGINT, ONE_TEXT));
    all.add(scalar("REVERSE", "reverse", TEXT, ONE_TEXT));
    for (String name : List.of("STRING_SPLIT", "STR_SPLIT", "SPLIT", "STRING_TO_ARRAY")) {
      all.add(scalar(name, "stringSplit", TEXT.andThen(SqlTypeTransforms.TO_ARRAY), TWO_TEXTS));
    }
    all.add(scalar("REGEXP_MATCHES", "regexpMatches", BOOLEAN, TWO_TEXTS));
  }

  /** The type of a truncated time: that of the time, or TIMESTAMP for a date. */
  private static org.apache.calcite.rel.type.RelDataType typeOfTruncated(
      org.apache.calcite.sql.SqlOperatorBinding binding) {
    SqlTypeName name = binding.getOperandType(1).getSqlTypeName();
    boolean nullable =
        binding.getOperandType(0).isNullable() || binding.getOperandType(1).isNullable();
    return binding
        .getTypeFactory()
        .createTypeWithNullability(
            binding
                .getTypeFactory()
                .createSqlType(
                    name == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                        ? name
                        : SqlTypeName.TIMESTAMP),
            nullable);
  }

  private static SqlReturnTypeInference notNull(SqlTypeName type) {
    return ReturnTypes.explicit(type);
  }

  private static SqlAggFunction exactSum(String name, SqlReturnTypeInference type) {
    return new SqlUserDefinedAggFunction(
        new SqlIdentifier(name, SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        type,
        null,
        null,
        java.util.Objects.requireNonNull(AggregateFunctionImpl.create(ExactSum.class)),
        false,
        false,
        Optionality.FORBIDDEN);
  }

  private static SqlOperator scalar(
      String name, String method, SqlReturnTypeInference type, SqlOperandTypeChecker operands) {
    return ScalarOperator.of(name, Functions.class, method, type, operands, Folding.FOLDED);
  }

  private static SqlOperator timestamp(
      String name, String method, SqlReturnTypeInference type, SqlOperandTypeChecker operands) {
    return ScalarOperator.of(name, Functions.class, method, type, operands, Folding.NOT_FOLDED);
  }

  private static SqlOperator arithmetic(String method) {
    return timestamp(method, method, ReturnTypes.ARG0_NULLABLE, OperandTypes.VARIADIC);
  }

  private static SqlOperator rename(SqlOperator operator, String name) {
    return operator.equals(DATE_PART)
        ? scalar(
            name,
            "datePart",
            BIGINT,
            java.util.Objects.requireNonNull(operator.getOperandTypeChecker()))
        : timestamp(
            name,
            "dateTrunc",
            MoraineOperators::typeOfTruncated,
            java.util.Objects.requireNonNull(operator.getOperandTypeChecker()));
  }

  private static SqlOperator context(String name, String method, SqlReturnTypeInference type) {
    return ScalarOperator.ofContext(
        name, Functions.class, method, type, OperandTypes.NILADIC, SqlSyntax.FUNCTION);
  }

  /** A function that is called without brackets. */
  private static SqlOperator niladic(String name, String method, SqlReturnTypeInference type) {
    return ScalarOperator.ofContext(
        name, Functions.class, method, type, OperandTypes.NILADIC, SqlSyntax.FUNCTION_ID);
  }
}
