package io.moraine.driver.metadata;

import java.sql.DatabaseMetaData;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The answers about functions and procedures. */
public final class FunctionAnswers {
  /** Functions of numbers that {@code {fn …}} knows. */
  public static final List<String> NUMERIC =
      List.of(
          "ABS",
          "ACOS",
          "ASIN",
          "ATAN",
          "ATAN2",
          "CEILING",
          "COS",
          "COT",
          "DEGREES",
          "EXP",
          "FLOOR",
          "LOG",
          "LOG10",
          "MOD",
          "PI",
          "POWER",
          "RADIANS",
          "ROUND",
          "SIGN",
          "SIN",
          "SQRT",
          "TAN",
          "TRUNCATE");

  /** Functions of texts that {@code {fn …}} knows. */
  public static final List<String> TEXT =
      List.of(
          "ASCII",
          "CHAR_LENGTH",
          "CONCAT",
          "LCASE",
          "LEFT",
          "LENGTH",
          "LOCATE",
          "LTRIM",
          "POSITION",
          "REPEAT",
          "REPLACE",
          "RIGHT",
          "RTRIM",
          "SPACE",
          "SUBSTRING",
          "UCASE");

  /** Functions of times that {@code {fn …}} knows. */
  public static final List<String> TIME =
      List.of(
          "CURDATE",
          "CURTIME",
          "DAYOFMONTH",
          "DAYOFWEEK",
          "DAYOFYEAR",
          "HOUR",
          "MINUTE",
          "MONTH",
          "NOW",
          "QUARTER",
          "SECOND",
          "TIMESTAMPADD",
          "TIMESTAMPDIFF",
          "WEEK",
          "YEAR");

  private FunctionAnswers() {}

  /** For {@code getFunctions}: the functions that JDBC's escapes name. */
  public static Answer functions(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    Answer.Builder answer =
        new Answer.Builder()
            .text("FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME", "REMARKS")
            .shorts("FUNCTION_TYPE")
            .text("SPECIFIC_NAME");
    boolean here =
        (catalog == null || catalog.equalsIgnoreCase(Identity.CATALOG))
            && (schemaPattern == null || new NamePattern(schemaPattern).matches(""));
    NamePattern names = new NamePattern(namePattern);
    if (here) {
      Stream.of(NUMERIC, TEXT, TIME)
          .flatMap(List::stream)
          .filter(names::matches)
          .collect(java.util.stream.Collectors.toCollection(TreeSet::new))
          .forEach(
              name ->
                  answer.row(null, null, name, null, DatabaseMetaData.functionResultUnknown, name));
    }
    return answer.answer();
  }

  /** For {@code getFunctionColumns}: built-in functions take many types, so none is listed. */
  public static Answer functionColumns() {
    return new Answer.Builder()
        .text("FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME", "COLUMN_NAME")
        .shorts("COLUMN_TYPE")
        .ints("DATA_TYPE")
        .text("TYPE_NAME")
        .ints("PRECISION", "LENGTH")
        .shorts("SCALE", "RADIX", "NULLABLE")
        .text("REMARKS")
        .ints("CHAR_OCTET_LENGTH", "ORDINAL_POSITION")
        .text("IS_NULLABLE", "SPECIFIC_NAME")
        .answer();
  }

  /** For {@code getProcedures}: there are none. */
  public static Answer procedures() {
    return new Answer.Builder()
        .text("PROCEDURE_CAT", "PROCEDURE_SCHEM", "PROCEDURE_NAME")
        .text("RESERVED1", "RESERVED2", "RESERVED3", "REMARKS")
        .shorts("PROCEDURE_TYPE")
        .text("SPECIFIC_NAME")
        .answer();
  }

  /** For {@code getProcedureColumns}: there are none. */
  public static Answer procedureColumns() {
    return new Answer.Builder()
        .text("PROCEDURE_CAT", "PROCEDURE_SCHEM", "PROCEDURE_NAME", "COLUMN_NAME")
        .shorts("COLUMN_TYPE")
        .ints("DATA_TYPE")
        .text("TYPE_NAME")
        .ints("PRECISION", "LENGTH")
        .shorts("SCALE", "RADIX", "NULLABLE")
        .text("REMARKS", "COLUMN_DEF")
        .ints("SQL_DATA_TYPE", "SQL_DATETIME_SUB", "CHAR_OCTET_LENGTH", "ORDINAL_POSITION")
        .text("IS_NULLABLE", "SPECIFIC_NAME")
        .answer();
  }

  /** For {@code getClientInfoProperties}. */
  public static Answer clientInfo(List<String> names) {
    Answer.Builder answer =
        new Answer.Builder().text("NAME").ints("MAX_LEN").text("DEFAULT_VALUE", "DESCRIPTION");
    names.forEach(
        name -> answer.row(name, Integer.MAX_VALUE, "", "Kept and given back, without effect"));
    return answer.answer();
  }
}
