package io.moraine.driver.metadata;

import java.sql.DatabaseMetaData;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The answers about types. */
public final class TypeAnswers {
  private static final Set<JdbcType> NOT_LISTED =
      Set.of(JdbcType.LIST, JdbcType.STRUCT, JdbcType.NULL, JdbcType.OTHER);

  private TypeAnswers() {}

  /** For {@code getTypeInfo}: the types that a CAST or a column may name. */
  public static Answer typeInfo() {
    Answer.Builder answer =
        new Answer.Builder()
            .text("TYPE_NAME")
            .ints("DATA_TYPE", "PRECISION")
            .text("LITERAL_PREFIX", "LITERAL_SUFFIX", "CREATE_PARAMS")
            .shorts("NULLABLE")
            .booleans("CASE_SENSITIVE")
            .shorts("SEARCHABLE")
            .booleans("UNSIGNED_ATTRIBUTE", "FIXED_PREC_SCALE", "AUTO_INCREMENT")
            .text("LOCAL_TYPE_NAME")
            .shorts("MINIMUM_SCALE", "MAXIMUM_SCALE")
            .ints("SQL_DATA_TYPE", "SQL_DATETIME_SUB", "NUM_PREC_RADIX");
    Arrays.stream(JdbcType.values())
        .filter(type -> !NOT_LISTED.contains(type))
        .sorted(Comparator.comparing(JdbcType::code))
        .forEach(type -> addType(answer, type));
    return answer.answer();
  }

  private static void addType(Answer.Builder answer, JdbcType type) {
    answer.row(
        type.sqlName(),
        type.code(),
        type.precision(),
        literalPrefix(type),
        type.isQuoted() ? "'" : null,
        type == JdbcType.DECIMAL ? "precision,scale" : null,
        DatabaseMetaData.typeNullable,
        type.isText(),
        type.isText() ? DatabaseMetaData.typeSearchable : DatabaseMetaData.typePredBasic,
        !type.isNumber(),
        false,
        false,
        null,
        0,
        type == JdbcType.DECIMAL ? type.precision() : 0,
        null,
        null,
        type.isNumber() ? Integer.valueOf(10) : null);
  }

  private static @Nullable String literalPrefix(JdbcType type) {
    if (!type.isQuoted()) {
      return null;
    }
    return switch (type) {
      case DATE, TIME, TIMESTAMP, INTERVAL -> type.sqlName() + " '";
      case BLOB -> "x'";
      default -> "'";
    };
  }

  /** For {@code getUDTs}: there are none. */
  public static Answer userTypes() {
    return new Answer.Builder()
        .text("TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "CLASS_NAME")
        .ints("DATA_TYPE")
        .text("REMARKS")
        .shorts("BASE_TYPE")
        .answer();
  }

  /** For {@code getAttributes}: there are none. */
  public static Answer attributes() {
    return new Answer.Builder()
        .text("TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "ATTR_NAME")
        .ints("DATA_TYPE")
        .text("ATTR_TYPE_NAME")
        .ints("ATTR_SIZE", "DECIMAL_DIGITS", "NUM_PREC_RADIX", "NULLABLE")
        .text("REMARKS", "ATTR_DEF")
        .ints("SQL_DATA_TYPE", "SQL_DATETIME_SUB", "CHAR_OCTET_LENGTH", "ORDINAL_POSITION")
        .text("IS_NULLABLE", "SCOPE_CATALOG", "SCOPE_SCHEMA", "SCOPE_TABLE")
        .shorts("SOURCE_DATA_TYPE")
        .answer();
  }

  /** For {@code getSuperTypes}: there are none. */
  public static Answer superTypes() {
    return new Answer.Builder()
        .text("TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME")
        .text("SUPERTYPE_CAT", "SUPERTYPE_SCHEM", "SUPERTYPE_NAME")
        .answer();
  }
}
